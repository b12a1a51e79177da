/* bridge.c: tricks won by a side in bridge without trumps, no penalties.
 *
 * search.c can count tricks too. This solver uses what holds only without prices and needs a
 * hundredth of the nodes. It exists to compare the solver with those of bridge programs.
 *
 * Value: tricks of a side (a mask of seats), found by null windows from a guess by high cards.
 * Partition search (Ginsberg 1996): each answer names the lowest card of each suit that it rests
 * on. It holds for every position with the same hand lengths and the same owners of these and all
 * higher cards. The table is keyed by the lengths and compares those owners. Cards keep their
 * ranks; for each of the 256 sets of a suit's cards a list made once per deal names the owners.
 *
 * At the start of a trick, before the table, bounds for both sides:
 *   quick tricks  the leader's cards above all of the opponents', and long cards once they have run
 *                 out; then its partner's, if a card leads to him
 *   later tricks  when the leaders have run out of suits whose highest card is theirs, the others
 *                 get in and take their quick tricks. A leader without a card to reach a partner
 *                 runs only its own suits, and these only down to a guarded card
 * In the middle of a trick: sure tricks, this one by a card that nobody can beat and then the
 * winner's quick tricks. What a suit is worth to a seat depends only on the set of its cards left;
 * it is worked out once per deal (Quick, Lead), so that a bound is a sum of four.
 *
 * Moves: one of each group of neighbours, by a few tuned weights. If all moves fail, neighbours
 * that were tried as one matter together; otherwise one ending in some thousands came out wrong.
 * Measurements: NOTES.md. */

#include "bridge.h"

#include "engine/table.h"
#include "order.h"

#define SUITS TRICKS_SUITS
#define SEATS TRICKS_SEATS
#define BUCKET 8
#define BUCKETS 4096

/* A table entry, for positions with the same hand lengths and the same owners of the cards that
 * matter. */
typedef struct BridgeEntry {
    uint64_t lengths;
    uint64_t owners;        /* of each suit's cards from the highest down, 2 bits a card, 16 a
                               suit */
    uint16_t stamp;
    uint16_t tops;          /* how many of these matter, 4 bits a suit */
    uint8_t sides;          /* leader, side, players */
    uint8_t bound;          /* 2 * tricks for a lower bound, + 1 for an upper bound */
    uint8_t left;
    uint8_t card;           /* the move tried last */
} BridgeEntry;

/* What a suit's remaining cards bring a seat on lead. Counts are packed so that the counts of four
 * suits can be added. */
typedef struct Quick {
    uint64_t cards;         /* at the suit's byte: cards that the hand's tricks rest on; << 32:
                               its partner's */
    uint32_t counts;        /* QUICK_.. */
    uint8_t over_used;      /* cards that both hands' tricks rest on if the partner overtakes the
                               last own trick */
    int8_t more;            /* tricks gained by that */
} Quick;

#define QUICK_OWN 1u        /* tricks of the hand itself */
#define QUICK_PARTNER 256u  /* tricks of its partner after these */
#define QUICK_REACHED 65536u /* a card that reaches the partner is left */
#define QUICK_OVER 1048576u /* the partner can overtake the hand's last trick */

/* How a seat loses the lead in a suit, and how its cards look as moves. */
typedef struct Lead {
    uint64_t cards;         /* at the suit's byte: the opponents' highest card, if it is the
                               highest; << 32: a card that no partner's lies above, and the
                               opponents' highest if it is guarded */
    uint32_t counts;        /* LATER_.. */
    uint8_t apart;          /* the lowest card of each group of neighbours in the hand */
    uint8_t over;           /* cards above all of the opponents' */
    int8_t lead, lead_over; /* scores of leading other cards, and those */
    int8_t discard;         /* score of a discard, without its rank */
} Lead;

#define LATER_RUNS 1u       /* how often the side can lead the suit, if its highest card is
                               theirs */
#define LATER_OWN 256u      /* how often the seat can, up to a guarded card */
#define LATER_REACHED 4096u /* a partner may win it */
#define LATER_WINNER 65536u /* << seat: holds the opponents' highest card of a suit that the seat
                               can lead */
#define LATER_GUARD 16777216u /* the opponents' highest card is guarded */
#define LATER_WINNERS (15 * LATER_WINNER)

