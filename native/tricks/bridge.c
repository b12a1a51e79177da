/* bridge.c: tricks won by a side, without penalties, as in bridge without trumps.
 *
 * The general search can count tricks too; this one knows what is only true without prices, and takes a hundredth of
 * the nodes. It is there to hold the solver against those of bridge.
 *
 * Partition search (Ginsberg 1996): every answer names the lowest cards it rests on, suit by suit; whoever holds the
 * cards below them, it stays true as long as all hands have the same lengths. The table keys by lengths and compares
 * the owners of the cards that matter, so one entry serves many positions. Cards keep their ranks; the owners of what
 * is left of a suit come from a list of all 256 sets, made once a deal. Where all moves have failed and neighbours in
 * a hand were tried as one, they matter together (without it one ending in some thousands was wrong).
 * Before the table, bounds for both sides:
 *   quick tricks: cards above all of the opponents', and long cards once they have run out, of the hand on lead, then
 *   of its partner if a card leads to him; as long as none has to overtake
 *   later tricks: once the leaders have run out of suits whose highest card is theirs, the others get in and take
 *   their quick tricks; at once, if the leader has nothing else to lead
 *   sure tricks, in the middle of a trick: this one, by a card that nobody can beat, and the winner's quick tricks
 * First guess: the share of highest and second cards. Moves by a few weights tuned one by one.
 *
 * Median nodes of 300 deals of 8 cards, value / values of all moves, added one after the other: table, merging, first
 * bounds 520 / 1,380; weights tuned 425 / 1,370; later tricks 387 / 1,200; sure tricks 214 / 681; neighbours at the
 * root solved once, the value as a limit, weights again 209 / 614; quick tricks through the partner 104 / 307,
 * weights again 96 / 309. The right guess from the start would have saved 4 %. A quarter or a sixteenth of the buckets
 * takes the same time. */

#include "bridge.h"

#include "engine/table.h"
#include "order.h"

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define BUCKET 8
#define BUCKETS 4096

/* What is known of positions with the same lengths of all hands and the same owners of the cards that matter. */
typedef struct Known {
    uint64_t lengths;
    uint64_t owners;        /* of the highest cards of each suit, 16 bits a suit */
    uint16_t stamp;
    uint16_t tops;          /* how many of them matter, 4 bits a suit */
    uint8_t sides;          /* leader, side, players */
    uint8_t bound;          /* 2 * tricks, + 1: no more than these; else no less */
    uint8_t left;
    uint8_t card;           /* tried last */
} Known;

/* What the cards left of a suit mean to a seat. Sums of counts over the suits are sums of each part. */
typedef struct View {
    uint32_t quick;         /* QUICK_..: tricks if the seat is on lead */
    uint32_t later;         /* LATER_..: how it loses the lead */
    uint8_t used, reached_used; /* cards that the tricks of both hands rest on */
    uint8_t over_used;      /* the same if the partner takes over the last of the hand's own tricks */
    int8_t more;            /* what both hands' tricks are more by then */
    uint8_t top;            /* the opponents' highest card, if it is the highest */
    uint8_t stop;           /* a card, if no partner holds this or a higher one and can win the suit */
    uint8_t apart;          /* the lowest of each group of neighbours in the hand */
    uint8_t over;           /* cards above all of the opponents' */
    int8_t lead, lead_over; /* how good leads of the others and of those look */
    int8_t discard;         /* how good discards look, the rank left out */
} View;

/* Parts of a view's counts. */
#define QUICK_OWN 1u        /* tricks of the hand itself */
#define QUICK_PARTNER 256u  /* tricks of its partner after these */
#define QUICK_REACHED 65536u /* a card is left that leads to him */
#define QUICK_OVER 1048576u /* he can take over the last of the hand's own tricks */
#define LATER_RUNS 1u       /* how often the side can lead the suit, if its highest card is theirs */
#define LATER_OWN 256u      /* how often the seat can */
#define LATER_REACHED 4096u /* a partner may win it */
#define LATER_WINNER 65536u /* << seat: holds the opponents' highest card of a suit that the seat can lead */
#define LATER_GUARD 16777216u

typedef struct Bridge {
    TricksSolver *s;
    uint32_t dealt[SEATS];  /* as the search began */
    uint32_t live;          /* all cards still in hands */
    uint64_t lengths;       /* 4 bits each: hand's suits, seat by seat */
    Known *known;           /* NULL without a table */
    unsigned side, rest;    /* masks of seats */
    int players;
    int hint;               /* card that the table names */
    int choice;             /* best card at the root, where a search chose one; else -1 */
    uint16_t owners[SUITS][256];
    uint8_t viewed[SUITS][256]; /* seats whose view of the set of cards is made */
    View views[SUITS][256][SEATS];
} Bridge;

