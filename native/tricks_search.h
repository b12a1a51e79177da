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

static inline int run_bar(Run run) { return run & 15; }
static inline int run_best(Run run) { return run >> 4 & 7; }
static inline int run_king(Run run) { return run >> 8 & 1; }
static inline int run_price(Run run) { return (int)(run >> 16); }
static inline Run run_priced(Run run, int price) { return (run & 0xFFFF) | (unsigned)price << 16; }

/* A trick, as far as it stays the same while it is played. */
typedef struct Trick {
    int left;               /* tricks to come, this one included */
    int rest;               /* price of all that is still to be taken, this trick's included */
    int leader, suit;       /* suit led */
    int dragon;             /* who holds the Dragon, or NOBODY */
    int first;              /* it is the first of the hand */
    int place;              /* the turn in it of who plays alone: 0 the leader */
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
    uint8_t lone;                          /* who plays alone against all others: ducker or Power Player; or NOBODY */
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
    int marked;             /* single cards have a price of their own */
    uint32_t off;           /* parts switched off */
    uint8_t dm;             /* max^n */
};

/* ---- cards ---- */

extern const uint8_t card_counts[256]; /* of a suit's cards */
extern const uint8_t safe_hands[256];  /* the ducker's hands of one suit that are safe */
extern const uint64_t safe_leads[8];   /* those from which he may lead his lowest card and be safe after it */

static inline unsigned held(const Layout *at, int suit, int seat) { return at->suit[suit] >> 8 * seat & 255; }

static inline unsigned in_suit(uint64_t suit)
{
    unsigned cards = (unsigned)suit | (unsigned)suit >> 16;
    return (cards | cards >> 8) & 255;
}

static inline unsigned marks(uint64_t suit)
{
    unsigned high = (unsigned)(suit >> 32);
    return (high | high >> 8 | high >> 16) & 255;
}

static inline int low_bit(unsigned cards) { return cards ? __builtin_ctz(cards) : 31; }
static inline int top_bit(unsigned cards) { return 31 - __builtin_clz(cards); }

static inline int count(unsigned cards) { return card_counts[cards & 255]; }

/* Takes the card of this rank out; those above move down. */
static inline uint64_t drop(uint64_t suit, int rank)
{
    uint64_t low = 0x0101010101010101u * ((1u << rank) - 1);
    return (suit & low) | (suit >> 1 & ~low & 0x7F7F7F7F7F7F7F7Fu);
}

static inline int price_of(const Contract *c, uint64_t word, int suit, int rank)
{
    unsigned mark = (unsigned)(word >> (MARK_WIZARD + rank));
    return c->price[suit][(mark & 1) | (mark >> 7 & 2)];
}

/* One of each group of equal cards: neighbours at the same price with nothing between that matters. */
static inline unsigned distinct(const TricksSolver *s, uint64_t word, unsigned cards, int bar)
{
    unsigned marked = marks(word), same = cards << 1 & ~marked & ~(marked << 1) & ~(1u << bar);
    return s->off & TRICKS_MERGING ? cards : cards & ~same;
}

static inline int seat_after(const TricksSolver *s, int seat)
{
    return seat + 1 == s->contract.players ? 0 : seat + 1;
}

static inline int place_of(const TricksSolver *s, const Trick *t, int seat)
{
    return seat >= t->leader ? seat - t->leader : seat - t->leader + s->contract.players;
}

/* Cards of a suit that a Power Player must take. */
static inline unsigned cards_priced(const Contract *c, uint64_t word, int suit)
{
    unsigned marked = (unsigned)(word >> MARK_WIZARD | word >> MARK_PRINCE) & 255;
    return c->price[suit][0] ? in_suit(word) : marked;
}

/* Told by a bit on top of the highest card of the suit. */
static inline unsigned safe_lead(unsigned hand, unsigned all)
{
    unsigned topped = hand | (all + 1);
    return (unsigned)(safe_leads[topped >> 6] >> (topped & 63)) & 1;
}

/* ---- moves (tricks_order.c) ---- */

typedef struct Pick {
    int16_t score;
    uint8_t card;           /* suit * 8 + relative rank, or TRICKS_DRAGON, or TRICKS_LED + suit */
} Pick;

#define MAX_PICKS 16

void sort_picks(Pick *picks, int n);
/* The moves of the seat to play, best first; their count. */
int list_leads(const TricksSolver *s, const Layout *at, const Trick *trick, Pick *picks);
int list_follows(const TricksSolver *s, const Layout *at, const Trick *trick, int n, int seat, Run run, Pick *picks);

/* ---- search (tricks_search.c) ---- */

/* Takes the contract and opens the table; what the contract does not say enters the keys by salt. */
void search_start(TricksSolver *s, const Contract *contract, uint64_t salt);
/* What the takers still get: a lower bound when it reaches the target, else an upper bound. */
int search_bound(TricksSolver *s, const Stand *stand, int target);
/* The same, and the card (as below) of a best move where the answer rests on one. */
int search_root(TricksSolver *s, const Stand *stand, int target, int *card);
/* Plays a card (suit * 8 + relative rank, or a move of the Dragon); what a complete trick brings the takers. */
int search_step(const TricksSolver *s, Stand *stand, int card);
/* Max^n: what each seat takes from here on. */
void search_shares(TricksSolver *s, const Stand *stand, uint8_t shares[TRICKS_SEATS]);

/* ---- tricks of a side, without penalties (tricks_bridge.c) ---- */

/* Tricks of the whole hand won by a side, and a best move (move may be NULL). */
int bridge_value(TricksSolver *s, const TricksState *state, unsigned side, uint32_t *move);
/* The same after each of these moves. */
void bridge_values(TricksSolver *s, const TricksState *state, unsigned side, const uint32_t *moves, int n,
                   int32_t *values);

#endif