typedef struct Bridge {
    TricksSolver *s;
    uint32_t dealt[1 << SEATS]; /* cards of each mask of seats, as the hand was at the root */
    uint32_t live;          /* all cards still in hands */
    uint64_t lengths;       /* 4 bits for each suit of each seat */
    BridgeEntry *entries;   /* NULL without a table */
    unsigned side, rest;    /* masks of seats */
    int players;
    int hint;               /* move that the table suggests, or -1 */
    int choice;             /* best card at the root if the search chose one, else -1 */
    uint16_t owners[SUITS][256];
    uint8_t seen[SUITS][256]; /* seats whose Quick of the set is set; << 4: whose Lead is */
    Quick quick[SUITS][256][SEATS];
    Lead leads[SUITS][256][SEATS];
} Bridge;

typedef struct Play {
    int left, seat, n, suit, winner;
    unsigned to_play;       /* mask of seats */
    unsigned best, played;  /* of the suit led: the winning card so far, and all cards of the
                               trick */
    int root;
} Play;

/* ---- cards ---- */

/* The cards of one suit, as a byte. */
static inline unsigned suit_of(uint32_t cards, int suit) { return cards >> 8 * suit & 255; }
/* The lowest card of a suit's cards, as a bit; 0 of none. */
static inline unsigned low_card(unsigned cards) { return cards & (0 - cards); }
/* The highest card of a suit's cards, as a bit; 0 of none. */
static inline unsigned high_card(unsigned cards)
{
    return cards ? 1u << (31 - __builtin_clz(cards)) : 0;
}
/* All ranks above the highest of these cards; all ranks if there is none. */
static inline unsigned cards_over(unsigned cards) { return ~(2 * high_card(cards) - !!cards); }
/* The cards of a suit that these seats hold. */
static inline unsigned held_by(const Bridge *b, unsigned seats, int suit)
{
    return suit_of(b->dealt[seats] & b->live, suit);
}

/* The seat that plays after this one. */
static inline int next_seat(const Bridge *b, int seat)
{
    return seat + 1 == b->players ? 0 : seat + 1;
}
static inline unsigned side_of(const Bridge *b, int seat)
{
    return b->side >> seat & 1 ? b->side : b->rest;
}

static inline unsigned seats_against(const Bridge *b, int seat)
{
    return b->side >> seat & 1 ? b->rest : b->side;
}

/* The most cards of a set that one of these seats holds in the suit. */
static int longest_length(const Bridge *b, unsigned seats, int suit, unsigned set)
{
    int most = 0;
    for (; seats; seats &= seats - 1) {
        int cards = count_suit(suit_of(b->dealt[low_card(seats)], suit) & set);
        most = cards > most ? cards : most;
    }
    return most;
}

/* A suit's cards without the n lowest. */
static unsigned without_low(unsigned cards, int n)
{
    for (; cards && n > 0; n--)
        cards &= cards - 1;
    return cards;
}

/* A suit's cards without the n highest. */
static unsigned without_high(unsigned cards, int n)
{
    for (; cards && n > 0; n--)
        cards ^= high_card(cards);
    return cards;
}

/* ---- table ---- */

/* Owners of the remaining cards, packed as in a table entry. */
static inline uint64_t owners_of(const Bridge *b, uint32_t cards)
{
    uint64_t owners = 0;
    for (int suit = 0; suit < SUITS; suit++)
        owners |= (uint64_t)b->owners[suit][suit_of(cards, suit)] << 16 * suit;
    return owners;
}

/* The bits of `owners` for the highest cards of each suit. */
static inline uint64_t tops_mask(unsigned tops)
{
    uint64_t mask = 0;
    for (int suit = 0; suit < SUITS; suit++)
        mask |= (uint64_t)(0xFFFF & 0xFFFF0000u >> 2 * (tops >> 4 * suit & 15)) << 16 * suit;
    return mask;
}

/* The lowest card that matters in each suit. */
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

/* For each suit, the number of cards from the lowest that matters up. */
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

/* The bucket of this position. There must be a table. */
static BridgeEntry *bucket_of(const Bridge *b, int seat)
{
    uint64_t key = mix64(b->lengths + sides_key(b, seat) * 0x9E3779B97F4A7C15u);
    return b->entries + key % BUCKETS * BUCKET;
}