typedef struct Play {
    int left, seat, n, suit, winner;
    unsigned best, played;  /* bits of the suit led: the card that wins so far, all cards of the trick */
    int root;
} Play;

/* ---- cards ---- */

/* The cards of one suit, as a byte. */
static inline unsigned suit_of(uint32_t cards, int suit) { return cards >> 8 * suit & 255; }
/* The lowest card of a suit's cards, as a bit; 0 of none. */
static inline unsigned low_card(unsigned cards) { return cards & (0 - cards); }
/* The highest card of a suit's cards, as a bit; 0 of none. */
static inline unsigned high_card(unsigned cards) { return cards ? 1u << (31 - __builtin_clz(cards)) : 0; }
/* All that lies above the highest of these cards; everything above none. */
static inline unsigned cards_over(unsigned cards) { return ~(2 * high_card(cards) - !!cards); }
/* The cards of a suit that a seat holds. */
static inline unsigned held(const Bridge *b, int seat, int suit) { return suit_of(b->dealt[seat] & b->live, suit); }
/* The seat that plays after this one. */
static inline int next_seat(const Bridge *b, int seat) { return seat + 1 == b->players ? 0 : seat + 1; }
/* The seats of a seat's own side, itself included. */
static inline unsigned side_of(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->side : b->rest; }

/* The seats of the other side. */
static inline unsigned seats_against(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->rest : b->side; }

/* All cards that these seats were dealt. */
static uint32_t dealt_to(const Bridge *b, unsigned seats)
{
    uint32_t cards = 0;
    for (; seats; seats &= seats - 1)
        cards |= b->dealt[__builtin_ctz(seats)];
    return cards;
}

/* The most of these cards of a suit that one of these seats holds. */
static int longest_length(const Bridge *b, unsigned seats, int suit, unsigned set)
{
    int most = 0;
    for (; seats; seats &= seats - 1) {
        int cards = count_suit(suit_of(b->dealt[__builtin_ctz(seats)], suit) & set);
        most = cards > most ? cards : most;
    }
    return most;
}

/* A suit's cards less the n lowest. */
static unsigned without_low(unsigned cards, int n)
{
    for (; cards && n > 0; n--)
        cards &= cards - 1;
    return cards;
}

/* A suit's cards less the n highest. */
static unsigned without_high(unsigned cards, int n)
{
    for (; cards && n > 0; n--)
        cards ^= high_card(cards);
    return cards;
}

/* ---- table ---- */

/* Who holds the cards that are left, in the order of a table's entry. */
static inline uint64_t owners_of(const Bridge *b, uint32_t cards)
{
    uint64_t owners = 0;
    for (int suit = 0; suit < SUITS; suit++)
        owners |= (uint64_t)b->owners[suit][suit_of(cards, suit)] << 16 * suit;
    return owners;
}

/* As many of the highest cards of each suit, as bits of owners. */
static inline uint64_t tops_mask(unsigned tops)
{
    uint64_t mask = 0;
    for (int suit = 0; suit < SUITS; suit++)
        mask |= (uint64_t)(0xFFFF & 0xFFFF0000u >> 2 * (tops >> 4 * suit & 15)) << 16 * suit;
    return mask;
}

/* The lowest cards that matter. */
static uint32_t lowest_tops(unsigned tops, uint32_t cards)
{
    uint32_t all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned k = tops >> 4 * suit & 15, in_suit = suit_of(cards, suit);
        if (k)
            all |= (uint32_t)high_card(without_high(in_suit, (int)k - 1)) << 8 * suit;
    }
    return all;
}

/* How many of each suit's cards are no lower than one that matters. */
static unsigned tops_of(uint32_t matters, uint32_t cards)
{
    unsigned tops = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned lowest = low_card(suit_of(matters, suit));
        if (lowest)
            tops |= (unsigned)count_suit(suit_of(cards, suit) & ~(lowest - 1)) << 4 * suit;
    }
    return tops;
}

/* Leader, side and number of players as one number. */
static inline unsigned sides_key(const Bridge *b, int seat)
{
    return (unsigned)seat | b->side << 2 | (unsigned)(b->players == 3) << 6;
}

/* The entries where this position may stand. There must be a table. */
static Known *bucket_of(const Bridge *b, int seat)
{
    uint64_t key = mix64(b->lengths + sides_key(b, seat) * 0x9E3779B97F4A7C15u);
    return b->known + key % BUCKETS * BUCKET;
}

