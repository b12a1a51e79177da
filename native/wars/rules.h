/* rules.h: the state of Dragon Wars, for its rules (rules.c), its solver and its players. */

#ifndef HOARD_WARS_RULES_H
#define HOARD_WARS_RULES_H

#include "engine/common.h"

#define WARS_SEATS 4
#define WARS_OPTIONS 2
#define WARS_HAND 5
#define WARS_DRAGONS 13     /* the spades */
#define WARS_HALF 7         /* dragons of a Nest of half size */
#define WARS_CARDS 39       /* clubs, diamonds, hearts */
/* in a battle: t trumps flipped, and a last card for each of k trumps laid: t + k <= 13 */
#define WARS_FLIPS 13
#define WARS_QUIET_END 60   /* turns in a row without a lost counter */
#define WARS_SURVIVOR 5     /* points for its own dragon if it lives */

/* A card is suit * 16 + value, so that sets of cards are 64-bit masks with a suit in each 16
 * bits. */
enum { CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP };
#define WARS_CODES 64       /* numbers a card may have */
#define SUIT_CARDS(suit) ((uint64_t)0x3FFE << 16 * (suit))
#define ATTACK_CARDS (SUIT_CARDS(CLUBS) | SUIT_CARDS(DIAMONDS))
#define DEFENCE_CARDS (SUIT_CARDS(DIAMONDS) | SUIT_CARDS(HEARTS))
#define CARD_BIT(card) ((uint64_t)1 << (card))

enum { ATTACK, DEFENCE };   /* the sides of a battle */
enum { PHASE_TURN, PHASE_ANSWER, PHASE_PRESS, PHASE_REPLY, PHASE_OVER }; /* 1 .. 3: a battle */
enum { MOVE_DISCARD, MOVE_ATTACK, MOVE_DEFEND, MOVE_DECLINE, MOVE_PRESS, MOVE_STOP, MOVE_KINDS };

typedef struct WarsSide {
    uint8_t n_laid, n_flips, sum; /* sum: with bonuses; 0 while face down */
    uint8_t laid[WARS_HAND], flips[WARS_FLIPS];
} WarsSide;

typedef struct WarsState {
    uint64_t seed;
    uint64_t hands[WARS_SEATS];
    uint32_t shuffles;          /* of the discard pile so far */
    /* by card: the last shuffle that it was in, known to all; 0: the first deck */
    uint16_t deck_of[48];
    uint8_t players, phase, turn, trump;
    uint8_t quiet;              /* turns in a row without a lost counter */
    uint8_t last_turns, turns_left; /* the Nest is empty; turns to come after that */
    uint8_t defender;           /* of the battle under way */
    uint8_t dragons[WARS_SEATS], health[WARS_SEATS]; /* dragon 0: a despoiler, who has none */
    WarsSide sides[2];
    uint8_t n_deck, n_pile, n_nest, n_trophies;
    uint8_t deck[WARS_CARDS];   /* the next card to draw is the last */
    uint8_t pile[WARS_CARDS];   /* the top card is the last */
    uint8_t n_aside;            /* dragons put away before the first was drawn; seen by nobody */
    uint8_t nest[WARS_DRAGONS]; /* those put away, then the Nest: the next dragon is the last */
    uint8_t trophies[WARS_DRAGONS], trophy_of[WARS_DRAGONS]; /* in the order won; by whom */
} WarsState;

static inline int wars_suit(int card) { return card >> 4; }
/* 1 (ace) .. 13. */
static inline int wars_value(int card) { return card & 15; }
/* An attack card lies on the table. */
static inline int wars_in_battle(const WarsState *state)
{
    return state->phase >= PHASE_ANSWER && state->phase <= PHASE_REPLY;
}

/* The attack card lies face down until the defender has answered. */
static inline int wars_face_down(const WarsState *state) { return state->phase == PHASE_ANSWER; }

/* Whether a card of this suit counts for this side. */
static inline int wars_suits(int side, int card)
{
    return (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS) >> card & 1;
}

/* Whether the attack card is hidden from this viewer (-1: one who sees everything). */
static inline int wars_hides_attack(const WarsState *state, int viewer)
{
    return wars_face_down(state) && viewer >= 0 && viewer != state->turn;
}

/* A move: kind, card (0 where none), seat attacked (0 where none). */
static inline uint32_t wars_move(int kind, int card, int seat)
{
    return (uint32_t)(kind | card << 3 | seat << 9);
}
static inline int wars_move_kind(uint32_t move) { return (int)(move & 7); }
/* The card laid by a move; 0: none. */
static inline int wars_move_card(uint32_t move) { return (int)(move >> 3 & 63); }
/* The seat attacked by a move; 0 where it attacks nobody. */
static inline int wars_move_seat(uint32_t move) { return (int)(move >> 9); }

/* Cards that the seat to act may lay now; 0 if it may only pass. */
uint64_t wars_fitting(const WarsState *state);
/* Bits of the seats whose dragon the seat may attack. */
uint32_t wars_targets(const WarsState *state, int seat);
int wars_score(const WarsState *state, int seat);

/* ---- sets of cards ---- */

static inline int lowest_card(uint64_t cards) { return __builtin_ctzll(cards); }
static inline int highest_card(uint64_t cards) { return 63 - __builtin_clzll(cards); }

static inline int count_cards(uint64_t cards) { return __builtin_popcountll(cards); }

/* Faster than count_cards for a few cards. */
static inline int count_few(uint64_t cards)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        n++;
    return n;
}

/* The card at this place of a set, from 0. */
static inline int card_at(uint64_t cards, uint32_t place)
{
    for (; place > 0; place--)
        cards &= cards - 1;
    return lowest_card(cards);
}

/* ---- the game's functions and words, as struct Game has them ---- */

extern const char *const wars_zones[], *const wars_says[], *const wars_reasons[],
                                                               *const wars_labels[];
extern const Option wars_options[WARS_OPTIONS];

int32_t wars_seats(const int32_t *values, char *error);
int32_t wars_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                  const char *deck, Chance *chance, char *error);
int32_t wars_to_act(const void *self);
int32_t wars_moves(const void *self, uint32_t *moves);
void wars_play(void *self, uint32_t move, Events *events, Chance *chance);
int32_t wars_over(const void *self);
void wars_scores(const void *self, double *scores);
uint32_t wars_winners(const void *self);
int32_t wars_move_text(const void *self, uint32_t move, char *text);
uint32_t wars_move_parse(const void *self, const char *text);
int32_t wars_why_not(const void *self, uint32_t move);
int32_t wars_card_text(const void *self, int32_t card, char *text);
int32_t wars_describe(const void *self, int32_t viewer, char *json);
int32_t wars_derive(const void *self, char *json);
int32_t wars_cards(const void *self, int32_t viewer, Placed *cards);
int32_t wars_breakdown(const void *self, int32_t seat, Row *rows);
int32_t wars_reward(const void *root, const void *self, int32_t *rewards);
void wars_rollout(void *self, Rng *rng);

#endif