/* Looks for a bound that decides: 1 with the bound, else 0 and perhaps a hint. */
static int look_up(Bridge *b, const BridgeEntry *bucket, int seat, uint32_t cards, int target,
                   int *value, uint32_t *matters)
{
    uint64_t owners = owners_of(b, cards);
    uint32_t hand = b->dealt[1 << seat] & cards;
    for (int i = 0; i < BUCKET; i++) {
        const BridgeEntry *k = &bucket[i];
        if (k->stamp != b->s->stamp || k->lengths != b->lengths || k->sides != sides_key(b, seat))
            continue;
        if ((owners ^ k->owners) & tops_mask(k->tops)) {
            if (b->hint < 0 && (b->side >> seat & 1) != (k->bound & 1) && hand >> k->card & 1)
                b->hint = k->card;
            continue;
        }
        *value = k->bound / 2;
        if (k->bound & 1 ? *value < target : *value >= target) {
            *matters = lowest_tops(k->tops, cards);
            return 1;
        }
        if (hand >> k->card & 1)
            b->hint = k->card;
    }
    return 0;
}

/* Stores a bound and the cards it rests on, over a stale entry or the one with the fewest tricks
 * left. */
static void store_bound(const Bridge *b, BridgeEntry *bucket, const Play *p, uint32_t cards,
                        int target, int value, uint32_t matters)
{
    assert(value >= 0 && value <= p->left);
    BridgeEntry *place = bucket;
    for (int i = 0; i < BUCKET && place->stamp == b->s->stamp; i++)
        if (bucket[i].stamp != b->s->stamp || bucket[i].left < place->left)
            place = &bucket[i];
    *place = (BridgeEntry){b->lengths, owners_of(b, cards), (uint16_t)b->s->stamp,
                           (uint16_t)tops_of(matters, cards), (uint8_t)sides_key(b, p->seat),
                           (uint8_t)(2 * value + (value < target)), (uint8_t)p->left,
                           (uint8_t)b->hint};
}

/* ---- suits ----
 *
 * used: cards whose rank a number depends on, with all cards above them. */

/* Tricks that a hand can take in a suit one after the other, if its own side does not block it. */
static int run_length(unsigned mine, unsigned others, int longest_other, unsigned *used)
{
    int masters = count_suit(mine & cards_over(others)),
        n = masters >= longest_other ? count_suit(mine) : masters;
    int needed = n < longest_other ? n : longest_other;
    *used |= mine & ~without_high(mine, needed);
    return n;
}

/* How many of n tricks stay with the leader, while the partner can play below it. */
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

/* The remaining cards of a suit from a seat's side. */
typedef struct Sight {
    int seat, suit;
    unsigned set, mine, partners, opponents; /* cards */
    unsigned ours, theirs;  /* masks of seats */
} Sight;

static Sight see_suit(const Bridge *b, int suit, unsigned set, int seat)
{
    unsigned ours = side_of(b, seat), theirs = seats_against(b, seat), own = 1u << seat;
    assert(suit >= 0 && suit < SUITS && set < 256);
    return (Sight){seat, suit, set, suit_of(b->dealt[own], suit) & set,
                   suit_of(b->dealt[ours ^ own], suit) & set, suit_of(b->dealt[theirs], suit) & set,
                   ours, theirs};
}

/* Tricks that the seat can take in the suit while it stays on lead. */
static int own_tricks(const Bridge *b, const Sight *at, int longest, unsigned *used)
{
    int n = at->mine ? run_length(at->mine, at->opponents, longest, used) : 0;
    for (unsigned seats = at->partners ? at->ours ^ 1u << at->seat : 0; seats && n;
         seats &= seats - 1)
        n = count_unblocked(at->mine, suit_of(b->dealt[low_card(seats)], at->suit) & at->set, n,
                            used);
    *used = n ? *used : 0;
    return n;
}

/* Tricks of the partner once the seat has led the suit `led` times and then reaches the partner in
 * it. */
static int partners_tricks(const Sight *at, int led, int longest, unsigned *used)
{
    unsigned his = without_low(at->partners, led), mine = without_high(at->mine, led);
    if (!his)
        return 0;
    int n = run_length(his, at->opponents, longest > led ? longest - led : 0, used);
    n = count_unblocked(his, mine, n, used);
    *used = !n ? 0 : mine ? *used | high_card(his) : *used;
    return n;
}

