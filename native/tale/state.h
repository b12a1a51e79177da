/* state.h: the state of Fairy Tale, for its rules and its players.
 *
 * A card is the number of its name, in the order of the deck file; copies are not told apart.
 * NOBODY and NO_KIND are both 255. Seats, rows and stages are those of the rules. */

#ifndef HOARD_TALE_STATE_H
#define HOARD_TALE_STATE_H

#include "engine/common.h"

#define TALE_KINDS 48       /* different names */
#define TALE_NAMES 1100     /* bytes of all names, each with its 0 */
#define TALE_NAME 40        /* bytes of a name */
#define TALE_BASIC 80
#define TALE_DECK 110
#define TALE_DRAFTS 4       /* as many rounds; an option may make it fewer */
#define TALE_PACK 5
#define TALE_STEPS 3        /* cards played in a stage */
#define TALE_ROW 12         /* cards of a row at the end */
#define TALE_DRAWS 10       /* most draws of all cards: 5 seats leave no more */
#define TALE_HAND 15        /* a pack and all draws */
#define TALE_DISCARDS 18
#define TALE_PLAYS ((MAX_SEATS - 1) * TALE_STEPS) /* plays of the other seats in a stage */
#define NO_KIND 255

/* Traits: four factions, three categories, one bit each. */
#define TALE_FACTIONS 15
#define TALE_SHADOW 8
#define TALE_TRAITS 7

/* Effects, in the order in which they come in a step. */
enum {
    TALE_HUNT,
    TALE_UNFLIP,
    TALE_UNFLIP_ANY,
    TALE_FLIP,
    TALE_FLIP_ANY,
    TALE_DRAW,
    TALE_EXCHANGE,
    TALE_NOTHING
};

/* conditions: most of trait a; two of a and two of b; names */
enum { TALE_ALWAYS, TALE_MOST, TALE_TWO, TALE_HAVE };

typedef struct TaleCard {
    int8_t points;
    uint8_t times;          /* points for each of this name, or NO_KIND */
    uint8_t traits;         /* factions and categories */
    uint8_t expert, copies, almighty;
    uint8_t effect, everybody, count, faction; /* faction: bits of the factions that it may hit */
    uint8_t condition, a, b; /* traits (their numbers) or names; b may be NO_KIND */
    uint8_t as[3];          /* names that it also counts as, or NO_KIND */
    uint16_t name;          /* offset in the names */
} TaleCard;

typedef struct TaleDraw {
    uint8_t seat, laid;     /* who drew; cards in the row then, that of the step included */
    uint8_t at;             /* index in the deck */
} TaleDraw;

/* The deck is the memory of the game: it is dealt from the top and never moved. Pack p lies at
 *
 *   deck[base[draft] + 5 * p ...]
 *
 * A card picked from it moves to the front of the rest: place r of a pack is the pick of round r,
 * by the seat that held the pack then. Behind the picks lies what the pack still holds, in its old
 * order. Draws stay where they were drawn. So the deck shows what a seat has seen (redeal.c).
 *
 * Names and cards, at the end, never change during a match. */
typedef struct TaleState {
    uint8_t seats, expert, teams, garfield, rounds; /* options */
    uint8_t stage, step;    /* 1 .. tale_end(); picks or plays that all have made in this stage */
    uint8_t group;          /* kind of the effects under way; TALE_NOTHING: all choose */
    uint8_t actor, offset;  /* whose effect; seat that it hits, clockwise from actor */
    uint8_t left;           /* cards that the effect still turns in that row */
    uint8_t hunted;         /* seats whose card of this step was hunted, one bit each */
    uint8_t laid;           /* cards in each row */
    uint8_t n_deck, top;    /* top: the next card to be dealt or drawn */
    uint8_t base[TALE_DRAFTS];
    uint8_t chosen[MAX_SEATS]; /* chosen in this round, or NO_KIND */
    uint8_t n_hand[MAX_SEATS], n_discards[MAX_SEATS], n_draws;
    TaleDraw draws[TALE_DRAWS];
    uint16_t up[MAX_SEATS]; /* face-up cards of the row, one bit a place */
    uint8_t table[MAX_SEATS][TALE_ROW];
    uint8_t played[MAX_SEATS][TALE_ROW]; /* laid cards in order, without exchanges */
    uint8_t hands[MAX_SEATS][TALE_HAND];
    uint8_t discards[MAX_SEATS][TALE_DISCARDS];
    uint8_t deck[TALE_DECK];
    uint8_t kinds;
    TaleCard cards[TALE_KINDS];
    char names[TALE_NAMES];
} TaleState;

/* Bytes that a match changes: all that a search has to copy. */
#define TALE_MOVING offsetof(TaleState, kinds)

/* The stage after the last. */
static inline int tale_end(const TaleState *state) { return 2 * state->rounds + 1; }
static inline int tale_ended(const TaleState *state) { return state->stage >= tale_end(state); }
static inline int tale_drafting(const TaleState *state)
{
    return state->stage & 1 && !tale_ended(state);
}
/* Number of the draft of this stage, from 0. */
static inline int tale_draft(const TaleState *state) { return (state->stage - 1) / 2; }
/* Clockwise step of a pack in this draft: 1 or seats - 1. */
static inline int tale_pass(const TaleState *state, int draft)
{
    return draft & 1 ? state->seats - 1 : 1;
}
static inline int tale_pack(const TaleState *state, int draft, int seat, int round)
{
    return (seat + (state->seats - tale_pass(state, draft)) * round) % state->seats;
}
static inline const char *tale_name(const TaleState *state, int kind)
{
    return state->names + state->cards[kind].name;
}

/* Moves: what, then a name and its side, then another. */
enum { TALE_MOVE_PICK, TALE_MOVE_PLAY, TALE_MOVE_FLIP, TALE_MOVE_UNFLIP, TALE_MOVE_EXCHANGE };
static inline uint32_t tale_move(int what, int kind, int down, int other, int other_down)
{
    return (uint32_t)(what | kind << 4 | down << 10 | other << 12 | other_down << 18);
}
static inline int tale_move_what(uint32_t move) { return move & 15; }
static inline int tale_move_kind(uint32_t move) { return move >> 4 & 63; }
/* Whether the player's card of an exchange lies face down. */
static inline int tale_move_down(uint32_t move) { return move >> 10 & 1; }
/* The partner's card of an exchange. */
static inline int tale_move_other(uint32_t move) { return move >> 12 & 63; }
static inline int tale_move_other_down(uint32_t move) { return move >> 18 & 1; }

#endif
