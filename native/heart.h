/* heart.h: the state of Dragonheart, for its rules (heart.c), its solver and its players. */

#ifndef HOARD_HEART_H
#define HOARD_HEART_H

#include "common.h"

#define HEART_CARDS 50      /* of each seat */
#define HEART_HAND 5
#define HEART_MOST 6        /* cards in the hand of the figure's owner */
#define HEART_FIGURE_POINTS 3
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

static inline int heart_kind(int card) { return card >> 2; }
static inline int heart_value(int card) { return (card & 3) + 1; }

/* A move: kind | (space to take + 1) << 4 | how many of value v << (4 * v + 4). */
static inline int heart_move_kind(uint32_t move) { return (int)(move & 15); }
static inline int heart_move_target(uint32_t move) { return (int)(move >> 4 & 15) - 1; } /* -1: none named */
static inline int heart_move_count(uint32_t move, int value) { return (int)(move >> (4 * value + 4) & 15); }

/* Free outlines of a space. */
int heart_room(const HeartCore *core, int kind);
int32_t heart_core_moves(const HeartCore *core, uint32_t *moves);
/* The place that a legal move empties, or NOBODY; by how much its seat's lead grows at once, the figure included. */
int heart_takes(const HeartCore *core, uint32_t move);
int heart_gain(const HeartCore *core, uint32_t move);
/* A turn in three steps: begin lays, collects and hands the figure over, and returns the seat that now has to lose
 * a card, or NOBODY; lose puts the card at this index of that hand back on its deck; end draws and judges the end. */
int heart_begin(HeartCore *core, uint32_t move, const HeartWitness *witness);
void heart_lose(HeartCore *core, int seat, int index, const HeartWitness *witness);
void heart_end(HeartCore *core, const HeartWitness *witness);

static inline int heart_score(const HeartCore *core, int seat)
{
    return core->points[PILE + seat] + (core->figure == seat ? HEART_FIGURE_POINTS : 0);
}
/* If it ended now: 1 when this seat wins, 0 for a draw, -1 when it loses. */
int heart_outcome(const HeartCore *core, int seat);

/* The exact solver (heart_solve.c). Values are for the seat on turn, in HEART_UNIT parts of a point: margins that
 * are still to come, or outcomes. The unit is a power of the hand that loses a card, so that averages stay whole. */
#define HEART_UNIT 1679616  /* 6 to the power of HEART_LOSSES */
#define HEART_LOSSES 8
enum { HEART_MARGIN, HEART_OUTCOME };

typedef struct HeartEntry {
    uint64_t tag;
    int32_t low, high;
} HeartEntry;

typedef struct HeartSolver {
    HeartEntry *entries;
    uint64_t mask;              /* entries - 1; no table: entries is NULL */
    uint32_t stamp;
    int objective;
    Clock clock;
    uint64_t nodes;
    uint64_t deck_hash[2][HEART_CARDS + 1]; /* of the lowest k cards of each deck */
    int16_t deck_points[2][HEART_CARDS + 1];
} HeartSolver;

void heart_solver_start(HeartSolver *solver, int objective, const Limits *limits, Table *table, Progress *progress);
/* The values of these legal moves; 0, or -1 when the clock stopped it. */
int heart_solve_moves(HeartSolver *solver, const HeartCore *core, const uint32_t *moves, int n, int32_t *values);

/* What a position is worth to a seat that sees only its own hand (heart_eval.c). */
#define HEART_POINT 65536   /* parts of a point */

typedef struct HeartRun {
    HeartCore core;
    uint8_t left[2][KINDS];     /* each seat's cards in hand and deck */
} HeartRun;

void heart_run_start(HeartRun *run, const HeartCore *core);
int heart_run_begin(HeartRun *run, uint32_t move); /* as heart_begin */
/* After heart_run_begin: by how much the lead of the seat on turn may be expected to grow from here on. */
int64_t heart_prospect(const HeartRun *run);
/* The number of the move with the best gain and prospect, which go into *value. */
int heart_judge(const HeartRun *run, const uint32_t *moves, int n, int64_t *value);

void heart_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                 Result *result);
void heart_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress,
                  Result *result);

#endif
