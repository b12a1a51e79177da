/* bridge.c: tricks won by a side in bridge without trumps, no penalties.
 *
 * search.c can count tricks too. This solver uses what holds only without prices and needs a
 * hundredth of the nodes. It exists to compare the solver with those of bridge programs.
 *
 * Value: tricks of a side (a mask of seats), found by null windows from a guess by high cards.
 * Partition search (Ginsberg 1996): each answer names, per suit, the lowest card that it rests on.
 * It holds for every position with the same hand lengths and the same owners of the cards from
 * there up. The table is keyed by the lengths and compares those owners. Cards keep their ranks;
 * for each of the 256 sets of a suit's cards a list made once per deal names the owners.
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

/* What the cards left of a suit bring a seat on lead. Sums of counts over the suits are sums of each part. */
typedef struct Quick {
    uint64_t cards;         /* in their suit's place: those that tricks of the hand rest on; << 32: of its partner */
    uint32_t counts;        /* QUICK_.. */
    uint8_t over_used;      /* cards that both hands' tricks rest on if the partner takes over the last own one */
    int8_t more;            /* what these are more then */
} Quick;

#define QUICK_OWN 1u        /* tricks of the hand itself */
#define QUICK_PARTNER 256u  /* tricks of its partner after these */
#define QUICK_REACHED 65536u /* a card is left that leads to him */
#define QUICK_OVER 1048576u /* he can take over the last of the hand's own tricks */

/* How a seat loses the lead in a suit, and how its cards look as moves. */
typedef struct Lead {
    uint64_t cards;         /* in their suit's place: the opponents' highest card, if it is the highest; << 32: a card
                               that no partner's lies above, and the opponents' highest if it is guarded */
    uint32_t counts;        /* LATER_.. */
    uint8_t apart;          /* the lowest of each group of neighbours in the hand */
    uint8_t over;           /* cards above all of the opponents' */
    int8_t lead, lead_over; /* how good leads of the others and of those look */
    int8_t discard;         /* how good discards look, the rank left out */
} Lead;

#define LATER_RUNS 1u       /* how often the side can lead the suit, if its highest card is theirs */
#define LATER_OWN 256u      /* how often the seat can, up to a guarded card */
#define LATER_REACHED 4096u /* a partner may win it */
#define LATER_WINNER 65536u /* << seat: holds the opponents' highest card of a suit that the seat can lead */
#define LATER_GUARD 16777216u /* the opponents' highest card is guarded */
#define LATER_WINNERS (15 * LATER_WINNER)

typedef struct Bridge {
    TricksSolver *s;
    uint32_t dealt[1 << SEATS]; /* cards of each mask of seats, as the search began */
    uint32_t live;          /* all cards still in hands */
    uint64_t lengths;       /* 4 bits each: hand's suits, seat by seat */
    Known *known;           /* NULL without a table */
    unsigned side, rest;    /* masks of seats */
    int players;
    int hint;               /* card that the table names */
    int choice;             /* best card at the root, where a search chose one; else -1 */
    uint16_t owners[SUITS][256];
    uint8_t seen[SUITS][256]; /* seats whose Quick of the set of cards is made; << 4: whose Lead */
    Quick quick[SUITS][256][SEATS];
    Lead leads[SUITS][256][SEATS];
} Bridge;

