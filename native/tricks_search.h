/* tricks_search.h: the search under tricks_solve.c. Sides, prices and positions; nothing of a match. */

#ifndef HOARD_TRICKS_SEARCH_H
#define HOARD_TRICKS_SEARCH_H

#include "tricks_solve.h"

/* The cards in hands, a suit a word: byte `seat` holds that seat's cards, and the bytes above mark single cards.
 * Ranks are relative: bit 0 is the lowest card of the suit still in a hand, and so on without a gap. */
typedef struct Layout {
    uint64_t suit[TRICKS_SUITS];
} Layout;

#define MARK_WIZARD 32      /* shift of the byte */
#define MARK_PRINCE 40
#define MARK_KING 48        /* only while the Dragon is in a hand */

/* What has been played to a trick, in one word: cards in hands of the suit led that lie below the card that wins so
 * far (4 bits), whose that is (4), whether it is the true King (1), the price so far (from bit 16). */
typedef unsigned Run;

#define NO_BAR 9            /* no card of the suit beats the Dragon */

static inline Run make_run(int bar, int best, int king, int price)
{
    return (unsigned)bar | (unsigned)best << 4 | (unsigned)king << 8 | (unsigned)price << 16;
}

/* A trick, as far as it stays the same while it is played. */
typedef struct Trick {
    int left;               /* tricks to come, this one included */
    int rest;               /* price of all that is still to be taken, this trick's included */
    int leader, suit;       /* suit led */
    int dragon;             /* who holds the Dragon, or NOBODY */
    int first;              /* it is the first of the hand */
    int place;              /* the ducker's turn in it: 0 the leader */
} Trick;

/* A position at any card of a trick. */
typedef struct Stand {
    Layout at;
    Trick trick;
    int n, seat;            /* cards played, and who is next */
    Run run;
} Stand;

/* What counts, and for whom. */
typedef struct Contract {
    uint8_t price[TRICKS_SUITS][4];        /* of a card by its marks: 1 Wizard, 2 Prince of Warriors */
    uint8_t first, last, every;            /* of tricks */
    uint8_t players, takers, grabbers;     /* masks: whose tricks are counted; who wants much of that */
    uint8_t barred;                        /* suits not to be led to the first trick */
    uint8_t kind;
    uint8_t ducker;                        /* the only taker, who wants few; or NOBODY */
} Contract;

typedef struct Entry Entry;
typedef struct Head Head;

struct TricksSolver {
    Layout at;              /* of the position searched, in place */
    Contract contract;
    Table *table;
    Head *head;
    Entry *entries;         /* NULL without a table */
    uint64_t odd[TRICKS_SUITS]; /* of the keys; the same for suits at the same prices */
    uint64_t mask, salt, nodes, next_check;
    uint32_t stamp, max_bits;
    Clock *clock;
    int stopped;
    uint32_t off;           /* parts switched off */
    uint8_t dm;             /* max^n */
};

/* Takes the contract and opens the table; what the contract does not say enters the keys by salt. */
void search_start(TricksSolver *s, const Contract *contract, uint64_t salt, Clock *clock);
/* What the takers still get: a lower bound when it reaches the target, else an upper bound. */
int search_bound(TricksSolver *s, const Stand *stand, int target);
/* The same, and the card (as below) of a best move where the answer rests on one. */
int search_root(TricksSolver *s, const Stand *stand, int target, int *card);
/* Plays a card (suit * 8 + relative rank, or a move of the Dragon); what a complete trick brings the takers. */
int search_step(const TricksSolver *s, Stand *stand, int card);
/* Max^n: what each seat takes from here on. */
void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[TRICKS_SEATS]);

#endif
