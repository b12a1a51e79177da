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

typedef struct Bridge {
    TricksSolver *s;
    uint32_t hand[SEATS];
    uint64_t lengths;       /* 4 bits each: hand's suits, seat by seat */
    Known *known;           /* NULL without a table */
    unsigned side, rest;    /* masks of seats */
    int players;
    int hint;               /* card that the table names */
    int choice;             /* best card at the root, where a search chose one; else -1 */
    uint16_t owners[SUITS][256];
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
/* All cards still in hands. */
static inline uint32_t live_cards(const Bridge *b) { return b->hand[0] | b->hand[1] | b->hand[2] | b->hand[3]; }
/* The seat that plays after this one. */
static inline int next_seat(const Bridge *b, int seat) { return seat + 1 == b->players ? 0 : seat + 1; }
/* The seats of a seat's own side, itself included. */
static inline unsigned side_of(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->side : b->rest; }

/* The seats of the other side. */
static inline unsigned seats_against(const Bridge *b, int seat) { return b->side >> seat & 1 ? b->rest : b->side; }

/* Cards of a suit in a seat's hand. */
static inline int suit_length(const Bridge *b, int seat, int suit)
{
    return (int)(b->lengths >> (16 * seat + 4 * suit) & 15);
}

/* The most cards of a suit that one of these seats holds. */
static inline int longest_length(const Bridge *b, unsigned seats, int suit)
{
    int most = 0;
    for (; seats; seats &= seats - 1) {
        int cards = suit_length(b, __builtin_ctz(seats), suit);
        most = cards > most ? cards : most;
    }
    return most;
}

/* All cards that these seats hold. */
static inline uint32_t cards_of(const Bridge *b, unsigned seats)
{
    uint32_t cards = 0;
    for (; seats; seats &= seats - 1)
        cards |= b->hand[__builtin_ctz(seats)];
    return cards;
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
        if ((owners ^ k->owners) & tops_mask(k->tops))
            continue;
        *value = k->bound / 2;
        if (k->bound & 1 ? *value < target : *value >= target) {
            *matters = lowest_tops(k->tops, cards);
            return 1;
        }
        if (b->hand[seat] >> k->card & 1)
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

/* ---- bounds ----
 *
 * matters: cards whose place among the others a bound rests on, those above them included. */

/* Tricks that a hand can take in a suit one after the other, if its own side lets it. */
static inline int run_length(unsigned mine, unsigned others, int longest_other, uint32_t *matters)
{
    int masters = count_suit(mine & cards_over(others)), n = masters >= longest_other ? count_suit(mine) : masters;
    int needed = n < longest_other ? n : longest_other;
    *matters |= mine & ~without_high(mine, needed);
    return n;
}

/* How many of n tricks stay with the hand that leads: a partner plays under it as long as it can. */
static inline int count_unblocked(unsigned mine, unsigned partner, int n, uint32_t *matters)
{
    for (int i = 0; i < n && partner; i++) {
        unsigned high = high_card(mine), low = low_card(partner);
        if (low > high)
            return i;
        *matters |= high;
        mine ^= high;
        partner ^= low;
    }
    return n;
}

/* Hands of a side that is about to lead, and of the others. */
typedef struct Lay {
    uint32_t hand[SEATS];
    uint32_t others;
    unsigned partners, against; /* masks of seats */
} Lay;

/* Tricks that a hand can take in a suit and stay on lead. */
static inline int run_of(const Bridge *b, const Lay *at, int seat, int suit, uint32_t *matters)
{
    unsigned mine = suit_of(at->hand[seat], suit);
    uint32_t used = 0;
    if (!mine)
        return 0;
    int n = run_length(mine, suit_of(at->others, suit), longest_length(b, at->against, suit), &used);
    for (unsigned seats = at->partners; seats && n; seats &= seats - 1)
        n = count_unblocked(mine, suit_of(at->hand[__builtin_ctz(seats)], suit), n, &used);
    *matters |= n ? used << 8 * suit : 0;
    return n;
}

/* What the partner can take after the leader has taken own[] and goes on with a card to him; 0 where that cannot be
 * done. */
static int reached_tricks(const Bridge *b, const Lay *at, int seat, int partner, const int *own, uint32_t *matters)
{
    int sum = 0, reached = 0;
    uint32_t all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned his = without_low(suit_of(at->hand[partner], suit), own[suit]);
        unsigned mine = without_high(suit_of(at->hand[seat], suit), own[suit]);
        uint32_t used = 0;
        if (!his)
            continue;
        int most = longest_length(b, at->against, suit) - own[suit];
        int run = run_length(his, suit_of(at->others, suit), most > 0 ? most : 0, &used);
        int n = count_unblocked(his, mine, run, &used);
        if (!n)
            continue;
        reached |= mine != 0;
        sum += n;
        all |= (used | (mine ? high_card(his) : 0)) << 8 * suit;
    }
    if (!reached)
        return 0;
    *matters |= all;
    return sum;
}

/* Tricks that a hand on lead can take for its side at once. */
static int quick_tricks(const Bridge *b, const Lay *at, int seat, int wanted, uint32_t *matters)
{
    int own[SUITS], sum = 0;
    for (int suit = 0; suit < SUITS; suit++)
        sum += own[suit] = run_of(b, at, seat, suit, matters);
    if (sum < wanted && at->partners && !(at->partners & (at->partners - 1)))
        sum += reached_tricks(b, at, seat, __builtin_ctz(at->partners), own, matters);
    return sum;
}

/* The hands as they lie, seen by the side of this seat. */
static void set_lay(const Bridge *b, int seat, Lay *at)
{
    unsigned ours = side_of(b, seat);
    memcpy(at->hand, b->hand, sizeof at->hand);
    at->partners = ours ^ 1u << seat;
    at->against = seats_against(b, seat);
    at->others = cards_of(b, at->against);
}

/* Tricks that the side not on lead wins at least: it gets in before the leaders have run out of suits whose highest
 * card they hold, at once if the leader has none of these, and whoever of it gets in can take so many. */
static int later_tricks(const Bridge *b, int seat, int left, int wanted, uint32_t *matters)
{
    unsigned ours = side_of(b, seat), theirs = seats_against(b, seat), winners = 0;
    uint32_t our_cards = cards_of(b, ours), their_cards = cards_of(b, theirs);
    int runs = 0, led = 0, least = left;
    *matters = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned our = suit_of(our_cards, suit), their = suit_of(their_cards, suit);
        if (our > their) {
            runs += longest_length(b, ours, suit);
            led |= suit_of(b->hand[seat], suit) != 0;
        } else if (their) {
            *matters |= high_card(their) << 8 * suit;
            for (unsigned seats = theirs; seats && suit_of(b->hand[seat], suit); seats &= seats - 1)
                if (suit_of(b->hand[__builtin_ctz(seats)], suit) & high_card(their))
                    winners |= seats & (0 - seats);
        }
    }
    if (!led)
        runs = 0;
    else
        winners = theirs;
    if (runs >= left)
        return 0;
    for (; winners; winners &= winners - 1) {
        uint32_t used = 0;
        Lay at;
        set_lay(b, __builtin_ctz(winners), &at);
        int sum = quick_tricks(b, &at, __builtin_ctz(winners), wanted, &used);
        *matters |= sum > 1 ? used : 0;
        least = sum < 1 ? 1 : sum < least ? sum : least;
    }
    return least < left - runs ? least : left - runs;
}