/* 1 with the bound where it decides; else perhaps a hint. */
static int look_up(Bridge *b, const Known *bucket, int seat, uint32_t cards, int target, int *value,
                   uint32_t *matters)
{
    uint64_t owners = owners_of(b, cards);
    for (int i = 0; i < BUCKET; i++) {
        const Known *k = &bucket[i];
        if (k->stamp != b->s->stamp || k->lengths != b->lengths || k->sides != sides_key(b, seat))
            continue;
        if ((owners ^ k->owners) & tops_mask(k->tops)) {
            if (b->hint < 0 && (b->side >> seat & 1) != (k->bound & 1) && b->dealt[seat] & b->live & 1u << k->card)
                b->hint = k->card;
            continue;
        }
        *value = k->bound / 2;
        if (k->bound & 1 ? *value < target : *value >= target) {
            *matters = lowest_tops(k->tops, cards);
            return 1;
        }
        if (b->dealt[seat] & b->live & 1u << k->card)
            b->hint = k->card;
    }
    return 0;
}

/* Writes a bound and the cards it rests on over the entry that is missed least. */
static void store_bound(const Bridge *b, Known *bucket, const Play *p, uint32_t cards, int target, int value,
                        uint32_t matters)
{
    assert(value >= 0 && value <= p->left);
    Known *place = bucket;
    for (int i = 0; i < BUCKET && place->stamp == b->s->stamp; i++)
        if (bucket[i].stamp != b->s->stamp || bucket[i].left < place->left)
            place = &bucket[i];
    *place = (Known){b->lengths, owners_of(b, cards), (uint16_t)b->s->stamp, (uint16_t)tops_of(matters, cards),
                     (uint8_t)sides_key(b, p->seat), (uint8_t)(2 * value + (value < target)), (uint8_t)p->left,
                     (uint8_t)b->hint};
}

/* ---- views ----
 *
 * used: cards whose place among the others a number rests on, those above them included. */

/* Tricks that a hand can take in a suit one after the other, if its own side lets it. */
static int run_length(unsigned mine, unsigned others, int longest_other, unsigned *used)
{
    int masters = count_suit(mine & cards_over(others)), n = masters >= longest_other ? count_suit(mine) : masters;
    int needed = n < longest_other ? n : longest_other;
    *used |= mine & ~without_high(mine, needed);
    return n;
}

/* How many of n tricks stay with the hand that leads: a partner plays under it as long as it can. */
static int count_unblocked(unsigned mine, unsigned partner, int n, unsigned *used)
{
    for (int i = 0; i < n && partner; i++) {
        unsigned high = high_card(mine), low = low_card(partner);
        if (low > high)
            return i;
        *used |= high;
        mine ^= high;
        partner ^= low;
    }
    return n;
}

/* A suit as a seat sees it. */
typedef struct Sight {
    int seat, suit, longest;    /* cards of one opponent */
    unsigned set, mine, ours, opponents, partners, against; /* the first five cards; the others masks of seats */
} Sight;

/* Tricks that the seat can take in the suit and stay on lead. */
static int own_tricks(const Bridge *b, const Sight *at, View *view)
{
    unsigned used = 0;
    if (!at->mine)
        return 0;
    int n = run_length(at->mine, at->opponents, at->longest, &used);
    for (unsigned seats = at->partners; seats && n; seats &= seats - 1)
        n = count_unblocked(at->mine, suit_of(b->dealt[__builtin_ctz(seats)], at->suit) & at->set, n, &used);
    view->used = (uint8_t)(n ? used : 0);
    return n;
}

/* What a partner can take after the seat has taken its own tricks and goes on with a card to him. */
static uint32_t reached_tricks(const Sight *at, int own, View *view)
{
    unsigned his = without_low(at->ours & ~at->mine, own), mine = without_high(at->mine, own), used = 0;
    if (!his)
        return 0;
    int most = at->longest - own, run = run_length(his, at->opponents, most > 0 ? most : 0, &used);
    int n = count_unblocked(his, mine, run, &used);
    if (!n)
        return 0;
    view->reached_used = (uint8_t)(used | (mine ? high_card(his) : 0));
    return (uint32_t)n * QUICK_PARTNER + (mine ? QUICK_REACHED : 0);
}

/* What comes of it if he takes over the last of the seat's own tricks, these being all its cards. */
static uint32_t over_tricks(const Sight *at, int own, View *view)
{
    if (!own || own < count_suit(at->mine))
        return 0;
    unsigned his = without_low(at->ours & ~at->mine, own - 1), used = 0;
    int most = at->longest - own + 1, run = run_length(his, at->opponents, most > 0 ? most : 0, &used);
    int n = count_unblocked(his, low_card(at->mine), run, &used);
    if (!n)
        return 0;
    view->more = (int8_t)(n - 1 - (int)(view->quick / QUICK_PARTNER & 255));
    view->over_used = (uint8_t)(used | high_card(his) | (own > 1 ? view->used : 0));
    return QUICK_OVER;
}

