/* rules.h: the state of Dragonheart, for its rules, solver and levels. */

#ifndef HOARD_HEART_RULES_H
#define HOARD_HEART_RULES_H

#include "engine/common.h"

#define HEART_CARDS 50      /* of each seat */
#define HEART_HAND 5
#define HEART_MOST 6        /* cards in the hand of the figure's owner */
#define HEART_MOVES 128     /* more than a hand has: 70 where all its cards are of one kind and name a space */
#define HEART_FIGURE_POINTS 3
#define HEART_OPTIONS 1
#define HEART_STACKS 3      /* ship stacks that end the game */
#define HEART_VALUES 4
#define HEART_TYPES (KINDS * HEART_VALUES)
#define HEART_FIGURE HEART_TYPES /* the figure as a "card" of events and tables */

/* The nine kinds, each also the name of its space; then where else cards lie on the table. */
enum { CHEST, FIRE, PETRIFIED, SORCERESS, TROLL, DWARF, KNIGHT, HUNTRESS, SHIP, KINDS };
enum { BELOW = KINDS, STACKS, PILE, PLACES = PILE + 2 };

/* A card is kind * 4 + value - 1. All that matters for the rest of the game: */
typedef struct HeartCore {
    uint16_t points[PLACES];
    uint8_t count[PLACES];          /* STACKS counts ships, three a stack */
    uint8_t hands[2][HEART_MOST];   /* ascending */
    uint8_t decks[2][HEART_CARDS];  /* the top card last */
    uint8_t in_hand[2], in_deck[2];
    uint8_t returned[2];            /* the top card of the deck was put back and is known to its owner */
    uint8_t turn, figure, last_turn; /* seats; the last two may be NOBODY */
    uint8_t over;
} HeartCore;

/* The order in which cards lie: every card played is a link in the chain of its place. Only for showing. */
typedef struct HeartChains {
    uint8_t n;
    uint8_t first[PLACES], last[PLACES]; /* of no meaning while the place is empty */
    uint8_t card[2 * HEART_CARDS], next[2 * HEART_CARDS];
} HeartChains;

typedef struct HeartState {
    uint64_t seed;
    HeartCore core;
    HeartChains chains;
    uint8_t losses;                 /* cards lost with the figure so far */
} HeartState;

/* Where a turn is told: both may be NULL. */
typedef struct HeartWitness {
    HeartChains *chains;
    Events *events;
} HeartWitness;

/* Kind of a card, 0 .. KINDS - 1. */
static inline int heart_kind(int card) { return card >> 2; }
/* Value of a card, 1 .. 4. */
static inline int heart_value(int card) { return (card & 3) + 1; }

/* A move: kind | (space to take + 1) << 4 | how many of value v << (4 * v + 4). This is its kind. */
static inline int heart_move_kind(uint32_t move) { return (int)(move & 15); }
/* The space that a move names, or -1. */
static inline int heart_move_target(uint32_t move) { return (int)(move >> 4 & 15) - 1; } /* -1: none named */
/* Cards of this value that a move lays. */
static inline int heart_move_count(uint32_t move, int value) { return (int)(move >> (4 * value + 4) & 15); }

/* Free outlines of a space. */
int heart_room(const HeartCore *core, int kind);
int32_t heart_core_moves(const HeartCore *core, uint32_t *moves);
/* By how much a legal move lets its seat's lead grow at once, the figure included. */
int heart_gain(const HeartCore *core, uint32_t move);
/* A turn in three steps: begin lays, collects and hands the figure over, and returns the seat that now has to lose
 * a card, or NOBODY; lose puts the card at this index of that hand back on its deck; end draws and judges the end. */
int heart_begin(HeartCore *core, uint32_t move, const HeartWitness *witness);
void heart_lose(HeartCore *core, int seat, int index, const HeartWitness *witness);
void heart_end(HeartCore *core, const HeartWitness *witness);

/* Points of a seat as they stand. */
static inline int heart_score(const HeartCore *core, int seat)
{
    return core->points[PILE + seat] + (core->figure == seat ? HEART_FIGURE_POINTS : 0);
}
/* If it ended now: 1 when this seat wins, 0 for a draw, -1 when it loses. */
int heart_outcome(const HeartCore *core, int seat);

/* Puts a card into a hand that has room for it; where in the hand it comes to stand. */
static inline int heart_add_to_hand(HeartCore *core, int seat, int card)
{
    uint8_t *hand = core->hands[seat];
    int at = core->in_hand[seat]++;
    assert(at < HEART_MOST);
    for (; at > 0 && hand[at - 1] > card; at--)
        hand[at] = hand[at - 1];
    hand[at] = (uint8_t)card;
    return at;
}

/* ---- the game's functions and words, as struct Game has them ---- */

extern const char *const heart_zones[], *const heart_says[], *const heart_reasons[], *const heart_labels[];
extern const Option heart_options[HEART_OPTIONS];

int32_t heart_seats(const int32_t *values, char *error);
int32_t heart_deal(void *self, const int32_t *values, uint64_t seed, const char *json, const char *deck,
                   Chance *chance, char *error);
int32_t heart_to_act(const void *self);
int32_t heart_moves(const void *self, uint32_t *moves);
void heart_play(void *self, uint32_t move, Events *events, Chance *chance);
int32_t heart_over(const void *self);
void heart_scores(const void *self, double *scores);
uint32_t heart_winners(const void *self);
int32_t heart_move_text(const void *self, uint32_t move, char *text);
uint32_t heart_move_parse(const void *self, const char *text);
int32_t heart_why_not(const void *self, uint32_t move);
int32_t heart_card_text(const void *self, int32_t card, char *text);
int32_t heart_describe(const void *self, int32_t viewer, char *json);
int32_t heart_derive(const void *self, char *json);
int32_t heart_cards(const void *self, int32_t viewer, Placed *cards);
int32_t heart_breakdown(const void *self, int32_t seat, Row *rows);
int32_t heart_reward(const void *root, const void *self, int32_t *rewards);
void heart_rollout(void *self, Rng *rng);

#endif