static void set_quick(Bridge *b, int suit, unsigned set, int seat)
{
    Sight at = see_suit(b, suit, set, seat);
    Quick *quick = &b->quick[suit][set][seat];
    unsigned used = 0, reached = 0, over = 0, partners = at.ours ^ 1u << seat;
    int longest = longest_length(b, at.theirs, suit, set), own = own_tricks(b, &at, longest, &used),
        n = 0;
    *quick = (Quick){0, (uint32_t)own * QUICK_OWN, 0, 0};
    if (at.partners && !(partners & (partners - 1))) {
        int all = own == count_suit(at.mine);
        n = partners_tricks(&at, own, longest, &reached);
        quick->counts += (uint32_t)n * QUICK_PARTNER + (n && !all ? QUICK_REACHED : 0);
        int taken = own && all ? partners_tricks(&at, own - 1, longest, &over) : 0;
        if (taken) {
            quick->counts += QUICK_OVER;
            quick->more = (int8_t)(taken - 1 - n);
            quick->over_used = (uint8_t)(over | (own > 1 ? used : 0));
        }
    }
    quick->cards = (used | (uint64_t)reached << 32) << 8 * suit;
    b->seen[suit][set] |= (uint8_t)(1u << seat);
}

/* Whether the opponents' highest card is guarded: it outlasts the higher cards that the side
 * leads. */
static int is_guarded(const Bridge *b, const Sight *at, int masters)
{
    unsigned top = high_card(at->opponents);
    for (unsigned seats = at->theirs; seats; seats &= seats - 1) {
        unsigned hand = suit_of(b->dealt[low_card(seats)], at->suit) & at->set;
        if (hand & top)
            return count_suit(hand) > masters;
    }
    return 0;
}

/* How the side loses the lead in a suit whose highest card is its own. */
static void set_runs(const Bridge *b, const Sight *at, Lead *lead)
{
    unsigned low = low_card(at->mine), top = high_card(at->opponents),
             stop = at->partners ? low : 0;
    int reached = low && at->partners > low, own = count_suit(at->mine);
    int masters = count_suit(at->mine & cards_over(top));
    if (low && !reached && own > masters && is_guarded(b, at, masters)) {
        own = masters;
        stop = !stop || top < stop ? top : stop;
        lead->counts += LATER_GUARD;
    }
    lead->cards = (uint64_t)(reached ? 0 : stop) << (32 + 8 * at->suit);
    lead->counts += (uint32_t)longest_length(b, at->ours, at->suit, at->set) * LATER_RUNS +
                    (uint32_t)own * LATER_OWN + (reached ? LATER_REACHED : 0);
}

/* How the side loses the lead in a suit whose highest card is the opponents'. */
static void set_loser(const Bridge *b, const Sight *at, Lead *lead)
{
    unsigned top = high_card(at->opponents);
    lead->cards = (uint64_t)(at->mine | at->partners ? top : 0) << 8 * at->suit;
    for (unsigned seats = at->mine ? at->theirs : 0; seats; seats &= seats - 1)
        if (suit_of(b->dealt[low_card(seats)], at->suit) & top)
            lead->counts = LATER_WINNER * low_card(seats);
}

/* The lowest of each group of neighbours in a hand. */
static unsigned separate_cards(const Bridge *b, unsigned hand, unsigned others)
{
    unsigned found = 0;
    if (b->s->off & TRICKS_MERGING)
        return hand;
    while (hand) {
        unsigned lowest = low_card(hand), barrier = low_card(others & ~(lowest - 1));
        found |= lowest;
        hand &= barrier ? ~(barrier - 1) : 0;
    }
    return found;
}

/* The weights were tuned one by one for fewer nodes. */
static void score_moves(const Bridge *b, const Sight *at, Lead *lead)
{
    int before = at->seat ? at->seat - 1 : b->players - 1;
    unsigned next = suit_of(b->dealt[1 << next_seat(b, at->seat)], at->suit) & at->set;
    unsigned last = suit_of(b->dealt[1 << before], at->suit) & at->set;
    unsigned high = high_card(at->set), second = high_card(at->set ^ high);
    int alone = !(at->mine & (at->mine - 1)), theirs = at->partners > at->opponents;
    int score = count_suit(at->partners) - 2 * count_suit(at->opponents) - (last & high ? 1 : 0);
    score += at->partners & second ? 4 : at->mine & second ? 2 : last & second ? -2 : 0;
    score -= (next ? 0 : 19) + (last ? 0 : 14) + (at->partners ? 0 : 1) + alone;
    lead->lead = (int8_t)(score + (theirs ? 6 : 0));
    lead->lead_over = (int8_t)(score + (theirs ? 4 : 2));
    lead->discard = (int8_t)(count_suit(at->mine) - (theirs ? 3 : 0) + (alone ? 3 : 0) +
                             (at->opponents ? 0 : 2) - ((next | last) & high ? 2 : 0));
}