/* How the seat's side loses the lead in this suit. */
static uint32_t later_counts(const Bridge *b, const Sight *at, View *view)
{
    uint32_t later = 0;
    unsigned partners = at->ours & ~at->mine, top = high_card(at->opponents);
    if (at->ours > at->opponents) {
        unsigned stop = partners ? low_card(at->mine) : 0;
        int reached = at->mine && partners > stop, own = count_suit(at->mine), length = 0;
        int masters = count_suit(at->mine & cards_over(top));
        for (unsigned seats = at->against; seats; seats &= seats - 1) {
            unsigned hand = suit_of(b->dealt[__builtin_ctz(seats)], at->suit) & at->set;
            length = hand & top ? count_suit(hand) : length;
        }
        if (!reached && length > masters && own > masters) {
            own = masters;
            stop = !stop || top < stop ? top : stop;
            later += LATER_GUARD;
        }
        view->stop = (uint8_t)(at->mine && !reached ? stop : 0);
        return later + (uint32_t)longest_length(b, at->partners | 1u << at->seat, at->suit, at->set) * LATER_RUNS +
               (uint32_t)own * LATER_OWN + (reached ? LATER_REACHED : 0);
    }
    view->top = (uint8_t)(at->ours ? top : 0);
    for (unsigned seats = at->mine ? at->against : 0; seats; seats &= seats - 1)
        if (suit_of(b->dealt[__builtin_ctz(seats)], at->suit) & top)
            later |= LATER_WINNER << __builtin_ctz(seats);
    return later;
}

/* The lowest of each group of neighbours in a hand. */
static unsigned separate_cards(unsigned hand, unsigned others)
{
    unsigned found = 0;
    while (hand) {
        unsigned lowest = low_card(hand), barrier = low_card(others & ~(lowest - 1));
        found |= lowest;
        hand &= barrier ? ~(barrier - 1) : 0;
    }
    return found;
}

/* Weights tuned one by one for fewer nodes. */
static void score_moves(const Bridge *b, const Sight *at, View *view)
{
    unsigned high = high_card(at->set), partners = at->ours & ~at->mine;
    unsigned next = suit_of(b->dealt[next_seat(b, at->seat)], at->suit) & at->set;
    unsigned last = suit_of(b->dealt[at->seat ? at->seat - 1 : b->players - 1], at->suit) & at->set;
    int alone = !(at->mine & (at->mine - 1)), theirs = partners > at->opponents;
    int score = count_suit(partners) - 2 * count_suit(at->opponents) - (last & high ? 3 : 0);
    score -= (next ? 0 : 15) + (last ? 0 : 10) + (partners ? 0 : 3) + alone;
    view->lead = (int8_t)(score + (theirs ? 14 : 0));
    view->lead_over = (int8_t)(score + (theirs ? 0 : 2));
    view->discard = (int8_t)(count_suit(at->mine) - (theirs ? 3 : 0) + (alone ? 3 : 0) + (at->opponents ? 0 : 2));
}

/* Makes a seat's view of this set of a suit's cards. */
static void make_view(Bridge *b, int suit, unsigned set, int seat)
{
    unsigned ours = side_of(b, seat), against = seats_against(b, seat), partners = ours ^ 1u << seat;
    Sight at = {seat, suit, longest_length(b, against, suit, set), set, suit_of(b->dealt[seat], suit) & set,
                suit_of(dealt_to(b, ours), suit) & set, suit_of(dealt_to(b, against), suit) & set, partners, against};
    View *view = &b->views[suit][set][seat];
    assert(suit >= 0 && suit < SUITS && set < 256);
    memset(view, 0, sizeof *view);
    int own = own_tricks(b, &at, view);
    view->quick = (uint32_t)own * QUICK_OWN;
    if (partners && !(partners & (partners - 1)))
{
        view->quick += reached_tricks(&at, own, view);
        view->quick += over_tricks(&at, own, view);
}
    view->later = later_counts(b, &at, view);
    view->apart = (uint8_t)(b->s->off & TRICKS_MERGING ? at.mine : separate_cards(at.mine, set & ~at.mine));
    view->over = (uint8_t)cards_over(at.opponents);
    score_moves(b, &at, view);
    b->viewed[suit][set] |= (uint8_t)(1u << seat);
}

/* A seat's view of this set of a suit's cards. */
static inline const View *view_of(Bridge *b, int suit, unsigned set, int seat)
{
    if (!(b->viewed[suit][set] >> seat & 1))
        make_view(b, suit, set, seat);
    return &b->views[suit][set][seat];
}

/* ---- bounds ----
 *
 * matters: cards whose place among the others a bound rests on, those above them included. */

