/* layout.h: positions, sides and prices of the solver; nothing else of a match. */

#ifndef HOARD_TRICKS_LAYOUT_H
#define HOARD_TRICKS_LAYOUT_H

#include "engine/clock.h"
#include "rules.h"

/* The cards in hands, one word for each suit: byte `seat` holds that seat's cards, and the bytes
 * above mark single cards. Ranks are relative: bit 0 is the lowest card still in a hand, without
 * gaps. */
typedef struct Layout {
    uint64_t suit[TRICKS_SUITS];
} Layout;

#define MARK_WIZARD 32      /* shift of the byte */
#define MARK_PRINCE 40
#define MARK_KING 48        /* only while the Dragon is in a hand */

/* The trick so far, in one word: the number of cards in hands, of the suit led, below the winning
 * card (4 bits); who played that card (4); whether it is the true King (1); the price so far (from
 * bit 16). */
typedef unsigned Run;

#define NO_BAR 9            /* no card of the suit beats the Dragon */

static inline Run make_run(int bar, int best, int king, int price)
{
    return (unsigned)bar | (unsigned)best << 4 | (unsigned)king << 8 | (unsigned)price << 16;
}

/* Cards below the winning one; NO_BAR if none beats it. */
static inline int run_bar(Run run) { return run & 15; }
static inline int run_best(Run run) { return run >> 4 & 7; }
static inline int run_king(Run run) { return run >> 8 & 1; }
static inline int run_price(Run run) { return (int)(run >> 16); }
static inline Run run_priced(Run run, int price) { return (run & 0xFFFF) | (unsigned)price << 16; }

/* What stays the same while a trick is played. */
typedef struct Trick {
    int left;               /* tricks to come, with this one */
    int rest;               /* price of all that can still be taken, in this trick too */
    int leader, suit;       /* suit led */
    int dragon;             /* who holds the Dragon, or NOBODY */
    int first;              /* whether it is the first of the hand */
    int place;              /* turn of the lone player in it; 0 leads */
} Trick;

/* A position at any card of a trick. */
typedef struct Stand {
    Layout at;
    Trick trick;
    int n, seat;            /* cards played, and who is next */
    Run run;
} Stand;

/* Sides and prices of a question. */
typedef struct Contract {
    uint8_t price[TRICKS_SUITS][4];        /* by a card's marks: 1 Wizard, 2 Prince of Warriors */
    uint8_t first, last, every;            /* prices of tricks */
    uint8_t players, takers, grabbers;     /* masks: whose tricks count; who wants them to take
                                              much */
    uint8_t barred;                        /* suits not to be led to the first trick */
    uint8_t kind;
    uint8_t ducker;                        /* the only taker, who wants little; or NOBODY */
    uint8_t lone;                          /* alone against all others, the ducker or the Power
                                              Player; or NOBODY */
} Contract;

/* Parts of the search that can be switched off; no value depends on them. */
#define TRICKS_MERGING 1    /* of equal cards */
#define TRICKS_ORDER 2      /* of moves */
#define TRICKS_BOUNDS 4     /* seen without search */
#define TRICKS_TABLE 8
#define TRICKS_BRIDGING 16  /* a search of its own for tricks of a side */

typedef struct TricksSolver TricksSolver;
typedef struct Entry Entry;
typedef struct Head Head;

struct TricksSolver {
    Layout at;              /* the position searched, changed in place */
    Contract contract;
    Table *table;
    Head *head;
    Entry *entries;         /* NULL without a table */
    uint64_t odd[TRICKS_SUITS]; /* multipliers of the keys; equal for suits at the same prices */
    uint64_t mask, salt, nodes;
    uint64_t last_check, next_check; /* nodes at the last look at the clock, and at the next */
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
extern const uint64_t safe_leads[8];   /* those from which he can lead his lowest card and stay
                                          safe */

/* A seat's cards of a suit, by relative rank. */
static inline unsigned cards_held(const Layout *at, int suit, int seat)
{
    return at->suit[suit] >> 8 * seat & 255;
}

/* All cards of a suit still in hands. */
static inline unsigned in_suit(uint64_t suit)
{
    unsigned cards = (unsigned)suit | (unsigned)suit >> 16;
    return (cards | cards >> 8) & 255;
}

/* Cards of a suit that carry any mark. */
static inline unsigned marked_cards(uint64_t suit)
{
    unsigned high = (unsigned)(suit >> 32);
    return (high | high >> 8 | high >> 16) & 255;
}

/* Rank of the lowest of these cards; 31 of none. */
static inline int low_bit(unsigned cards) { return cards ? __builtin_ctz(cards) : 31; }
/* Rank of the highest of these cards; there must be one. */
static inline int top_bit(unsigned cards) { return 31 - __builtin_clz(cards); }

/* How many cards of a suit these are. */
static inline int count_suit(unsigned cards) { return card_counts[cards & 255]; }

/* Removes the card of this rank; higher ones move down. */
static inline uint64_t drop_card(uint64_t suit, int rank)
{
    uint64_t low = 0x0101010101010101u * ((1u << rank) - 1);
    return (suit & low) | (suit >> 1 & ~low & 0x7F7F7F7F7F7F7F7Fu);
}

/* Price of a card by its marks. */
static inline int price_of(const Contract *c, uint64_t word, int suit, int rank)
{
    unsigned mark = (unsigned)(word >> (MARK_WIZARD + rank));
    return c->price[suit][(mark & 1) | (mark >> 7 & 2)];
}

/* One of each group of equal cards: neighbours at the same price, without the winning card between
 * them. */
static inline unsigned distinct_cards(const TricksSolver *s, uint64_t word, unsigned cards, int bar)
{
    unsigned marked = marked_cards(word),
             same = cards << 1 & ~marked & ~(marked << 1) & ~(1u << bar);
    return s->off & TRICKS_MERGING ? cards : cards & ~same;
}

/* The seat that plays after this one. */
static inline int seat_after(const TricksSolver *s, int seat)
{
    return seat + 1 == s->contract.players ? 0 : seat + 1;
}

/* A seat's turn in the trick, 0 for the leader. */
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

/* Whether the ducker can lead his lowest card of the suit and stay safe. */
static inline unsigned safe_lead(unsigned hand, unsigned all)
{
    unsigned topped = hand | (all + 1);
    return (unsigned)(safe_leads[topped >> 6] >> (topped & 63)) & 1;
}

#endif