static void set_lead(Bridge *b, int suit, unsigned set, int seat)
{
    Sight at = see_suit(b, suit, set, seat);
    Lead *lead = &b->leads[suit][set][seat];
    *lead = (Lead){0, 0, (uint8_t)separate_cards(b, at.mine, set & ~at.mine),
                   (uint8_t)cards_over(at.opponents), 0, 0, 0};
    if ((at.mine | at.partners) > at.opponents)
        set_runs(b, &at, lead);
    else
        set_loser(b, &at, lead);
    score_moves(b, &at, lead);
    b->seen[suit][set] |= (uint8_t)(16u << seat);
}

static inline const Quick *quick_of(Bridge *b, uint32_t cards, int suit, int seat)
{
    unsigned set = suit_of(cards, suit);
    if (!(b->seen[suit][set] >> seat & 1))
        set_quick(b, suit, set, seat);
    return &b->quick[suit][set][seat];
}

static inline const Lead *lead_of(Bridge *b, int suit, int seat)
{
    unsigned set = suit_of(b->live, suit);
    if (!(b->seen[suit][set] >> seat & 16))
        set_lead(b, suit, set, seat);
    return &b->leads[suit][set][seat];
}

/* ---- bounds ----
 *
 * matters: cards whose rank a bound depends on, with all cards above them. */

/* The most tricks gained if the partner overtakes one of its tricks; `partner` are its tricks without
 * that. 0 if nothing is gained. cards: as in Quick, updated to what this rests on. */
static int over_tricks(Bridge *b, int seat, uint32_t live, int partner, uint64_t *cards)
{
    const Quick *best = NULL;
    int in = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const Quick *quick = quick_of(b, live, suit, seat);
        if (quick->over_used && (!best || quick->more > best->more)) {
            best = quick;
            in = suit;
        }
    }
    if (!best || partner + best->more <= 0)
        return 0;
    uint64_t place = 0x000000FF000000FFu;
    *cards = (*cards & ~(place << 8 * in)) | (uint64_t)best->over_used << 8 * in;
    return partner + best->more;
}

/* Tricks that a hand on lead can take for its side at once; live: the cards left. */
static int quick_tricks(Bridge *b, int seat, uint32_t live, int wanted, uint32_t *matters)
{
    uint32_t sum = 0;
    uint64_t cards = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const Quick *quick = quick_of(b, live, suit, seat);
        sum += quick->counts;
        cards |= quick->cards;
    }
    int own = (int)(sum & 255), partner = (int)(sum / QUICK_PARTNER & 255);
    if (own >= wanted || sum < QUICK_REACHED)
        partner = 0;
    else if (!(sum / QUICK_REACHED & 15))
        partner = over_tricks(b, seat, live, partner, &cards);
    *matters |= (uint32_t)cards | (partner ? (uint32_t)(cards >> 32) : 0);
    return own + partner;
}

/* Tricks that the side not on lead wins at least, or 0 if that is less than wanted. It gets in when
 * the leaders have run out of suits whose highest card they hold. A leader who cannot reach a
 * partner runs only his own suits, down to a guarded card; if he has none he leads to the holder of
 * a highest card. The bound is the quick tricks of whoever gets in. */