/* Tricks that a hand on lead can take for its side at once, these cards being left. */
static int quick_tricks(Bridge *b, int seat, uint32_t cards, int wanted, uint32_t *matters)
{
    uint32_t sum = 0, used = 0, reached = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const View *view = view_of(b, suit, suit_of(cards, suit), seat);
        sum += view->quick;
        used |= (uint32_t)view->used << 8 * suit;
        reached |= (uint32_t)view->reached_used << 8 * suit;
    }
    int own = (int)(sum & 255), partner = (int)(sum / QUICK_PARTNER & 255);
    if (own >= wanted || sum < QUICK_REACHED) {
        *matters |= used;
        return own;
    }
    if (sum / QUICK_REACHED & 15) {
        *matters |= used | reached;
        return own + partner;
    }
    int best = -9, over = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const View *view = &b->views[suit][suit_of(cards, suit)][seat];
        if (view->over_used && view->more > best) { best = view->more; over = suit; }
    }
    if (own + partner + best > own) {
        const View *view = &b->views[over][suit_of(cards, over)][seat];
        *matters |= ((used | reached) & ~(255u << 8 * over)) | (uint32_t)view->over_used << 8 * over;
        return own + partner + best;
    }
    *matters |= used;
    return own;
}

/* Tricks that the side not on lead wins at least: it gets in before the leaders have run out of suits whose highest
 * card they hold, at once if the leader has none of these, and whoever of it gets in can take so many. 0 where these
 * are fewer than wanted. */
static int later_tricks(Bridge *b, int seat, int left, int wanted, uint32_t *matters)
{
    uint32_t sum = 0, tops = 0, stops = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const View *view = view_of(b, suit, suit_of(b->live, suit), seat);
        sum = (sum + (view->later & 0xFF00FFFF)) | (view->later & 0x00FF0000);
        tops |= (uint32_t)view->top << 8 * suit;
        stops |= (uint32_t)view->stop << 8 * suit;
    }
    int most = left - (int)(sum & 255), guards = 0;
    unsigned winners = seats_against(b, seat);
    *matters = tops;
    if (!(sum / LATER_OWN & 15) || (most < wanted && !(sum / LATER_REACHED & 15))) {
        most = left - (int)(sum / LATER_OWN & 15);
        winners = most < left ? winners : sum / LATER_WINNER & 15; guards = (int)(sum / LATER_GUARD);
        *matters |= stops;
    }
    if (most < wanted)
        return 0;
    int least = most > guards ? most - guards : 1;
    for (; winners; winners &= winners - 1) {
        uint32_t used = 0;
        int n = quick_tricks(b, __builtin_ctz(winners), b->live, wanted, &used);
        *matters |= n > 1 ? used : 0;
        least = n < 1 ? 1 : n < least ? n : least;
    }
    return least < most ? least : most;
}

/* The card with which a hand can take the trick under way for its side, whatever the others do, or 0. */
static unsigned sure_card(const Bridge *b, const Play *p, int seat, unsigned to_play, unsigned ours)
{
    unsigned to_beat = ours >> p->winner & 1 ? 0 : p->best, mine = held(b, seat, p->suit);
    for (unsigned seats = to_play & ~(1u << seat); seats; seats &= seats - 1) {
        unsigned hand = held(b, __builtin_ctz(seats), p->suit);
        to_beat |= ours & seats & (0 - seats) ? low_card(hand) : hand;
    }
    if (to_play >> seat & 1)
        return low_card(mine & cards_over(to_beat | p->best));
    return seat == p->winner && p->best > to_beat ? p->best : 0;
}

/* Tricks that the side of the seat to play wins at least by taking the trick under way. */
static int sure_tricks(Bridge *b, const Play *p, int wanted, uint32_t *matters)
{
    unsigned ours = side_of(b, p->seat), to_play = 0;
    int most = 0;
    for (int i = p->n, seat = p->seat; i < b->players; i++, seat = next_seat(b, seat))
        to_play |= 1u << seat;
    for (unsigned seats = ours; seats && most < wanted; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        unsigned card = sure_card(b, p, seat, to_play, ours);
        uint32_t used = card << 8 * p->suit, cards = b->live & ~used;
        if (!card)
            continue;
        for (unsigned rest = ours & to_play & ~(1u << seat); rest; rest &= rest - 1)
            cards ^= (uint32_t)low_card(held(b, __builtin_ctz(rest), p->suit)) << 8 * p->suit;
        int sum = 1 + quick_tricks(b, seat, cards, wanted - 1, &used);
        if (sum > most) {
            most = sum;
            *matters = used;
        }
    }
    return most < p->left ? most : p->left;
}

/* ---- moves ---- */

/* Adds cards of a suit, the lowest first; the number of picks then. */
static inline int add_cards(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        picks[n++].card = (uint8_t)(8 * suit + __builtin_ctz(cards));
    return n;
}

/* Cards that follow suit: those that win for certain, the lowest first; those that do not beat; the others. A trick
 * that is its side's already gets the lowest. */
