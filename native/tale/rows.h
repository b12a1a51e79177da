/* rows.h: rows of cards in the last stage of Fairy Tale for two, each kept once. */

#ifndef HOARD_TALE_ROWS_H
#define HOARD_TALE_ROWS_H

#include "rules.h"

#define TALE_TURNS 24           /* flips and unflips of a step */

typedef struct TaleRow {
    uint64_t key;               /* of its cards and their sides, whatever the order */
    uint64_t traits;            /* face-up cards of each trait, one byte each */
    uint64_t side[2];           /* names that lie face up, and face down */
    int16_t points;             /* what needs the most of something left out */
    uint16_t up;                /* as in TaleState */
    uint8_t n, table[TALE_ROW];
} TaleRow;

/* A card to be turned over: by whom, up or down, of which factions. */
typedef struct TaleTurn {
    uint8_t seat, unflip, factions;
} TaleTurn;

/* What a seat may still lay: cards that both know, and perhaps one of the types. In a comparison the better row may
 * hold one card instead of another that it has laid already. */
typedef struct TaleHeld {
    uint8_t n, cards[TALE_HAND], hides;
    uint8_t swapped, spare, lent; /* whether; the card held, and the one laid */
    uint8_t picks;              /* which of the hands that the last picks may lead to; 0: it was known from the start */
} TaleHeld;

/* What a seat has to reckon with: cards that need the most of something, one bit for each of rows->mosts, and classes
 * of cards that the other may lay, one bit each. */
typedef struct TaleFacing {
    uint32_t mosts, classes;
} TaleFacing;

#define TALE_MOSTS 8            /* different cards that need the most of something */

typedef struct TaleRows {
    TaleState scratch;          /* for counting; its deck's table */
    TaleRow *list;
    uint32_t *slots;            /* numbers of rows by their key, 0: empty */
    uint32_t n, most_rows, mask; /* in use, and at most; slots less one */
    uint64_t of[TALE_FACTIONS + 1]; /* names by factions */
    uint64_t counted[TALE_KINDS], naming[TALE_KINDS]; /* names that count as one; names that ask for one */
    uint64_t almighty;          /* names */
    int n_mosts;
    uint8_t mosts[TALE_MOSTS];  /* names that need the most of something */
    uint64_t types;             /* names that a hidden card may be */
    int flips[2];               /* the most cards that a step may turn down in a seat's row */
    int classes[2];             /* what a seat's cards may do to the other, */
    uint8_t sample[2][TALE_KINDS], class[2][TALE_KINDS]; /* a card for each; that of each card */
    uint64_t *lasts, *better;  /* remembered: see rows.c */
    uint64_t work, most_work;
    uint8_t failed;
} TaleRows;

/* NULL without memory. cards: names that each seat may lay; types: those of hidden cards. */
TaleRows *tale_rows_new(const TaleState *state, const uint64_t cards[2], uint64_t types, uint32_t most_rows);
void tale_rows_free(TaleRows *rows);
/* Numbers of rows: a seat's own as it lies; with a card more; with a card turned over. 0 once they have failed. */
uint32_t tale_rows_root(TaleRows *rows, const TaleState *state, int seat);
uint32_t tale_rows_with(TaleRows *rows, uint32_t row, int kind, int up);
uint32_t tale_rows_turned(TaleRows *rows, uint32_t row, int kind, int unflip);
/* Flips and unflips after these cards, in order, and the seats whose card was hunted. */
int tale_rows_turns(const TaleRows *rows, const int kinds[2], TaleTurn *turns, unsigned *hunted);
/* Those still to come in this position. */
int tale_rows_pending(const TaleState *state, TaleTurn *turns);
/* Names that a turn may turn over. */
uint64_t tale_rows_choices(const TaleRows *rows, uint32_t row, const TaleTurn *turn);
/* Points of a row less those of another, at the end. */
int tale_rows_margin(const TaleRows *rows, uint32_t row, uint32_t other);
/* The best row that a seat can come to by laying this card against that one of the other, both their last; 0: there
 * is no single one. mosts: those of the two seats. */
uint32_t tale_rows_last(TaleRows *rows, uint32_t row, int seat, int kind, int other, unsigned mosts);
/* 1: laying card `by` comes out no worse than laying `kind`, with so many steps to go, whatever the other does. */
int tale_rows_beaten(TaleRows *rows, uint32_t row, int seat, int kind, int by, const TaleHeld *held, int steps,
                     TaleFacing facing);
/* Which of these names need the most of something. */
unsigned tale_rows_mosts(const TaleRows *rows, uint64_t names);
/* Classes of these cards in a seat's hand. */
uint32_t tale_rows_classes(const TaleRows *rows, int seat, uint64_t names);
/* 1: whatever the other does, a seat with row a does not worse than with row b; turns[at ...] are still to come, then
 * so many steps. */
int tale_rows_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleTurn *turns, int n, int at,
                     const TaleHeld *held, int steps, TaleFacing facing);

#endif
