/* battle.h: a battle of Dragon Wars as a game of hidden hands. */

#ifndef HOARD_WARS_BATTLE_H
#define HOARD_WARS_BATTLE_H

#include "engine/clock.h"
#include "rules.h"

#define BATTLE_TYPES 12     /* hands that a side may hold */
#define BATTLE_ACTIONS (WARS_HAND + 1) /* a card each; the last action of a hand: discard, or decline */
#define BATTLE_LEADS 128    /* leads told apart, from -BATTLE_ZERO on; what lies beyond counts as the last */
#define BATTLE_ZERO 48
#define BATTLE_CHAIN 64     /* bonuses told apart */

/* What is at stake, in points for the attacker. */
typedef struct WarsStakes {
    uint64_t unseen;            /* cards that the two hold or that may be flipped */
    double counter, slay;       /* a counter taken, the dragon slain */
    double card[3], value[3];   /* a card kept in hand, by suit: anyhow, and for each point of its value */
    double renewed;             /* a whole new hand */
    int32_t trump, health;
} WarsStakes;

/* Hands of both sides, what each may do, and what every choice against every other is worth to the attacker. */
typedef struct WarsBattle {
    WarsStakes stakes;
    int32_t n[2];
    uint64_t hands[2][BATTLE_TYPES];
    int32_t actions[2][BATTLE_TYPES];
    uint8_t card[2][BATTLE_TYPES][BATTLE_ACTIONS]; /* 0: discard, decline */
    double weight[BATTLE_TYPES][BATTLE_TYPES]; /* how likely this pair is; 0 where the hands share a card */
    double payoff[BATTLE_TYPES][BATTLE_TYPES][BATTLE_ACTIONS][BATTLE_ACTIONS];
    double mix[2][BATTLE_TYPES][BATTLE_ACTIONS]; /* the equilibrium */
    double gain[2][BATTLE_TYPES][BATTLE_ACTIONS]; /* to the side itself, of this action against the other's mixtures,
                                                     times the chance of the hand (and of being attacked) */
    double reach[2][BATTLE_TYPES]; /* that chance */
    double value, exploitability; /* in points; half of what both could gain by the best answers */
} WarsBattle;

/* Values of a fight with open hands once the first cards lie: [cards the attacker may still press][cards the
 * defender may still lay], both as subsets of lists, then by lead. */
typedef struct WarsFights {
    int32_t n[2];
    uint8_t cards[2][WARS_HAND];
    double chain[2][BATTLE_CHAIN]; /* chances of the bonuses of a trump of either side */
    double (*press)[BATTLE_LEADS]; /* the attacker's choice */
    double (*flipped)[BATTLE_LEADS]; /* the same before the defender's flips */
    double (*reply)[BATTLE_LEADS]; /* the defender's choice, before the attacker's flips where its card is a trump */
} WarsFights;

/* Chances of what a trump's flips add for this side, the cards in an unknown order. */
void wars_chain(uint64_t cards, int trump, int side, double chain[BATTLE_CHAIN]);
/* Memory for fights; 0 when there is none. */
int wars_fights_new(WarsFights *fights);
void wars_fights_free(WarsFights *fights);
/* Fills the tables for these cards in hand, all pressed ones of one suit, and these to be flipped. */
void wars_fights_fill(WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                      uint64_t deck);
/* Values to the attacker, with these cards left to lay: stopped now; a card just pressed, its flips to come; answered
 * with this card (0: declined), its flips to come (lead: before the card). */
double wars_fights_stopped(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                           int lead);
double wars_fights_pressed(const WarsFights *fights, uint64_t presses, uint64_t replies, int lead);
double wars_fights_answered(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                            int card, int lead);

/* Stakes, hands and their number given: fills in everything else. 0 when memory is out or the clock is over. */
int wars_battle_solve(WarsBattle *battle, int rounds, Clock *clock);

#endif