typedef struct Play {
    int left, seat, n, suit, winner;
    unsigned to_play;       /* mask of seats */
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
/* The cards of a suit that these seats hold. */
static inline unsigned held_by(const Bridge *b, unsigned seats, int suit)
{
    return suit_of(b->dealt[seats] & b->live, suit);
}

/* The seat that plays after this one. */
static inline int next_seat(const Bridge *b, int seat) { return seat + 1 == b->players ? 0 : seat + 1; }
/* The seats of a seat's own side, itself included. */
static inline unsigned side_of(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->side : b->rest; }

/* The seats of the other side. */
static inline unsigned seats_against(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->rest : b->side; }

/* The most of these cards of a suit that one of these seats was dealt. */
static int longest_length(const Bridge *b, unsigned seats, int suit, unsigned set)
{
    int most = 0;
    for (; seats; seats &= seats - 1) {
        int cards = count_suit(suit_of(b->dealt[low_card(seats)], suit) & set);
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
    uint32_t hand = b->dealt[1 << seat] & cards;
    for (int i = 0; i < BUCKET; i++) {
        const Known *k = &bucket[i];
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

/* ---- suits ----
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

/* The cards left of a suit as a seat sees them. */
typedef struct Sight {
    int seat, suit;
    unsigned set, mine, partners, opponents; /* cards */
    unsigned ours, theirs;  /* masks of seats */
} Sight;

/* A seat's sight of this set of a suit's cards. */
static Sight see_suit(const Bridge *b, int suit, unsigned set, int seat)
{
    unsigned ours = side_of(b, seat), theirs = seats_against(b, seat), own = 1u << seat;
    assert(suit >= 0 && suit < SUITS && set < 256);
    return (Sight){seat, suit, set, suit_of(b->dealt[own], suit) & set, suit_of(b->dealt[ours ^ own], suit) & set,
                   suit_of(b->dealt[theirs], suit) & set, ours, theirs};
}

/* Tricks that the seat can take in the suit and stay on lead. */
static int own_tricks(const Bridge *b, const Sight *at, int longest, unsigned *used)
{
    int n = at->mine ? run_length(at->mine, at->opponents, longest, used) : 0;
    for (unsigned seats = at->partners ? at->ours ^ 1u << at->seat : 0; seats && n; seats &= seats - 1)
        n = count_unblocked(at->mine, suit_of(b->dealt[low_card(seats)], at->suit) & at->set, n, used);
    *used = n ? *used : 0;
    return n;
}

/* What a partner can take after the seat has led the suit so often and goes on with a card to him. */
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

/* Sets a seat's Quick of this set of a suit's cards. */
static void set_quick(Bridge *b, int suit, unsigned set, int seat)
{
    Sight at = see_suit(b, suit, set, seat);
    Quick *quick = &b->quick[suit][set][seat];
    unsigned used = 0, reached = 0, over = 0, partners = at.ours ^ 1u << seat;
    int longest = longest_length(b, at.theirs, suit, set), own = own_tricks(b, &at, longest, &used), n = 0;
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

/* Whether the opponents' highest card, of those that the side leads, outlasts its cards above. */
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

/* How the seat's side loses the lead in a suit whose highest card is its own. */
static void set_runs(const Bridge *b, const Sight *at, Lead *lead)
{
    unsigned low = low_card(at->mine), top = high_card(at->opponents), stop = at->partners ? low : 0;
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

/* How it loses the lead in a suit whose highest card is the opponents'. */
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

/* Weights tuned one by one for fewer nodes. */
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
    lead->discard = (int8_t)(count_suit(at->mine) - (theirs ? 3 : 0) + (alone ? 3 : 0) + (at->opponents ? 0 : 2) -
                             ((next | last) & high ? 2 : 0));
}

/* Sets a seat's Lead of this set of a suit's cards. */
static void set_lead(Bridge *b, int suit, unsigned set, int seat)
{
    Sight at = see_suit(b, suit, set, seat);
    Lead *lead = &b->leads[suit][set][seat];
    *lead = (Lead){0, 0, (uint8_t)separate_cards(b, at.mine, set & ~at.mine), (uint8_t)cards_over(at.opponents),
                   0, 0, 0};
    if ((at.mine | at.partners) > at.opponents)
        set_runs(b, &at, lead);
    else
        set_loser(b, &at, lead);
    score_moves(b, &at, lead);
    b->seen[suit][set] |= (uint8_t)(16u << seat);
}

/* A seat's Quick of a suit of these cards. */
static inline const Quick *quick_of(Bridge *b, uint32_t cards, int suit, int seat)
{
    unsigned set = suit_of(cards, suit);
    if (!(b->seen[suit][set] >> seat & 1))
        set_quick(b, suit, set, seat);
    return &b->quick[suit][set][seat];
}

/* A seat's Lead of a suit. */
static inline const Lead *lead_of(Bridge *b, int suit, int seat)
{
    unsigned set = suit_of(b->live, suit);
    if (!(b->seen[suit][set] >> seat & 16))
        set_lead(b, suit, set, seat);
    return &b->leads[suit][set][seat];
}

/* ---- bounds ----
 *
 * matters: cards whose place among the others a bound rests on, those above them included. */

/* The most that the partner's taking over one own trick brings beside the own ones, partner of it without that; 0 if
 * nothing. cards: as in Quick, changed to what this rests on. */
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

/* Tricks that a hand on lead can take for its side at once, these cards being left. */
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

/* Tricks that the side not on lead wins at least, or 0 where these are fewer than wanted. It gets in before the
 * leaders have run out of suits whose highest card they hold; a leader whose cards do not reach a partner runs his own
 * suits only, no further than a guarded card, and leads to who holds the highest card if he has none. Whoever gets in
 * can take so many. */
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

/* The card with which a hand can take the trick under way for its side, whatever the others do, or 0. to_beat: cards
 * of the opponents on the table and still to come. */
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
    for (unsigned seats = ours & (p->to_play | 1u << p->winner); seats && most < wanted; seats &= seats - 1) {
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

/* Adds cards of a suit, the lowest first; the number of picks then. */
static inline int add_cards(Pick *picks, int n, int suit, unsigned cards)
{
    for (; cards; cards &= cards - 1)
        picks[n++].card = (uint8_t)(8 * suit + __builtin_ctz(cards));
    return n;
}

/* Cards that follow suit: those that win for certain, the lowest first; those that do not beat; the others. A trick
 * that is its side's already gets the lowest. */
static int list_in_suit(const Bridge *b, const Play *p, unsigned hand, Pick *picks)
{
    unsigned ours = side_of(b, p->seat), later = held_by(b, p->to_play & ~ours, p->suit);
    unsigned others = (suit_of(b->live, p->suit) & ~hand) | p->best, cards = separate_cards(b, hand, others);
    if (b->s->off & TRICKS_ORDER || (ours >> p->winner & 1 && p->best > later))
        return add_cards(picks, 0, p->suit, cards);
    unsigned beats = cards & ~(p->best - 1), wins = beats & cards_over(later);
    int n = add_cards(picks, 0, p->suit, wins);
    n = add_cards(picks, n, p->suit, cards & ~beats);
    return add_cards(picks, n, p->suit, beats & ~wins);
}

/* How good a lead or a discard looks; the card that the table names comes first among leads. */
static int score_card(const Bridge *b, const Play *p, const Lead *lead, int card)
{
    int rank = card & 7, over = lead->over >> rank & 1;
    if (p->n)
        return lead->discard - rank - 2 * over;
    return (over ? lead->lead_over : lead->lead) + (card == b->hint ? 1000 : 0);
}

/* The moves of the seat to play, one of each group of neighbours, best looking first; their
 * number. */
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

/* Where all moves have failed, and one of neighbours was tried for all of them, they matter together. */
static uint32_t with_neighbours(const Bridge *b, const Play *p, uint32_t matters)
{
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned lowest = low_card(suit_of(matters, suit)), hand = held_by(b, 1u << p->seat, suit);
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
    int taken;              /* by the side so far */
} Root;

/* Who holds the cards of each suit that are left, the highest first, for every set of them. */
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

/* The position of a hand under way, its side as a mask of seats, and a table if there is one. */
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
    b->known = table_memory(s->table, &bytes);
    if (bytes < sizeof(Known) * BUCKET * BUCKETS || s->off & TRICKS_TABLE)
        b->known = NULL;
    s->stamp = table_stamp(s->table);
    set_owners(b);
    *p = (Play){TRICKS_HAND - tricks_done(state), tricks_turn(state), state->n_trick, state->suit, 0, 0, 0, 0, 1};
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

/* Tricks that the side may expect by its share of the high cards. */
static int guess_tricks(const Bridge *b, int left)
{
    assert(left >= 0 && left <= TRICKS_HAND);
    uint32_t ours = b->dealt[b->side];
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
    uint32_t others = (b->live & ~b->dealt[1 << root->p.seat]) | (uint32_t)apart << 8 * suit;
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
