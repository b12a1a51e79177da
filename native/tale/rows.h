/* rows.h: rows of cards in the last stage of Fairy Tale for two, each kept once. */

#ifndef HOARD_TALE_ROWS_H
#define HOARD_TALE_ROWS_H

#include "rules.h"

#define TALE_TURNS 24           /* flips and unflips of a step */

typedef struct TaleRow {
    uint64_t key;               /* sum over its cards and their sides */
    uint64_t traits;            /* face-up cards of each trait, one byte each */
    uint64_t side[2];           /* names that lie face up, and face down */
    int16_t points;             /* without majorities */
    uint16_t up;                /* as in TaleState */
    uint8_t n, table[TALE_ROW];
} TaleRow;

/* A card to be turned over: by whom, up or down, of which factions. */
typedef struct TaleTurn {
    uint8_t seat, unflip, factions;
} TaleTurn;

/* A seat's hand: known cards, and perhaps a hidden one of any type. In a comparison the better
 * row may have laid one card (lent) and still hold another instead (spare). */
typedef struct TaleHeld {
    uint8_t n, cards[TALE_HAND], hides;
    uint8_t swapped, spare, lent; /* whether so; card held; card laid */
    /* number of the pair of hands after the last picks; 0: no pick was due */
    uint8_t picks;
} TaleHeld;

/* What may affect a row: majority cards, a bit for each of rows->majorities, and classes of cards
 * that the other may lay, a bit each. */
typedef struct TaleThreats {
    uint32_t majorities, classes;
} TaleThreats;

#define TALE_MAJORITIES 8            /* most majority cards */

typedef struct TaleRows {
    TaleState scratch;          /* working memory, with the deck's table */
    TaleRow *list;
    uint32_t *slots;            /* numbers of rows by their key, 0: empty */
    uint32_t n, most_rows, mask; /* in use, and at most; slots less one */
    uint64_t of[TALE_FACTIONS + 1]; /* names by factions */
    /* by name: names that count as it; names that count it */
    uint64_t counted[TALE_KINDS], naming[TALE_KINDS];
    uint64_t almighty;          /* names of almighty cards */
    int n_majorities;
    uint8_t majorities[TALE_MAJORITIES];  /* names of majority cards */
    uint64_t types;             /* names that a hidden card may be */
    int flips[2];               /* by seat: most cards that a step may turn down in its row */
    int classes[2];             /* by seat: classes of its cards by their effect on the other */
    /* a card of each class; class of each card */
    uint8_t sample[2][TALE_KINDS], class[2][TALE_KINDS];
    uint64_t *lasts, *better;  /* tables */
    uint64_t work, most_work;
    uint8_t failed;
} TaleRows;

/* NULL if memory is out. cards: names that each seat may lay; types: names of hidden cards. */
TaleRows *tale_rows_new(const TaleState *state, const uint64_t cards[2], uint64_t types,
                        uint32_t most_rows);
void tale_rows_free(TaleRows *rows);
/* Numbers of rows: of a seat now; with one more card; with a card turned over. 0 once rows have
 * failed. */
uint32_t tale_rows_root(TaleRows *rows, const TaleState *state, int seat);
uint32_t tale_rows_with(TaleRows *rows, uint32_t row, int kind, int up);
uint32_t tale_rows_turned(TaleRows *rows, uint32_t row, int kind, int unflip);
/* Turns after these cards, in order; *hunted: seats whose card was hunted. */
int tale_rows_turns(const TaleRows *rows, const int kinds[2], TaleTurn *turns, unsigned *hunted);
/* Turns still to come in this position. */
int tale_rows_pending(const TaleState *state, TaleTurn *turns);
/* Names that a turn may turn over. */
uint64_t tale_rows_choices(const TaleRows *rows, uint32_t row, const TaleTurn *turn);
/* Final points of a row minus those of another. */
int tale_rows_margin(const TaleRows *rows, uint32_t row, uint32_t other);
/* The best final row of a seat that lays `kind` last, the other `other`; 0 if there is no single
 * one. majorities: of both seats. */
uint32_t tale_rows_last(TaleRows *rows, uint32_t row, int seat, int kind, int other,
                        unsigned majorities);
/* Whether laying `by` is never worse than laying `kind`, with `steps` steps to go. */
int tale_rows_dominated(TaleRows *rows, uint32_t row, int seat, int kind, int by,
                        const TaleHeld *held, int steps, TaleThreats threats);
/* The majority cards among these names. */
unsigned tale_rows_majorities(const TaleRows *rows, uint64_t names);
/* Classes of these cards in a seat's hand. */
uint32_t tale_rows_classes(const TaleRows *rows, int seat, uint64_t names);
/* Whether row a is never worse for a seat than row b; turns[at ...] are still to come, then
 * `steps` steps. */
int tale_rows_better(TaleRows *rows, int seat, uint32_t a, uint32_t b, const TaleTurn *turns, int n,
                     int at, const TaleHeld *held, int steps, TaleThreats threats);

#endif