static int later_tricks(Bridge *b, int seat, int left, int wanted, uint32_t *matters)
{
    uint32_t sum = 0;
    uint64_t cards = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        const Lead *lead = lead_of(b, suit, seat);
        sum = (sum + (lead->counts & ~LATER_WINNERS)) | (lead->counts & LATER_WINNERS);
        cards |= lead->cards;
    }
    int most = left - (int)(sum & 255), own = (int)(sum / LATER_OWN & 15), guards = 0;
    unsigned winners = own ? seats_against(b, seat) : sum / LATER_WINNER & 15;
    if (!own || (most < wanted && !(sum / LATER_REACHED & 15))) {
        most = left - own;
        guards = (int)(sum / LATER_GUARD);
        cards |= cards >> 32;
    }
    *matters = (uint32_t)cards;
    if (most < wanted)
        return 0;
    int least = most > guards ? most - guards : 1;
    for (; winners && least >= wanted; winners &= winners - 1) {
        uint32_t used = 0;
        int n = wanted > 1 ? quick_tricks(b, __builtin_ctz(winners), b->live, wanted, &used) : 1;
        *matters |= n > 1 ? used : 0;
        least = n < 1 ? 1 : n < least ? n : least;
    }
    return least;
}

/* A card that takes the trick under way for its side whatever the others do, or 0. to_beat: the
 * opponents' cards on the table and still to come. */
static unsigned sure_card(const Bridge *b, const Play *p, int seat, unsigned ours, unsigned to_beat)
{
    for (unsigned seats = p->to_play & ours & ~(1u << seat); seats; seats &= seats - 1)
        to_beat |= low_card(held_by(b, low_card(seats), p->suit));
    if (p->to_play >> seat & 1)
        return low_card(held_by(b, 1u << seat, p->suit) & cards_over(to_beat | p->best));
    return p->best > to_beat ? p->best : 0;
}

/* Tricks that the side of the seat to play wins at least by taking the trick under way. */
static int sure_tricks(Bridge *b, const Play *p, int wanted, uint32_t *matters)
{
    unsigned ours = side_of(b, p->seat), winning = ours >> p->winner & 1 ? p->best : 0;
    unsigned to_beat = held_by(b, p->to_play & ~ours, p->suit) | (p->best ^ winning);
    int most = 0;
    if ((held_by(b, p->to_play & ours, p->suit) | winning) < to_beat)
        return 0;
    for (unsigned seats = ours & (p->to_play | 1u << p->winner); seats && most < wanted;
         seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        unsigned card = sure_card(b, p, seat, ours, to_beat);
        uint32_t used = card << 8 * p->suit, cards = b->live & ~used;
        if (!card)
            continue;
        for (unsigned rest = ours & p->to_play & ~(1u << seat); rest; rest &= rest - 1)
            cards ^= (uint32_t)low_card(held_by(b, low_card(rest), p->suit)) << 8 * p->suit;
        int sum = 1 + (wanted > 1 ? quick_tricks(b, seat, cards, wanted - 1, &used) : 0);
        if (sum > most) {
            most = sum;
            *matters = used;
        }
    }
    return most < p->left ? most : p->left;
}

/* ---- moves ---- */

/* Appends cards of a suit, the lowest first, and returns the number of picks. */
static inline int add_cards(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        picks[n++].card = (uint8_t)(8 * suit + __builtin_ctz(cards));
    return n;
}

/* Lists cards that follow suit: sure winners, the lowest first, then cards that do not beat, then
 * the others. If the side has the trick already, the lowest card comes first. */
static int list_in_suit(const Bridge *b, const Play *p, unsigned hand, Pick *picks)
{
    unsigned ours = side_of(b, p->seat), later = held_by(b, p->to_play & ~ours, p->suit);
    unsigned others = (suit_of(b->live, p->suit) & ~hand) | p->best,
             cards = separate_cards(b, hand, others);
    if (b->s->off & TRICKS_ORDER || (ours >> p->winner & 1 && p->best > later))
        return add_cards(picks, 0, p->suit, cards);
    unsigned beats = cards & ~(p->best - 1), wins = beats & cards_over(later);
    int n = add_cards(picks, 0, p->suit, wins);
    n = add_cards(picks, n, p->suit, cards & ~beats);
    return add_cards(picks, n, p->suit, beats & ~wins);
}

/* The score of a lead or a discard; the table's hint is the first lead. */
static int score_card(const Bridge *b, const Play *p, const Lead *lead, int card)
{
    int rank = card & 7, over = lead->over >> rank & 1;
    if (p->n)
        return lead->discard - rank - 2 * over;
    return (over ? lead->lead_over : lead->lead) + (card == b->hint ? 1000 : 0);
}

