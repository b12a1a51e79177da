/* battle.h: a battle of Dragon Wars as a game of hidden hands. */

#ifndef HOARD_WARS_BATTLE_H
#define HOARD_WARS_BATTLE_H

#include "engine/clock.h"
#include "rules.h"

#define BATTLE_TYPES 12     /* hands that a side may hold */
/* a card each; the last action of a hand: discard, or decline */
#define BATTLE_ACTIONS (WARS_HAND + 1)
#define BATTLE_LEADS 128    /* from -BATTLE_ZERO; leads beyond either end count as that end */
#define BATTLE_ZERO 48
#define BATTLE_CHAIN 64     /* bonuses from 0; larger ones count as the last */

/* What is at stake, in points for the attacker. */
typedef struct WarsStakes {
    uint64_t unseen;            /* cards that the two may hold or flip */
    double counter, slay;       /* a counter taken, the dragon slain */
    double card[3], value[3];   /* by suit: a card kept in hand, and each point of its value */
    double renewed;             /* a whole new hand */
    int32_t trump, health;
} WarsStakes;

/* Hands of both sides, their actions, and the payoff to the attacker of each pair of actions. */
typedef struct WarsBattle {
    WarsStakes stakes;
    int32_t n[2];
    uint64_t hands[2][BATTLE_TYPES];
    int32_t actions[2][BATTLE_TYPES];
    uint8_t card[2][BATTLE_TYPES][BATTLE_ACTIONS]; /* 0: discard, decline */
    double weight[BATTLE_TYPES][BATTLE_TYPES]; /* prior; 0 if the hands share a card */
    double payoff[BATTLE_TYPES][BATTLE_TYPES][BATTLE_ACTIONS][BATTLE_ACTIONS];
    double mix[2][BATTLE_TYPES][BATTLE_ACTIONS]; /* the equilibrium */
    /* counterfactual value of an action to its own side, against the other's mixtures */
    double gain[2][BATTLE_TYPES][BATTLE_ACTIONS];
    /* probability of the hand (and, for the defender, of an attack) */
    double reach[2][BATTLE_TYPES];
    double value, exploitability; /* in points; half of what both could gain by best responses */
} WarsBattle;

/* Values with open hands after the first cards, by [cards that the attacker may still press]
 * [cards that the defender may still lay], both as subsets of `cards`, and by lead. */
typedef struct WarsFights {
    int32_t n[2];
    uint8_t cards[2][WARS_HAND];
    double chain[2][BATTLE_CHAIN]; /* probability of each bonus of a trump, by side */
    double (*press)[BATTLE_LEADS]; /* the attacker's choice */
    double (*flipped)[BATTLE_LEADS]; /* the same before the defender's flips */
    /* the defender's choice, before the attacker's flips where its card is a trump */
    double (*reply)[BATTLE_LEADS];
} WarsFights;

/* Probability of each bonus that the flips of a trump bring this side; `cards` lie in unknown
 * order. */
void wars_chain(uint64_t cards, int trump, int side, double chain[BATTLE_CHAIN]);
/* Allocates the tables; 0 if memory is out. */
int wars_fights_new(WarsFights *fights);
void wars_fights_free(WarsFights *fights);
/* Fills the tables. presses: of one suit; deck: the cards that may be flipped. */
void wars_fights_fill(WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                      uint64_t replies, uint64_t deck);
/* Values to the attacker, with these cards left to lay: stopped now; a card just pressed, before
 * its flips; answered with this card (0: declined), before its flips, lead without the card. */
double wars_fights_stopped(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                           uint64_t replies, int lead);
double wars_fights_pressed(const WarsFights *fights, uint64_t presses, uint64_t replies, int lead);
double wars_fights_answered(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                            uint64_t replies, int card, int lead);

/* Fills in everything but stakes, hands and n, which are given. 0 if memory or time is out. */
int wars_battle_solve(WarsBattle *battle, int rounds, Clock *clock);

#endif
