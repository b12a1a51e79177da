/* wars.h: the state of Dragon Wars, for its rules (wars.c), its solver and its players. */

#ifndef HOARD_WARS_H
#define HOARD_WARS_H

#include "common.h"

#define WARS_SEATS 4
#define WARS_HAND 5
#define WARS_DRAGONS 13     /* the spades */
#define WARS_CARDS 39       /* clubs, diamonds, hearts */
#define WARS_FLIPS 13       /* in one battle: t trumps and a last card for each of k trumps laid, t + k <= 13 */
#define WARS_QUIET_END 60   /* turns in a row without a lost counter */
#define WARS_SURVIVOR 5     /* points for an own dragon that lives */

/* A card is suit * 16 + value, so that sets of cards are 64-bit masks with a suit in each 16 bits. */
enum { CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP };
#define WARS_CODES 64       /* numbers a card may have */
#define SUIT_CARDS(suit) ((uint64_t)0x3FFE << 16 * (suit))
#define ATTACK_CARDS (SUIT_CARDS(CLUBS) | SUIT_CARDS(DIAMONDS))
#define DEFENCE_CARDS (SUIT_CARDS(DIAMONDS) | SUIT_CARDS(HEARTS))
#define CARD_BIT(card) ((uint64_t)1 << (card))

enum { ATTACK, DEFENCE };   /* the sides of a battle */
enum { PHASE_TURN, PHASE_ANSWER, PHASE_PRESS, PHASE_REPLY, PHASE_OVER }; /* who may do what; a battle: 1 .. 3 */
enum { MOVE_DISCARD, MOVE_ATTACK, MOVE_DEFEND, MOVE_DECLINE, MOVE_PRESS, MOVE_STOP, MOVE_KINDS };

typedef struct WarsSide {
    uint8_t n_laid, n_flips, sum; /* sum: values with bonuses, once turned up */
    uint8_t laid[WARS_HAND], flips[WARS_FLIPS];
} WarsSide;

typedef struct WarsState {
    uint64_t seed;
    uint64_t hands[WARS_SEATS];
    uint32_t shuffles;          /* of the discard pile so far */
    uint16_t deck_of[48];       /* by card: number of the last shuffle it was in, known to all; 0 = the first deck */
    uint8_t players, phase, turn, trump;
    uint8_t quiet;              /* turns in a row without a lost counter */
    uint8_t last_turns, turns_left; /* the Nest is empty; turns to come, counted from then on */
    uint8_t defender;           /* of the battle under way */
    uint8_t dragons[WARS_SEATS], health[WARS_SEATS]; /* dragon 0: a despoiler */
    WarsSide sides[2];
    uint8_t n_deck, n_pile, n_nest, n_trophies;
    uint8_t deck[WARS_CARDS];   /* the next card to draw is the last */
    uint8_t pile[WARS_CARDS];   /* the top card is the last */
    uint8_t nest[WARS_DRAGONS]; /* the next dragon is the last */
    uint8_t trophies[WARS_DRAGONS], trophy_of[WARS_DRAGONS]; /* in the order won, and by whom */
} WarsState;

static inline int wars_suit(int card) { return card >> 4; }
static inline int wars_value(int card) { return card & 15; }
static inline int wars_in_battle(const WarsState *state)
{
    return state->phase >= PHASE_ANSWER && state->phase <= PHASE_REPLY;
}

/* The attack card lies face down until the defender has answered. */
static inline int wars_face_down(const WarsState *state) { return state->phase == PHASE_ANSWER; }

/* Whether a flipped card adds its value for this side. */
static inline int wars_suits(int side, int card)
{
    return (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS) >> card & 1;
}

/* A move: kind, card (0 where none), seat attacked (0 where none). */
static inline uint32_t wars_move(int kind, int card, int seat)
{
    return (uint32_t)(kind | card << 3 | seat << 9);
}
static inline int wars_move_kind(uint32_t move) { return (int)(move & 7); }
static inline int wars_move_card(uint32_t move) { return (int)(move >> 3 & 63); }
static inline int wars_move_seat(uint32_t move) { return (int)(move >> 9); }

/* Cards of the seat to act that it may lay now: to attack or press, to defend; 0 where it may only pass. */
uint64_t wars_fitting(const WarsState *state);
/* Bits of the seats whose dragon the seat may attack. */
uint32_t wars_targets(const WarsState *state, int seat);
int wars_score(const WarsState *state, int seat);

void wars_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                Result *result);
void wars_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress,
                 Result *result);

#endif