/* Lists the moves in order, one of each group of neighbours, and returns their number. */
static int list_moves(Bridge *b, const Play *p, Pick *picks)
{
    unsigned hand = held_by(b, 1u << p->seat, p->suit);
    int n = 0;
    if (p->n && hand)
        return list_in_suit(b, p, hand, picks);
    for (int suit = 0; suit < SUITS; suit++) {
        const Lead *lead = lead_of(b, suit, p->seat);
        for (unsigned each = lead->apart; each; each &= each - 1) {
            int card = 8 * suit + __builtin_ctz(each);
            picks[n++] = (Pick){(int16_t)score_card(b, p, lead, card), (uint8_t)card};
        }
    }
    if (!(b->s->off & TRICKS_ORDER))
        sort_picks(picks, n);
    return n;
}

/* ---- search ----
 *
 * Null windows: the tricks that the side still gets, a lower bound if it reaches the target, else
 * an upper bound. matters: the cards that the answer rests on. */

static int search_lead(Bridge *b, int seat, int left, int target, int root, uint32_t *matters);
static int search_trick(Bridge *b, const Play *p, int target, uint32_t *matters);

/* Scores the complete trick and searches the next one. */
static int close_trick(Bridge *b, const Play *p, int target, uint32_t *matters)
{
    int gain = b->side >> p->winner & 1;
    /* a card that is alone in its suit wins at any rank */
    uint32_t own = p->played & (p->played - 1) ? p->best << 8 * p->suit : 0;
    b->s->nodes++;
    int value = gain + search_lead(b, p->winner, p->left - 1, target - gain, 0, matters);
    *matters |= own;
    return value;
}

/* The value after this card. The position is restored. */
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
    next.to_play &= ~(1u << p->seat);
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

/* Neighbours that were tried as one card matter together once all moves have failed. */
static uint32_t with_neighbours(const Bridge *b, const Play *p, uint32_t matters)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned lowest = low_card(suit_of(matters, suit)), hand = held_by(b, 1u << p->seat, suit);
        unsigned others =
            (suit_of(b->live, suit) & ~hand) | (p->n && suit == p->suit ? p->best : 0);
        if (lowest & hand)
            matters |= (uint32_t)low_card(hand & cards_over(others & (lowest - 1))) << 8 * suit;
    }
    return matters;
}

/* Cards of the same suit that fail like this one: they all lie below everything that mattered. */
static uint32_t cards_alike(int card, uint32_t matters)
{
    unsigned lowest = low_card(suit_of(matters, card >> 3)), below = lowest ? lowest - 1 : 255;
    return below >> (card & 7) & 1 ? below << (card & 24) : 0;
}

/* The value by the moves of the seat to play. */
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

/* The value in the middle of a trick. */
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

/* Whether the clock has stopped the solver; it is read every 1,024 nodes. */
static int out_of_time(TricksSolver *s)
{
    if (s->nodes >= s->next_check && s->clock) {
        s->next_check = s->nodes + 1024;
        s->stopped |= clock_over(s->clock, s->nodes);
    }
    return s->stopped;
}

/* Settles the start of a trick by bounds: 1 with the value, else 0. */
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

/* The value at the start of a trick, by bounds, by the table, or by its moves. Undefined once the
 * clock has stopped the search. */
static int search_lead(Bridge *b, int seat, int left, int target, int root, uint32_t *matters)
{
    int value = 0;
    *matters = 0;
    if (!left || out_of_time(b->s))
        return 0;
    if (!(b->s->off & TRICKS_BOUNDS) && lead_settled(b, seat, left, target, &value, matters))
        return value;
    uint32_t cards = b->live;
    BridgeEntry *bucket = b->entries ? bucket_of(b, seat) : NULL;
    b->hint = -1;
    if (bucket && look_up(b, bucket, seat, cards, target, &value, matters))
        return value;
    Play p = {left, seat, 0, 0, 0, b->side | b->rest, 0, 0, root};
    value = try_moves(b, &p, target, matters);
    if (bucket && !b->s->stopped)
        store_bound(b, bucket, &p, cards, target, value, *matters);
    return value;
}

/* ---- the start ---- */

typedef struct Root {
    Bridge b;
    Play p;
    int taken;              /* by the side before the root */
} Root;

