/* rules.h: the state of Dragonheart, for its rules, solver and levels. */

#ifndef HOARD_HEART_RULES_H
#define HOARD_HEART_RULES_H

#include "engine/common.h"

#define HEART_CARDS 50      /* of each seat */
#define HEART_HAND 5
#define HEART_MOST 6        /* cards in the hand of the figure's owner */
#define HEART_MOVES 128     /* a bound; 70 moves at most, all of one kind and a choice of two
                               spaces */
#define HEART_FIGURE_POINTS 3
#define HEART_OPTIONS 2
#define HEART_STACKS 3      /* ship stacks that end the game; an option may leave one out */
#define HEART_FLEET 3       /* ships of a stack */
#define HEART_VALUES 4
#define HEART_TYPES (KINDS * HEART_VALUES)
#define HEART_FIGURE HEART_TYPES /* the figure as a "card" of events and tables */

/* The nine kinds, each also its space; then the other places of cards on the table. */
enum { CHEST, FIRE, PETRIFIED, SORCERESS, TROLL, DWARF, KNIGHT, HUNTRESS, SHIP, KINDS };
enum { BELOW = KINDS, STACKS, PILE, PLACES = PILE + 2 };

/* All that the rest of the game depends on. A card is kind * 4 + value - 1. */
typedef struct HeartCore {
    uint16_t points[PLACES];
    uint8_t count[PLACES];          /* STACKS counts ships, three a stack */
    uint8_t hands[2][HEART_MOST];   /* ascending */
    uint8_t decks[2][HEART_CARDS];  /* the top card last */
    uint8_t in_hand[2], in_deck[2];
    uint8_t returned[2];            /* the top card of the deck was put back and is known to its
                                       owner */
    uint8_t turn, figure, last_turn; /* seats; the last two may be NOBODY */
    uint8_t over;
    uint8_t stacks_at_end;          /* ship stacks that end the game */
} HeartCore;

/* The order of the cards in each place, only for showing. Every card played is a link in the chain
 * of its place. */
typedef struct HeartChains {
    uint8_t n;
    uint8_t first[PLACES], last[PLACES]; /* undefined while the place is empty */
    uint8_t card[2 * HEART_CARDS], next[2 * HEART_CARDS];
} HeartChains;

typedef struct HeartState {
    uint64_t seed;
    HeartCore core;
    HeartChains chains;
    uint8_t losses;                 /* cards lost with the figure so far */
} HeartState;

/* What records a turn, for showing and for callers. Both may be NULL. */
typedef struct HeartRecorder {
    HeartChains *chains;
    Events *events;
} HeartRecorder;

/* Kind of a card, 0 .. KINDS - 1. */
static inline int heart_kind(int card) { return card >> 2; }
/* Value of a card, 1 .. 4. */
static inline int heart_value(int card) { return (card & 3) + 1; }

/* The kind of a move. A move is kind | (space to take + 1) << 4 | how many of value v << (4 * v +
 * 4). */
static inline int heart_move_kind(uint32_t move) { return (int)(move & 15); }
/* The space that a move names, or -1. */
static inline int heart_move_target(uint32_t move) { return (int)(move >> 4 & 15) - 1; }
/* How many cards of this value a move lays. */
static inline int heart_move_count(uint32_t move, int value)
{
    return (int)(move >> (4 * value + 4) & 15);
}

/* How many more cards the space holds; 255 for a stack without outlines. */
int heart_room(const HeartCore *core, int kind);
int32_t heart_core_moves(const HeartCore *core, uint32_t *moves);
/* How much a legal move adds to its seat's lead at once, the figure included. */
int heart_gain(const HeartCore *core, uint32_t move);
/* A turn in three steps. heart_begin lays the cards of a legal move, collects, and hands the figure
 * over; it returns the seat that must now lose a card, or NOBODY. heart_lose puts the card at this
 * index of that hand back on its deck. heart_end draws, and ends the game if it is over. */
int heart_begin(HeartCore *core, uint32_t move, const HeartRecorder *recorder);
void heart_lose(HeartCore *core, int seat, int index, const HeartRecorder *recorder);
void heart_end(HeartCore *core, const HeartRecorder *recorder);

/* Current points of a seat, the figure included. */
static inline int heart_score(const HeartCore *core, int seat)
{
    return core->points[PILE + seat] + (core->figure == seat ? HEART_FIGURE_POINTS : 0);
}
/* Ships in stacks; stacks that an option leaves out count as made before the first turn. */
static inline int heart_sailed(const HeartCore *core)
{
    return core->count[STACKS] + HEART_FLEET * (HEART_STACKS - core->stacks_at_end);
}
/* The result if the game ended now: 1 for a win of this seat, 0 for a draw, -1 for a loss. */
int heart_outcome(const HeartCore *core, int seat);

/* Adds a card to a hand that has room, and returns its index. */
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

/* ---- functions and texts for struct Game ---- */

extern const char *const heart_zones[], *const heart_says[], *const heart_reasons[],
    *const heart_labels[];
extern const Option heart_options[HEART_OPTIONS];

int32_t heart_seats(const int32_t *values, char *error);
int32_t heart_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                   const char *deck, Chance *chance, char *error);
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