/* The card with which a hand can take the trick under way for its side, whatever the others do, or 0. */
static unsigned sure_card(const Bridge *b, const Play *p, int seat, unsigned to_play, unsigned ours)
{
    unsigned to_beat = ours >> p->winner & 1 ? 0 : p->best, mine = suit_of(b->hand[seat], p->suit);
    for (unsigned seats = to_play & ~(1u << seat); seats; seats &= seats - 1) {
        unsigned hand = suit_of(b->hand[__builtin_ctz(seats)], p->suit);
        to_beat |= ours & seats & (0 - seats) ? low_card(hand) : hand;
    }
    if (to_play >> seat & 1)
        return low_card(mine & cards_over(to_beat | p->best));
    return seat == p->winner && p->best > to_beat ? p->best : 0;
}

/* Tricks that the side of the seat to play wins at least by taking the trick under way. */
static int sure_tricks(const Bridge *b, const Play *p, int wanted, uint32_t *matters)
{
    unsigned ours = side_of(b, p->seat), to_play = 0;
    int most = 0;
    for (int i = p->n, seat = p->seat; i < b->players; i++, seat = next_seat(b, seat))
        to_play |= 1u << seat;
    for (unsigned seats = ours; seats && most < wanted; seats &= seats - 1) {
        int seat = __builtin_ctz(seats);
        unsigned card = sure_card(b, p, seat, to_play, ours);
        uint32_t used = card << 8 * p->suit;
        if (!card)
            continue;
        Lay at;
        set_lay(b, seat, &at);
        at.hand[seat] &= ~used;
        for (unsigned rest = at.partners & to_play; rest; rest &= rest - 1) {
            int partner = __builtin_ctz(rest);
            at.hand[partner] ^= (uint32_t)low_card(suit_of(at.hand[partner], p->suit)) << 8 * p->suit;
        }
        int sum = 1 + quick_tricks(b, &at, seat, wanted - 1, &used);
        if (sum > most) {
            most = sum;
            *matters = used;
        }
    }
    return most < p->left ? most : p->left;
}