static int list_in_suit(Bridge *b, const Play *p, Pick *picks)
{
    unsigned cards = view_of(b, p->suit, suit_of(b->live, p->suit) | p->best, p->seat)->apart, later = 0;
    unsigned opponents = seats_against(b, p->seat);
    for (int i = p->n + 1, seat = p->seat; i < b->players; i++)
        later |= opponents >> (seat = next_seat(b, seat)) & 1 ? held(b, seat, p->suit) : 0;
    if (b->s->off & TRICKS_ORDER || (side_of(b, p->seat) >> p->winner & 1 && p->best > later))
        return add_cards(picks, 0, p->suit, cards);
    unsigned beats = cards & ~(p->best - 1), wins = beats & cards_over(later);
    int n = add_cards(picks, 0, p->suit, wins);
    n = add_cards(picks, n, p->suit, cards & ~beats);
    return add_cards(picks, n, p->suit, beats & ~wins);
}

/* How good a lead or a discard looks; the card that the table names comes first among leads. */
static int score_card(const Bridge *b, const Play *p, const View *view, int card)
{
    int rank = card & 7, over = view->over >> rank & 1;
    if (p->n)
        return view->discard - rank - 4 * over;
    return (over ? view->lead_over : view->lead) + (card == b->hint ? 1000 : 0);
}

/* The moves of the seat to play, one of each group of neighbours, best looking first; their
 * number. */
static int list_moves(Bridge *b, const Play *p, Pick *picks)
{
    int n = 0;
    if (p->n && held(b, p->seat, p->suit))
        return list_in_suit(b, p, picks);
    for (int suit = 0; suit < SUITS; suit++) {
        const View *view = view_of(b, suit, suit_of(b->live, suit), p->seat);
        for (unsigned each = view->apart; each; each &= each - 1) {
            int card = 8 * suit + __builtin_ctz(each);
            picks[n++] = (Pick){(int16_t)score_card(b, p, view, card), (uint8_t)card};
        }
    }
    if (!(b->s->off & TRICKS_ORDER))
        sort_picks(picks, n);
    return n;
}

/* ---- search ----
 *
 * By null windows: what the side still gets, a lower bound when it reaches the target, else an upper bound. matters:
 * the cards that the answer rests on. */

static int search_lead(Bridge *b, int seat, int left, int target, int root, uint32_t *matters);
static int search_trick(Bridge *b, const Play *p, int target, uint32_t *matters);

/* The trick is complete. */
static int close_trick(Bridge *b, const Play *p, int target, uint32_t *matters)
{
    int gain = b->side >> p->winner & 1;
    uint32_t own = p->played & (p->played - 1) ? p->best << 8 * p->suit : 0; /* alone it wins at any rank */
    b->s->nodes++;
    int value = gain + search_lead(b, p->winner, p->left - 1, target - gain, 0, matters);
    *matters |= own;
    return value;
}

/* The value once the card is played. The position is as before when it returns. */
static int play_card(Bridge *b, const Play *p, int card, int target, uint32_t *matters)
{
    Play next = *p;
    unsigned bit = 1u << (card & 7);
    uint64_t one = (uint64_t)1 << (16 * p->seat + 4 * (card >> 3));
    if (!p->n) {
        next.suit = card >> 3;
        next.played = next.best = 0;
    }
    if (card >> 3 == next.suit) {
        next.played |= bit;
        next.winner = bit > next.best ? p->seat : next.winner;
        next.best = bit > next.best ? bit : next.best;
    }
    next.n++;
    next.root = 0;
    next.seat = next_seat(b, p->seat);
    b->live ^= 1u << card;
    b->lengths -= one;
    int value = next.n < b->players ? search_trick(b, &next, target, matters)
                                    : close_trick(b, &next, target, matters);
    b->lengths += one;
    b->live ^= 1u << card;
    return value;
}

/* Where all moves have failed, and one of neighbours was tried for all of them, they matter together. */
static uint32_t with_neighbours(const Bridge *b, const Play *p, uint32_t matters)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned lowest = low_card(suit_of(matters, suit)), hand = held(b, p->seat, suit);
        unsigned others = (suit_of(b->live, suit) & ~hand) | (p->n && suit == p->suit ? p->best : 0);
        if (lowest & hand)
            matters |= (uint32_t)low_card(hand & cards_over(others & (lowest - 1))) << 8 * suit;
    }
    return matters;
}

/* Cards of the same suit that are as good as one that has failed: they and it lie below all that mattered. */
static uint32_t cards_alike(int card, uint32_t matters)
{
    unsigned lowest = low_card(suit_of(matters, card >> 3)), below = lowest ? lowest - 1 : 255;
    return below >> (card & 7) & 1 ? below << (card & 24) : 0;
}