/* Sets the owners for every set of each suit's cards, the highest first. */
static void set_owners(Bridge *b)
{
    assert(b->live);
    for (int suit = 0; suit < SUITS; suit++) {
        uint16_t *owners = b->owners[suit];
        owners[0] = 0;
        for (unsigned bit = 1; bit < 256; bit *= 2) {
            unsigned owner = 0;
            while (owner < SEATS - 1 && !(suit_of(b->dealt[1 << owner], suit) & bit))
                owner++;
            for (unsigned set = 0; set < bit; set++)
                owners[set | bit] = (uint16_t)(owner << 14 | owners[set] >> 2);
        }
    }
}

/* Sets up the position of a hand under way, its side as a mask of seats, and the table if there is
 * one. */
static void start_root(Root *root, TricksSolver *s, const TricksState *state, unsigned side)
{
    Bridge *b = &root->b;
    Play *p = &root->p;
    size_t bytes;
    assert(!(side >> state->players));
    b->s = s;
    b->dealt[0] = 0;
    for (unsigned seats = 1; seats < 1 << SEATS; seats++)
        b->dealt[seats] = b->dealt[seats & (seats - 1)] | state->hands[__builtin_ctz(seats)];
    memset(b->seen, 0, sizeof b->seen);
    b->live = in_hands(state);
    b->players = state->players;
    b->side = side;
    b->rest = ((1u << b->players) - 1) & ~side;
    b->choice = -1;
    b->lengths = 0;
    for (int i = 0; i < SEATS * SUITS; i++)
        b->lengths |= (uint64_t)count_suit(suit_of(state->hands[i / SUITS], i % SUITS)) << 4 * i;
    b->entries = table_memory(s->table, &bytes);
    if (bytes < sizeof(BridgeEntry) * BUCKET * BUCKETS || s->off & TRICKS_TABLE)
        b->entries = NULL;
    s->stamp = table_stamp(s->table);
    set_owners(b);
    *p = (Play){TRICKS_HAND - tricks_done(state), tricks_turn(state), state->n_trick, state->suit,
                0, 0, 0, 0, 1};
    for (int i = p->n, seat = p->seat; i < b->players; i++, seat = next_seat(b, seat))
        p->to_play |= 1u << seat;
    if (p->n) {
        p->winner = tricks_winner(state);
        p->best = 1u << (state->trick[(p->winner + b->players - state->leader) % b->players] & 7);
        p->played = suit_of(on_table(state), p->suit);
    }
    root->taken = 0;
    for (int seat = 0; seat < b->players; seat++)
        root->taken += side >> seat & 1 ? state->tricks[seat] : 0;
}

/* A guess by the side's share of the highest and second cards. */
static int guess_tricks(const Bridge *b, int left)
{
    assert(left >= 0 && left <= TRICKS_HAND);
    uint32_t ours = b->dealt[b->side];
    int worth = 0, all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned in_suit = suit_of(b->live, suit), mine = suit_of(ours, suit),
                 top = high_card(in_suit);
        unsigned second = high_card(in_suit ^ top);
        worth += (mine & top ? 2 : 0) + (mine & second ? 1 : 0);
        all += (top ? 2 : 0) + (second ? 1 : 0);
    }
    int tricks = (left * 100 * worth / (all ? all : 1) + 30) / 100;
    return tricks > left ? left : tricks;
}

/* A null window: a bound of the tricks to come, after this card if it is not -1. */
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

/* The tricks to come, known to lie between low and high, after this card if it is not -1. */
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

/* A legal move that keeps this value: the search's choice, else the first that does. If the rules
 * bar leads there may be none; then any move. */
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

/* The index of an earlier move that is this card's neighbour in the same hand, and so has the same
 * value; or -1. */
static int same_as(const Root *root, const uint32_t *moves, int i)
{
    const Bridge *b = &root->b;
    int suit = (int)moves[i] >> 3;
    unsigned apart = root->p.n && suit == root->p.suit ? root->p.best : 0;
    uint32_t others = (b->live & ~b->dealt[1 << root->p.seat]) | (uint32_t)apart << 8 * suit;
    for (int j = 0; j < i; j++) {
        uint32_t from = moves[j] < moves[i] ? moves[j] : moves[i], to = moves[j] ^ moves[i] ^ from;
        if ((int)from >> 3 == suit && !(others & ((1u << to) - (1u << from))))
            return j;
    }
    return -1;
}

void bridge_values(TricksSolver *s, const TricksState *state, unsigned side, const uint32_t *moves,
                   int n, int32_t *values)
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
