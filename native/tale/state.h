/* state.h: the state of Fairy Tale, for its rules and its players.
 *
 * A card is a number of its name, in the order of the deck file; copies are not told apart. NOBODY and NO_KIND are
 * both 255. Seats, rows and stages are those of the rules. */

#ifndef HOARD_TALE_STATE_H
#define HOARD_TALE_STATE_H

#include "engine/common.h"

#define TALE_KINDS 48       /* different names */
#define TALE_NAMES 1100     /* bytes of all names, each closed by 0 */
#define TALE_NAME 40        /* characters of a name */
#define TALE_BASIC 80
#define TALE_DECK 110
#define TALE_DRAFTS 4
#define TALE_PACK 5
#define TALE_STEPS 3        /* cards played in a stage */
#define TALE_ROW 12         /* cards on a seat's table in the end */
#define TALE_DRAWS 10       /* the most that all cards of a deck may draw: 5 seats leave no more */
#define TALE_HAND 15        /* a pack and all draws */
#define TALE_DISCARDS 18
#define TALE_OVER 9         /* the stage after the last */
#define TALE_PLAYS ((MAX_SEATS - 1) * TALE_STEPS) /* of the others, in a stage */
#define NO_KIND 255

/* Traits: four factions, three categories, one bit each. */
#define TALE_FACTIONS 15
#define TALE_SHADOW 8
#define TALE_TRAITS 7

/* What a card causes, in the order in which it comes in a step. */
enum { TALE_HUNT, TALE_UNFLIP, TALE_UNFLIP_ANY, TALE_FLIP, TALE_FLIP_ANY, TALE_DRAW, TALE_EXCHANGE, TALE_NOTHING };

enum { TALE_ALWAYS, TALE_MOST, TALE_TWO, TALE_HAVE }; /* conditions: most of trait a; two of a and two of b; names */

typedef struct TaleCard {
    int8_t points;
    uint8_t times;          /* points for each of this name, or NO_KIND */
    uint8_t traits;         /* factions and categories */
    uint8_t expert, copies, almighty;
    uint8_t effect, everybody, count, faction; /* faction: bits of those that it may hit */
    uint8_t condition, a, b; /* traits (their numbers) or names; b may be NO_KIND */
    uint8_t as[3];          /* names that it is counted as, or NO_KIND */
    uint16_t name;          /* where in the names */
} TaleCard;

typedef struct TaleDraw {
    uint8_t seat, laid;     /* who drew; cards in a row at that time, the step's own counted */
    uint8_t at;             /* where in the deck */
} TaleDraw;

/* The deck is the game's memory: it is dealt from the top and never moved, so pack p of a draft stays at
 *
 *   deck[base[draft] + 5 * p ...]
 *
 * and a card picked from it is moved to the front of what was left: place r of a pack is what was picked in round r
 * by the seat that held the pack then, and behind the picks lies what the pack still holds, in its old order. Draws
 * lie where they were drawn. What a seat has seen can thus be worked out from the deck, see redeal.c.
 *
 * The names and cards at the end never change during a match. */
typedef struct TaleState {
    uint8_t seats, expert, teams, garfield; /* options */
    uint8_t stage, step;    /* 1 .. 9; picks or plays that all have made in this stage */
    uint8_t group;          /* effects under way: whose turn it is among TALE_UNFLIP ...; TALE_NOTHING = choosing */
    uint8_t actor, offset;  /* whose card has its effect; whom it hits, counted clockwise from him */
    uint8_t left;           /* cards that it still hits */
    uint8_t hunted;         /* seats whose card of this step was hunted, one bit each */
    uint8_t laid;           /* cards in each row */
    uint8_t n_deck, top;    /* top: the next card to be dealt or drawn */
    uint8_t base[TALE_DRAFTS];
    uint8_t chosen[MAX_SEATS]; /* picked or laid in the step under way, or NO_KIND */
    uint8_t n_hand[MAX_SEATS], n_discards[MAX_SEATS], n_draws;
    TaleDraw draws[TALE_DRAWS];
    uint16_t up[MAX_SEATS]; /* face-up cards of the row, one bit a place */
    uint8_t table[MAX_SEATS][TALE_ROW];
    uint8_t played[MAX_SEATS][TALE_ROW]; /* what each laid, in order; exchanges do not change it */
    uint8_t hands[MAX_SEATS][TALE_HAND];
    uint8_t discards[MAX_SEATS][TALE_DISCARDS];
    uint8_t deck[TALE_DECK];
    uint8_t kinds;
    TaleCard cards[TALE_KINDS];
    char names[TALE_NAMES];
} TaleState;

/* Bytes that a match changes: what a search has to copy. */
#define TALE_MOVING offsetof(TaleState, kinds)

/* Packs are passed on; else cards are laid, or it is over. */
static inline int tale_drafting(const TaleState *state) { return state->stage & 1 && state->stage < TALE_OVER; }
/* Number of the draft of this stage, from 0. */
static inline int tale_draft(const TaleState *state) { return (state->stage - 1) / 2; }
/* Clockwise step of a passed pack in this draft: 1 or seats - 1. */
static inline int tale_pass(const TaleState *state, int draft) { return draft & 1 ? state->seats - 1 : 1; }
/* Number of the pack that a seat holds in round `round` of a draft. */
static inline int tale_pack(const TaleState *state, int draft, int seat, int round)
{
    return (seat + (state->seats - tale_pass(state, draft)) * round) % state->seats;
}
/* Name of a card. */
static inline const char *tale_name(const TaleState *state, int kind)
{
    return state->names + state->cards[kind].name;
}

/* Moves: what, then a name and its side, then another. */
enum { TALE_MOVE_PICK, TALE_MOVE_PLAY, TALE_MOVE_FLIP, TALE_MOVE_UNFLIP, TALE_MOVE_EXCHANGE };
/* A move of its parts: what, a name and its side, then another. */
static inline uint32_t tale_move(int what, int kind, int down, int other, int other_down)
{
    return (uint32_t)(what | kind << 4 | down << 10 | other << 12 | other_down << 18);
}
/* TALE_MOVE_... of a move. */
static inline int tale_move_what(uint32_t move) { return move & 15; }
/* The name that a move is about. */
static inline int tale_move_kind(uint32_t move) { return move >> 4 & 63; }
/* Whether the own card of an exchange lies face down. */
static inline int tale_move_down(uint32_t move) { return move >> 10 & 1; }
/* The partner's card of an exchange. */
static inline int tale_move_other(uint32_t move) { return move >> 12 & 63; }
/* Whether that lies face down. */
static inline int tale_move_other_down(uint32_t move) { return move >> 18 & 1; }

#endif