/* The value by the moves of the seat to play, one after another. */
static int try_moves(Bridge *b, const Play *p, int target, uint32_t *matters)
{
    Pick picks[TRICKS_MOVES];
    int n = list_moves(b, p, picks), grabs = b->side >> p->seat & 1, best = grabs ? -1 : 255;
    uint32_t failed = 0;
    *matters = 0;
    for (int i = 0; i < n && !b->s->stopped; i++) {
        uint32_t child;
        if (failed >> picks[i].card & 1)
            continue;
        int value = play_card(b, p, picks[i].card, target, &child);
        if (!p->n)
            b->hint = picks[i].card;
        best = grabs == (value > best) ? value : best;
        if (grabs == (best >= target)) {
            *matters = child;
            if (p->root)
                b->choice = picks[i].card;
            return best;
        }
        *matters |= child;
        failed |= b->s->off & TRICKS_MERGING ? 0 : cards_alike(picks[i].card, child);
    }
    *matters = with_neighbours(b, p, *matters);
    return best;
}

/* In the middle of a trick. */
static int search_trick(Bridge *b, const Play *p, int target, uint32_t *matters)
{
    int grabs = b->side >> p->seat & 1;
    *matters = 0;
    if (!(b->s->off & TRICKS_BOUNDS)) {
        if (target <= 0 || target > p->left)
            return target <= 0 ? 0 : p->left;
        int sure = sure_tricks(b, p, grabs ? target : p->left - target + 1, matters);
        if (grabs ? sure >= target : p->left - sure < target)
            return grabs ? sure : p->left - sure;
    }
    return try_moves(b, p, target, matters);
}

/* 1 once the clock has stopped the solver; looked at every 1,024 nodes. */
static int out_of_time(TricksSolver *s)
{
    if (s->nodes >= s->next_check && s->clock) {
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* What is certain at the start of a trick: 1 with the value. */
static int lead_settled(Bridge *b, int seat, int left, int target, int *value, uint32_t *matters)
{
    int ours = b->side >> seat & 1;
    *value = target <= 0 ? 0 : left;
    if (target <= 0 || target > left)
        return 1;
    int quick = quick_tricks(b, seat, b->live, ours ? target : left - target + 1, matters);
    quick = quick < left ? quick : left;
    *value = ours ? quick : left - quick;
    if (ours == (*value >= target))
        return 1;
    int later = later_tricks(b, seat, left, ours ? left - target + 1 : target, matters);
    *value = ours ? left - later : later;
    return ours == (*value < target);
}

/* The value at the start of a trick: seen at once, known, or by its moves. 0 and no meaning once
 * the clock has stopped it. */
static int search_lead(Bridge *b, int seat, int left, int target, int root, uint32_t *matters)
{
    int value = 0;
    *matters = 0;
    if (!left || out_of_time(b->s))
        return 0;
    if (!(b->s->off & TRICKS_BOUNDS) && lead_settled(b, seat, left, target, &value, matters))
        return value;
    uint32_t cards = b->live;
    Known *bucket = b->known ? bucket_of(b, seat) : NULL;
    b->hint = -1;
    if (bucket && look_up(b, bucket, seat, cards, target, &value, matters))
        return value;
    Play p = {left, seat, 0, 0, 0, 0, 0, root};
    value = try_moves(b, &p, target, matters);
    if (bucket && !b->s->stopped)
        store_bound(b, bucket, &p, cards, target, value, *matters);
    return value;
}

/* ---- the start ---- */

typedef struct Root {
    Bridge b;
    Play p;
    int taken;              /* by the side so far */
} Root;

/* Who holds the cards of each suit that are left, the highest first, for every set of them. */
static void set_owners(Bridge *b)
{
    assert(b->live);
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned all = suit_of(b->live, suit);
        b->owners[suit][0] = 0;
        for (unsigned set = all & (0 - all); set; set = (set - all) & all) {
            unsigned top = high_card(set), owner = 0;
            while (!(suit_of(b->dealt[owner], suit) & top))
                owner++;
            b->owners[suit][set] = (uint16_t)(owner << 14 | b->owners[suit][set ^ top] >> 2);
        }
    }
}

/* The position of a hand under way, its side as a mask of seats, and a table if there is one. */
static void start_root(Root *root, TricksSolver *s, const TricksState *state, unsigned side)
{
    Bridge *b = &root->b;
    Play *p = &root->p;
    size_t bytes;
    assert(!(side >> state->players));
    b->s = s;
    memcpy(b->dealt, state->hands, sizeof b->dealt);
    memset(b->viewed, 0, sizeof b->viewed);
    b->live = in_hands(state);
    b->players = state->players;
    b->side = side;
    b->rest = ((1u << b->players) - 1) & ~side;
    b->choice = -1;
    b->lengths = 0;
    for (int i = 0; i < SEATS * SUITS; i++)
        b->lengths |= (uint64_t)count_suit(suit_of(b->dealt[i / SUITS], i % SUITS)) << 4 * i;
    b->known = table_memory(s->table, &bytes);
    if (bytes < sizeof(Known) * BUCKET * BUCKETS || s->off & TRICKS_TABLE)
        b->known = NULL;
    s->stamp = table_stamp(s->table);
    set_owners(b);
    *p = (Play){TRICKS_HAND - tricks_done(state), tricks_turn(state), state->n_trick, state->suit, 0, 0, 0, 1};
    if (p->n) {
        p->winner = tricks_winner(state);
        p->best = 1u << (state->trick[(p->winner + b->players - state->leader) % b->players] & 7);
        p->played = suit_of(on_table(state), p->suit);
    }
    root->taken = 0;
    for (int seat = 0; seat < b->players; seat++)
        root->taken += side >> seat & 1 ? state->tricks[seat] : 0;
}

/* Tricks that the side may expect by its share of the high cards. */
static int guess_tricks(const Bridge *b, int left)
{
    assert(left >= 0 && left <= TRICKS_HAND);
    uint32_t ours = dealt_to(b, b->side);
    int worth = 0, all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned in_suit = suit_of(b->live, suit), mine = suit_of(ours, suit), top = high_card(in_suit);
        unsigned second = high_card(in_suit ^ top);
        worth += (mine & top ? 2 : 0) + (mine & second ? 1 : 0);
        all += (top ? 2 : 0) + (second ? 1 : 0);
    }
    int tricks = (left * 100 * worth / (all ? all : 1) + 30) / 100;
    return tricks > left ? left : tricks;
}