/* ---- moves ---- */

/* The lowest of each group of neighbours in a hand; best: a card that keeps those above and below it apart. */
static unsigned separate_cards(const Bridge *b, unsigned hand, unsigned all, unsigned best)
{
    if (b->s->off & TRICKS_MERGING)
        return hand;
    unsigned found = 0, others = (all & ~hand) | best;
    while (hand) {
        unsigned lowest = low_card(hand), barrier = low_card(others & ~(lowest - 1));
        found |= lowest;
        hand &= barrier ? ~(barrier - 1) : 0;
    }
    return found;
}

/* Weights tuned one by one for fewer nodes. */
static int score_lead(const Bridge *b, int seat, int suit, unsigned card)
{
    unsigned ours = side_of(b, seat), mine = suit_of(b->hand[seat], suit);
    unsigned high = high_card(suit_of(live_cards(b), suit));
    unsigned opponents = suit_of(cards_of(b, seats_against(b, seat)), suit);
    unsigned partners = suit_of(cards_of(b, ours ^ 1u << seat), suit);
    unsigned next = suit_of(b->hand[next_seat(b, seat)], suit);
    unsigned last = suit_of(b->hand[seat ? seat - 1 : b->players - 1], suit);
    int score = card > opponents ? 2 : 0;
    if (partners > opponents)
        score += card > opponents ? -2 : 14;
    score += count_suit(partners) - 2 * count_suit(opponents) - (last & high ? 3 : 0);
    return score - (next ? 0 : 15) - (last ? 0 : 10) - (partners ? 0 : 3) - (mine & (mine - 1) ? 0 : 1);
}

/* later: cards that opponents may still put on the trick */
static int score_follow(const Bridge *b, const Play *p, unsigned later, int rank)
{
    unsigned card = 1u << rank;
    int beats = card > p->best, wins = beats && card > later;
    if (!(side_of(b, p->seat) >> p->winner & 1))
        return (wins ? 30 : beats ? -10 : 0) - rank;
    return (p->best > later ? 0 : wins ? 30 : beats ? -10 : 0) - rank;
}

/* How good a discard looks. */
static int score_discard(const Bridge *b, const Play *p, int suit, int rank)
{
    unsigned mine = suit_of(b->hand[p->seat], suit), card = 1u << rank;
    unsigned opponents = suit_of(cards_of(b, seats_against(b, p->seat)), suit);
    unsigned partners = suit_of(cards_of(b, side_of(b, p->seat) ^ 1u << p->seat), suit);
    return count_suit(mine) - rank - (card > opponents ? 4 : 0) - (partners > opponents ? 3 : 0) +
           (mine & (mine - 1) ? 0 : 3) + (opponents ? 0 : 2);
}

/* How good a move looks; the card that the table names comes first among leads. */
static int score_of(const Bridge *b, const Play *p, int following, unsigned later, int card)
{
    int suit = card >> 3, rank = card & 7;
    if (p->n)
        return following ? score_follow(b, p, later, rank) : score_discard(b, p, suit, rank);
    return score_lead(b, p->seat, suit, 1u << rank) + (card == b->hint ? 1000 : 0);
}

/* The moves of the seat to play, one of each group of neighbours, best looking first; their
 * number. */