/* A bound of the tricks to come, after this card if it is not -1. */
static int bound_tricks(Root *root, int card, int target)
{
    uint32_t matters;
    const Play *p = &root->p;
    if (card >= 0)
        return play_card(&root->b, p, card, target, &matters);
    root->b.s->nodes += !p->n;
    return p->n ? search_trick(&root->b, p, target, &matters)
                : search_lead(&root->b, p->seat, p->left, target, 1, &matters);
}

/* Tricks to come, after this card if there is one, known to lie between low and high. */
static int tricks_to_come(Root *root, int card, int low, int high, int first)
{
    assert(low >= 0 && low <= high);
    while (low < high && !root->b.s->stopped) {
        int target = first < low ? low + 1 : first >= high ? high : first + 1;
        int value = bound_tricks(root, card, target);
        if (value >= target)
            low = value;
        else
            high = value;
        first = value >= target ? low : high - 1;
    }
    return low;
}

/* A legal move that keeps this value: the one that the search chose, if it had to; else the first. Where the rules
 * bar leads there may be none. */
static uint32_t find_move(Root *root, const TricksState *state, int value)
{
    uint32_t moves[TRICKS_MOVES];
    int n = tricks_moves(state, moves), ours = root->b.side >> root->p.seat & 1;
    assert(n > 0 && n <= TRICKS_MOVES);
    for (int i = 0; i < n; i++)
        if ((int)moves[i] == root->b.choice)
            return moves[i];
    for (int i = 0; i < n; i++)
        if (ours ? bound_tricks(root, (int)moves[i], value) >= value
                 : bound_tricks(root, (int)moves[i], value + 1) <= value)
            return moves[i];
    return moves[0];
}

int bridge_value(TricksSolver *s, const TricksState *state, unsigned side, uint32_t *move)
{
    Root root;
    start_root(&root, s, state, side);
    int value = tricks_to_come(&root, -1, 0, root.p.left, guess_tricks(&root.b, root.p.left));
    if (move)
        *move = find_move(&root, state, value);
    return root.taken + value;
}

/* The same value as one of the moves before: the card is its neighbour in the same hand. */
static int same_as(const Root *root, const uint32_t *moves, int i)
{
    const Bridge *b = &root->b;
    int suit = (int)moves[i] >> 3;
    unsigned apart = root->p.n && suit == root->p.suit ? root->p.best : 0;
    uint32_t others = (b->live & ~b->dealt[root->p.seat]) | (uint32_t)apart << 8 * suit;
    for (int j = 0; j < i; j++) {
        uint32_t from = moves[j] < moves[i] ? moves[j] : moves[i], to = moves[j] ^ moves[i] ^ from;
        if ((int)from >> 3 == suit && !(others & ((1u << to) - (1u << from))))
            return j;
    }
    return -1;
}

void bridge_values(TricksSolver *s, const TricksState *state, unsigned side, const uint32_t *moves, int n,
                   int32_t *values)
{
    Root root;
    start_root(&root, s, state, side);
    int left = root.p.left, ours = side >> root.p.seat & 1;
    assert(n >= 0 && n <= TRICKS_MOVES);
    int best = tricks_to_come(&root, -1, 0, left, guess_tricks(&root.b, left));
    for (int i = 0; i < n; i++) {
        int j = same_as(&root, moves, i);
        values[i] = j >= 0 ? values[j]
                    : root.taken + (ours ? tricks_to_come(&root, (int)moves[i], 0, best, best - 1)
                                         : tricks_to_come(&root, (int)moves[i], best, left, best));
    }
}