static int list_moves(const Bridge *b, const Play *p, Pick *picks)
{
    uint32_t hand = b->hand[p->seat], cards = live_cards(b);
    unsigned opponents = seats_against(b, p->seat), later = 0;
    int n = 0, following = p->n && suit_of(hand, p->suit), ordered = !(b->s->off & TRICKS_ORDER);
    for (int i = p->n + 1, seat = p->seat; following && i < b->players; i++)
        later |= opponents >> (seat = next_seat(b, seat)) & 1 ? suit_of(b->hand[seat], p->suit) : 0;
    for (int suit = following ? p->suit : 0; suit < (following ? p->suit + 1 : SUITS); suit++) {
        unsigned apart = p->n && suit == p->suit ? p->best : 0;
        unsigned each = separate_cards(b, suit_of(hand, suit), suit_of(cards, suit), apart);
        for (; each; each &= each - 1) {
            int card = 8 * suit + __builtin_ctz(each);
            picks[n++] = (Pick){ordered ? (int16_t)score_of(b, p, following, later, card) : 0, (uint8_t)card};
        }
    }
    if (ordered)
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
    b->hand[p->seat] ^= 1u << card;
    b->lengths -= one;
    int value = next.n < b->players ? search_trick(b, &next, target, matters)
                                    : close_trick(b, &next, target, matters);
    b->lengths += one;
    b->hand[p->seat] ^= 1u << card;
    return value;
}

/* Where all moves have failed, and one of neighbours was tried for all of them, they matter together. */
static uint32_t with_neighbours(const Bridge *b, const Play *p, uint32_t matters)
{
    uint32_t cards = live_cards(b);
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned lowest = low_card(suit_of(matters, suit)), hand = suit_of(b->hand[p->seat], suit);
        unsigned others = (suit_of(cards, suit) & ~hand) | (p->n && suit == p->suit ? p->best : 0);
        if (lowest & hand)
            matters |= (uint32_t)low_card(hand & cards_over(others & (lowest - 1))) << 8 * suit;
    }
    return matters;
}

/* The value by the moves of the seat to play, one after another. */
static int try_moves(Bridge *b, const Play *p, int target, uint32_t *matters)
{
    Pick picks[TRICKS_MOVES];
    int n = list_moves(b, p, picks), grabs = b->side >> p->seat & 1, best = grabs ? -1 : 255;
    *matters = 0;
    for (int i = 0; i < n && !b->s->stopped; i++) {
        uint32_t child;
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
static int lead_settled(const Bridge *b, int seat, int left, int target, int *value, uint32_t *matters)
{
    int ours = b->side >> seat & 1;
    *value = target <= 0 ? 0 : left;
    if (target <= 0 || target > left)
        return 1;
    Lay at;
    set_lay(b, seat, &at);
    int quick = quick_tricks(b, &at, seat, ours ? target : left - target + 1, matters);
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
    uint32_t cards = live_cards(b);
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
    uint32_t cards = live_cards(b);
    assert(cards);
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned all = suit_of(cards, suit);
        b->owners[suit][0] = 0;
        for (unsigned set = all & (0 - all); set; set = (set - all) & all) {
            unsigned top = high_card(set), owner = 0;
            while (!(suit_of(b->hand[owner], suit) & top))
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
    memcpy(b->hand, state->hands, sizeof b->hand);
    b->players = state->players;
    b->side = side;
    b->rest = ((1u << b->players) - 1) & ~side;
    b->choice = -1;
    b->lengths = 0;
    for (int i = 0; i < SEATS * SUITS; i++)
        b->lengths |= (uint64_t)count_suit(suit_of(b->hand[i / SUITS], i % SUITS)) << 4 * i;
    b->known = table_memory(s->table, &bytes);
    if (bytes < sizeof(Known) * BUCKET * BUCKETS || s->off & TRICKS_TABLE)
        b->known = NULL;
    s->stamp = table_stamp(s->table);
    set_owners(b);
    *p = (Play){TRICKS_HAND - tricks_done(state), tricks_turn(state), state->n_trick, state->suit, 0, 0, 0, 1};
    if (p->n) {
        p->winner = tricks_winner(state);
        p->best = 1u << (state->trick[(p->winner + b->players - state->leader) % b->players] & 7);
    }
    root->taken = 0;
    for (int seat = 0; seat < b->players; seat++)
        root->taken += side >> seat & 1 ? state->tricks[seat] : 0;
}

/* Tricks that the side may expect by its share of the high cards. */
static int guess_tricks(const Bridge *b, int left)
{
    assert(left >= 0 && left <= TRICKS_HAND);
    uint32_t cards = live_cards(b), ours = cards_of(b, b->side);
    int worth = 0, all = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        unsigned in_suit = suit_of(cards, suit), mine = suit_of(ours, suit), top = high_card(in_suit);
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
    uint32_t others = (live_cards(b) & ~b->hand[root->p.seat]) | (uint32_t)apart << 8 * suit;
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
