/* belief.c: what both seats' choices tell about their hands.
 *
 * All play is open, so both seats can compute how likely each choice was with each hand. The
 * likelihood of a hand is the product of the chances with which its seat would have made its moves
 * with it; belief = shuffling x likelihood. Likelihoods are kept for both seats, one number a hand
 * (by duel_code). They depend on no hidden card.
 *
 * A seat is taken to be one of two kinds of players, each with probability 1/2 at the start:
 * Dragon, or one who makes the best move with open cards whatever was played. Likelihoods are
 * summed over the kinds, so the moves reveal the kind, too. Policies by cards left:
 *   16 .. 11  the opening's (opening.c)
 *   10        all pairs of hands solved with open cards: a move's mean for the hand + for all hands
 *   9         a look-ahead of one card to coarse endings (outlook.c)
 *   8 .. 1    one equilibrium for both seats (equilibrium.c), kept to as far as its tree goes.
 *             Where play leaves the tree, another one is solved. A hand too rare for the tree plays
 *             its first card as the other hands do (play.c), so it does not show itself.
 * Cards of one value are distinct when dealt, so a move's chance is per card of that value held.
 * A share of each belief stays as shuffling makes it, and every move keeps a small probability,
 * because the opponent may be of neither kind.
 *
 * A mind caches all this with the caller's table. It follows from the record alone: an empty cache
 * gives the same result 0.5 to 2 s later. Spare time computes what the opponent's next card needs.
 * Compare Bayesian opponent modelling (Southey and others 2005). Measurements: NOTES.md. */

#include "belief.h"

#include "engine/memory.h"

#include "book.h"
#include "outlook.h"
#include "solve.h"

#include <float.h>
#include <stdlib.h>

#define HANDS 128               /* of a size, at most */
#define DOUBT 0.004             /* a move that Dragon never makes, before the ending, is taken to be made so often */
#define DOUBT_OPEN 0.02         /* and one that the other kind of player never makes */
#define OPEN_SHARE 0.5f         /* how likely a seat is taken to be that kind at the start */
#define OPEN_LEEWAY 0.05        /* what a move may be worth less than the best and still be made by that kind */
#define LINE_LEEWAY 0.3         /* the same where worth is told by a line */
#define DARK 13                 /* cards left where what that kind does tells nothing */
#define EVEN_OTHER 0.15         /* share of a belief in the other seat's hands that takes no notice of choices */
#define EVEN 0.15               /* the same in an ending, of both seats' hands */
#define ENDING_WORK 40000000    /* nodes of an ending's tree times iterations */
#define ENDING_ROUND 25         /* iterations between two looks at what the strategies give away, at most */
#define ENDING_LEAST 12         /* and at least */
#define ENDING_GIVES 0.002
#define ENDING_MB 58            /* what is larger is not looked at */
#define ENDINGS 3               /* kept: of eight cards, of seven, of fewer */
#define SOLVER_MB 8
#define LEEWAY 0.1              /* what a move may be worth less than the best and still be made */
#define ALL 1.0                 /* how much what it brings all hands together counts beside what it brings the hand */
#define ROUNDING 1e-6
#define WEIGHTS 16777216.0      /* a belief's weights together, as whole numbers */

/* Fits after a move by kinds of players, by the game up to it. */
typedef struct Told {
    uint64_t key;
    float by_kind[DUEL_KINDS][DUEL_POOLS];
} Told;

/* How a kind of player chooses: how well it takes the other's hands to fit; how much what a move brings all hands
 * together counts beside what it brings the own one; what a move may be worth less than the best and still be made;
 * whether the more cards are held of a value the more often. */
typedef struct Taste {
    const float *theirs;
    double all, leeway;
    int by_cards;
} Taste;

/* A place on the way to a position, by the game up to it; its ending may have made room for another since. */
typedef struct Step {
    uint64_t key, thought_key;
    DuelPlace place;
} Step;

struct DuelMind {
    Table *table;
    DuelSolver *solver;
    DuelThought thoughts[ENDINGS];
    Told told[DUEL_CARDS];
    Step steps[DUEL_CARDS];
    uint64_t opening_key[DUEL_CARDS], means_key, outlook_key;
    DuelOpening opening[DUEL_CARDS]; /* the last ones asked for, by the cards laid */
    double means[DUEL_MOVES];   /* the last ones asked for, of all hands together */
    DuelOutlook outlook;        /* the same, with nine cards left */
};

typedef struct Hand {
    uint8_t cards[DUEL_VALUES];
    int code;
    double ways;                /* to draw it; in a view also how likely it is */
} Hand;

/* ---- the mind ---- */

/* For a table that frees what it keeps. */
static void release_mind(void *mind) { duel_mind_free(mind); }

/* Takes NULL too. */
void duel_mind_free(DuelMind *mind)
{
    if (!mind)
        return;
    for (int i = 0; i < ENDINGS; i++)
        duel_ending_free(mind->thoughts[i].ending);
    duel_solver_free(mind->solver);
    table_free(mind->table);
    free(mind);
}

DuelMind *duel_mind_of(Table *table)
{
    TableKept *kept = table_kept(table);
    if (kept && kept->release == release_mind)
        return kept->thing;
    DuelMind *mind = calloc(1, sizeof *mind);
    if (!mind)
        return NULL;
    mind->table = table_new(SOLVER_MB);
    mind->solver = duel_solver_new(mind->table);
    if (!mind->table || !mind->solver) {
        duel_mind_free(mind);
        return NULL;
    }
    if (kept && kept->release)
        kept->release(kept->thing);
    if (kept)
        *kept = (TableKept){mind, release_mind};
    return mind;
}

/* A number made of another and of the game so far, whoever started it. */
static uint64_t mix_line(uint64_t key, const DuelState *state)
{
    for (int i = 0; i < state->ply; i++)
        key = mix64(key ^ (uint64_t)(state->order[i] * 4 + duel_value(state, state->order[i])));
    return key;
}

/* A number made of the game so far and of how far an ending is worked out. */
static uint64_t key_of(const DuelState *state, const Limits *limits)
{
    return mix_line(mix64(state->starter + 1u + 2 * limits_scale(1000, limits)), state) | 1;
}

/* ---- hands ---- */

/* All hands of so many cards from a pool. */
static int list_hands(const uint8_t pool[DUEL_VALUES], int cards, Hand list[HANDS])
{
    int n = 0;
    for (int code = 0; code < DUEL_POOLS; code++) {
        Hand hand = {.code = code, .ways = 1};
        int held = 0, fits = 1;
        for (int value = 0; value < DUEL_VALUES; value++) {
            hand.cards[value] = (uint8_t)(code / duel_pool_unit[value] % 6);
            held += hand.cards[value];
            fits &= hand.cards[value] <= pool[value];
            hand.ways *= duel_ways[pool[value]][hand.cards[value]];
        }
        if (held == cards && fits) {
            assert(n < HANDS);
            list[n++] = hand;
        }
    }
    return n;
}

/* Cards of each value that are not on the table, less those of a hand (NULL: none). */
static void count_pool(const DuelState *state, const uint8_t *hand, uint8_t pool[DUEL_VALUES])
{
    for (int value = 0; value < DUEL_VALUES; value++)
        pool[value] = (uint8_t)(DUEL_COPIES - (hand ? hand[value] : 0));
    for (int i = 0; i < state->ply; i++)
        pool[duel_value(state, state->order[i])]--;
}

/* Cards in a seat's hand. */
static int count_cards(const DuelState *state, int seat)
{
    const uint8_t *hand = state->hands[seat];
    return hand[0] + hand[1] + hand[2] + hand[3];
}

/* Fits with an even share mixed in, their mean over all hands 1; what no hand fits tells nothing. */
static void mix_fits(const DuelState *state, int seat, const float fits[DUEL_POOLS], double even,
                     float mixed[DUEL_POOLS])
{
    Hand list[HANDS];
    uint8_t pool[DUEL_VALUES];
    count_pool(state, NULL, pool);
    int n = list_hands(pool, count_cards(state, seat), list);
    double ways = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        ways += list[i].ways;
        sum += list[i].ways * fits[list[i].code];
    }
    memset(mixed, 0, DUEL_POOLS * sizeof *mixed);
    for (int i = 0; i < n; i++) {
        double told = sum > 0 ? fits[list[i].code] * ways / sum : 1;
        mixed[list[i].code] = (float)(even + (1 - even) * told);
    }
}

/* ---- the first six cards ---- */

const DuelOpening *duel_mind_opening(DuelMind *mind, const DuelState *state, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    DuelOpening *opening = &mind->opening[state->ply];
    if (mind->opening_key[state->ply] != key) {
        int whole = duel_opening(mind->solver, state, mix_line(0, state), clock, opening);
        mind->opening_key[state->ply] = whole ? key : 0;
        if (clock->status == STATUS_CANCELLED)
            return NULL;
    }
    return opening;
}

/* ---- before the ending ---- */

/* What a move is worth that brings the hand so much with open cards: that, and what it brings all hands together. */
static double worth_of(const DuelMind *mind, const Taste *taste, double value, uint32_t move)
{
    return value + taste->all * mind->means[move];
}

/* The policy over the moves looked at in all worlds, and which of them are worth most to the hand. */
static void end_view(const DuelMind *mind, const Taste *taste, const uint8_t hand[DUEL_VALUES],
                     const uint8_t wanted[MAX_MOVES], DuelView *view)
{
    double worth[MAX_MOVES], most = -1;
    for (int i = 0; i < view->n; i++) {
        worth[i] = wanted[i] ? worth_of(mind, taste, view->value[i], view->move[i]) : -DBL_MAX;
        most = view->value[i] > most ? view->value[i] : most;
    }
    duel_spread(view->n, view->move, worth, taste->leeway, taste->by_cards ? hand : NULL, view->weight);
    view->always = 1;
    for (int i = 0; i < view->n; i++) {
        view->always &= view->best[i] || view->weight[i] <= 0;
        view->best[i] = view->value[i] == most;
    }
}

/* Adds a world to the view: outcomes of the moves still looked at, and of the others where they decide whether a move
 * is best against all. 0 when the clock has run out. */
static int view_world(DuelMind *mind, const DuelState *world, const uint8_t wanted[MAX_MOVES], double weight,
                      Clock *clock, DuelView *view)
{
    int top = -1, open = 0, values[MAX_MOVES];
    for (int others = 0; others < 2 && (!others || (top < 1 && open)); others++)
        for (int i = 0; i < view->n; i++) {
            if (wanted[i] == others)
                continue;
            values[i] = duel_outcome(mind->solver, world, world->hands, view->move[i], clock);
            if (values[i] == 2)
                return 0;
            top = values[i] > top ? values[i] : top;
            open |= view->best[i];
        }
    for (int i = 0; i < view->n; i++) {
        view->value[i] += wanted[i] ? weight * values[i] : 0;
        view->best[i] &= wanted[i] && values[i] == top;
    }
    return 1;
}

/* Looks no longer at moves that cannot come near the best one any more, whatever the worlds left bring of the whole;
 * whether it still looks at this one. */
static int drop_hopeless(const DuelMind *mind, const Taste *taste, const DuelView *view, double left, double whole,
                         uint32_t move, uint8_t wanted[MAX_MOVES])
{
    double worth[MAX_MOVES], sure = -DBL_MAX;
    int found = 0;
    for (int i = 0; i < view->n; i++) {
        worth[i] = worth_of(mind, taste, view->value[i] / whole, view->move[i]);
        sure = wanted[i] && worth[i] - left / whole > sure ? worth[i] - left / whole : sure;
    }
    for (int i = 0; i < view->n; i++) {
        wanted[i] &= worth[i] + left / whole > sure - taste->leeway - ROUNDING;
        found |= wanted[i] && view->move[i] == move;
    }
    return found;
}

/* The likeliest first; equal ones by their codes. */
static int by_ways(const void *a, const void *b)
{
    const Hand *x = a, *y = b;
    return x->ways != y->ways ? (x->ways < y->ways) - (x->ways > y->ways) : (x->code > y->code) - (x->code < y->code);
}

/* A view of which only the moves are known, and the hands that the other may hold. */
static void begin_view(const DuelState *state, const uint8_t hand[DUEL_VALUES], Hand list[HANDS], DuelView *view)
{
    DuelState world = *state;
    uint8_t pool[DUEL_VALUES];
    int seat = duel_turn(state);
    count_pool(state, hand, pool);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    view->n = duel_moves(&world, view->move);
    view->worlds = list_hands(pool, count_cards(state, seat ^ 1), list);
    memset(view->value, 0, sizeof view->value);
    memset(view->best, 1, sizeof view->best);
}

/* The view of a hand to such a taste; all: with what moves are worth that it does not make; move: the only one that is
 * asked about, if any. */
static int view_hand(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES], const Taste *taste,
                     int all, uint32_t move, Clock *clock, DuelView *view)
{
    Hand list[HANDS];
    DuelState world = *state;
    uint8_t wanted[MAX_MOVES];
    int seat = duel_turn(state);
    double whole = 0, left;
    memset(wanted, 1, sizeof wanted);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    begin_view(state, hand, list, view);
    for (int w = 0; w < view->worlds; w++)
        whole += list[w].ways *= taste->theirs[list[w].code];
    qsort(list, (size_t)view->worlds, sizeof *list, by_ways);
    left = whole;
    for (int w = 0; w < view->worlds; w++) {
        memcpy(world.hands[seat ^ 1], list[w].cards, DUEL_VALUES);
        if (!view_world(mind, &world, wanted, list[w].ways, clock, view))
            return 0;
        left -= list[w].ways;
        if (!all && !drop_hopeless(mind, taste, view, left, whole, move, wanted) && move != NO_MOVE) {
            memset(view->weight, 0, sizeof view->weight);
            return 1;
        }
    }
    for (int i = 0; i < view->n; i++)
        view->value[i] = wanted[i] ? view->value[i] / whole : -1;
    end_view(mind, taste, hand, wanted, view);
    return 1;
}

/* Both seats' fits, the seat to act first, a seventh even. */
static void mix_both(const DuelState *state, const DuelPlace *place, float fits[2][DUEL_POOLS])
{
    int seat = duel_turn(state);
    for (int i = 0; i < 2; i++)
        mix_fits(state, seat ^ i, place->fits[seat ^ i], EVEN, fits[i]);
}

/* What moves bring all hands together; 0: no time. */
static int find_means(DuelMind *mind, const DuelState *state, const DuelPlace *place, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    float fits[2][DUEL_POOLS];
    if (mind->means_key != key) {
        mix_both(state, place, fits);
        int whole = duel_means(mind->solver, state, (const float(*)[DUEL_POOLS])fits, mix_line(0, state), clock,
                               mind->means);
        mind->means_key = whole ? key : 0;
    }
    return clock->status != STATUS_CANCELLED;
}

/* What the next card is worth to all hands by the ending after it, where there is such an outlook; 0: no time. */
static int look_ahead(DuelMind *mind, const DuelState *state, const DuelPlace *place, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    float fits[2][DUEL_POOLS];
    if (DUEL_CARDS - state->ply != DUEL_OUTLOOK || mind->outlook_key == key)
        return 1;
    if (!find_means(mind, state, place, clock))
        return 0;
    mix_both(state, place, fits);
    int whole = duel_outlook(state, mind->means, (const float(*)[DUEL_POOLS])fits, clock, &mind->outlook);
    mind->outlook_key = whole ? key : 0;
    return whole;
}

/* The row of a view's move in the outlook where that says what it is worth to the hand; -1. */
static int row_ahead(const DuelOutlook *outlook, int code, uint32_t move)
{
    for (int row = 0; row < outlook->n; row++)
        if (outlook->move[row] == move)
            return outlook->worth[row][code] > DUEL_NO_WORTH ? row : -1;
    return -1;
}

/* The policy by the outlook. What it does not look at is worth what it brings with open cards, but no more than the best
 * that it looks at. 0 where it says nothing of the hand; then nothing has changed. */
static int weigh_ahead(const DuelOutlook *outlook, const uint8_t hand[DUEL_VALUES], DuelView *view)
{
    double top = -2, sum = 0;
    int rows[MAX_MOVES], code = duel_code(hand);
    for (int i = 0; i < view->n; i++) {
        rows[i] = row_ahead(outlook, code, view->move[i]);
        double worth = rows[i] < 0 ? -2 : (double)outlook->worth[rows[i]][code];
        top = worth > top ? worth : top;
    }
    if (top < -1.5)
        return 0;
    for (int i = 0; i < view->n; i++) {
        double open = view->value[i] < top ? view->value[i] : top;
        view->value[i] = rows[i] < 0 ? open : (double)outlook->worth[rows[i]][code];
        view->weight[i] = rows[i] < 0 ? 0 : (double)outlook->share[rows[i]][code];
        view->best[i] = rows[i] >= 0 && view->value[i] == top;
        sum += view->weight[i];
    }
    for (int i = 0; i < view->n; i++)
        view->weight[i] /= sum;
    view->always = 0;
    return 1;
}

/* The view of a hand by the outlook, where there is one, or else by open cards alone; as view_hand. */
static int judge_hand(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES],
                      const float theirs[DUEL_POOLS], int all, uint32_t move, Clock *clock, DuelView *view)
{
    const Taste taste = {theirs, ALL, LEEWAY, 1};
    Hand list[HANDS];
    int ahead = DUEL_CARDS - state->ply == DUEL_OUTLOOK;
    if (!ahead || all)
        return view_hand(mind, state, hand, &taste, all, move, clock, view) &&
               (!ahead || weigh_ahead(&mind->outlook, hand, view) || 1);
    begin_view(state, hand, list, view);
    return weigh_ahead(&mind->outlook, hand, view) || view_hand(mind, state, hand, &taste, all, move, clock, view);
}

int32_t duel_view(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES], const DuelPlace *place,
                  Clock *clock, DuelView *view)
{
    float theirs[DUEL_POOLS];
    int other = duel_turn(state) ^ 1;
    mix_fits(state, other, place->fits[other], EVEN_OTHER, theirs);
    return find_means(mind, state, place, clock) && look_ahead(mind, state, place, clock) &&
           judge_hand(mind, state, hand, theirs, !clock->limits->brief, NO_MOVE, clock, view);
}

/* The view of a hand with the first six cards: the opening's, which takes no notice of choices. */
static int view_opening(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES], Clock *clock,
                        DuelView *view)
{
    const DuelOpening *opening = duel_mind_opening(mind, state, clock);
    Hand list[HANDS];
    DuelState world = *state;
    int8_t values[MAX_MOVES];
    int seat = duel_turn(state), booked = 1;
    double whole = 0;
    if (!opening)
        return 0;
    begin_view(state, hand, list, view);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    for (int w = 0; w < view->worlds && booked; w++) {
        memcpy(world.hands[seat ^ 1], list[w].cards, DUEL_VALUES);
        booked = duel_book_values(&world, (const uint8_t(*)[DUEL_VALUES])world.hands, values) > 0;
        for (int i = 0; i < view->n && booked; i++)
            view->value[i] += list[w].ways * values[i];
        whole += list[w].ways;
    }
    for (int i = 0; i < view->n; i++)
        view->value[i] /= whole;
    duel_opening_policy(opening, hand, view->n, view->move, booked ? view->value : NULL, view->weight);
    return 1;
}

/* What the policy of a hand is made of, whichever hand; 0: no time. */
static int prepare_views(DuelMind *mind, const DuelState *state, const DuelPlace *place, Clock *clock)
{
    if (DUEL_CARDS - state->ply > DUEL_VIEWED)
        return duel_mind_opening(mind, state, clock) != NULL;
    return find_means(mind, state, place, clock) && look_ahead(mind, state, place, clock);
}

/* ---- what a move tells ---- */

/* What is asked when a move is heard: how likely each kind of player makes it with a hand. */
typedef struct Hearing {
    DuelMind *mind;
    const DuelState *state;
    uint32_t move;
    Clock *clock;
    float theirs[DUEL_KINDS][DUEL_POOLS]; /* how well each takes the other's hands to fit */
    DuelView view;
} Hearing;

/* How often the move that is heard is made in the view, which is some hand's. */
static double chance_of_move(const Hearing *hearing)
{
    double chance = 0;
    for (int i = 0; i < hearing->view.n; i++)
        chance += hearing->view.move[i] == hearing->move ? hearing->view.weight[i] : 0;
    return chance;
}

/* The policy of one who lays what is best with open cards, from Dragon's view of one of the first six cards: by the
 * books, by lines, or by lot. */
static void open_first_view(const DuelOpening *opening, int left, const uint8_t hand[DUEL_VALUES], DuelView *view)
{
    int booked = left > DARK, lines = left < DARK && opening->by_hand;
    double worth[MAX_MOVES];
    for (int i = 0; i < view->n; i++)
        worth[i] = booked ? view->value[i] : lines ? duel_opening_worth(opening, hand, view->move[i]) : 0;
    duel_spread(view->n, view->move, worth, lines ? LINE_LEEWAY : OPEN_LEEWAY, booked || lines ? NULL : hand,
                view->weight);
}

/* The chances with this hand; 0: no time. */
static int hear_hand(Hearing *hearing, const uint8_t hand[DUEL_VALUES], double chance[DUEL_KINDS])
{
    DuelMind *mind = hearing->mind;
    const DuelState *state = hearing->state;
    DuelView *view = &hearing->view;
    const float *theirs = hearing->theirs[DUEL_DRAGON];
    const Taste open = {hearing->theirs[DUEL_OPEN], 0, OPEN_LEEWAY, 0};
    int left = DUEL_CARDS - state->ply, first = left > DUEL_VIEWED;
    int whole = first ? view_opening(mind, state, hand, hearing->clock, view)
                      : judge_hand(mind, state, hand, theirs, 0, hearing->move, hearing->clock, view);
    chance[DUEL_DRAGON] = DOUBT + chance_of_move(hearing);
    if (first)
        open_first_view(&mind->opening[state->ply], left, hand, view);
    else
        whole = whole && view_hand(mind, state, hand, &open, 0, hearing->move, hearing->clock, view);
    chance[DUEL_OPEN] = DOUBT_OPEN + chance_of_move(hearing);
    return whole;
}

/* Fits by kinds of the seat to act after its move: each hand's chance to make it. */
static int learn_move(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock, DuelPlace *place)
{
    Hearing *hearing = memory_get(1, sizeof *hearing, clock->progress);
    Hand list[HANDS];
    uint8_t pool[DUEL_VALUES];
    float after[DUEL_KINDS][DUEL_POOLS] = {{0}};
    int seat = duel_turn(state), value = duel_move_value(move);
    int whole = hearing && prepare_views(mind, state, place, clock);
    count_pool(state, NULL, pool);
    int n = list_hands(pool, count_cards(state, seat), list);
    if (hearing) {
        *hearing = (Hearing){.mind = mind, .state = state, .move = move, .clock = clock};
        mix_fits(state, seat ^ 1, place->fits[seat ^ 1], EVEN_OTHER, hearing->theirs[DUEL_DRAGON]);
        mix_fits(state, seat ^ 1, place->fits[seat ^ 1], 1, hearing->theirs[DUEL_OPEN]);
    }
    for (int i = 0; i < n && whole; i++) {
        double chance[DUEL_KINDS];
        if (!list[i].cards[value])
            continue;
        whole = hear_hand(hearing, list[i].cards, chance);
        for (int kind = 0; kind < DUEL_KINDS; kind++)
            after[kind][list[i].code - duel_pool_unit[value]] =
                place->by_kind[seat][kind][list[i].code] * (float)(chance[kind] / list[i].cards[value]);
    }
    free(hearing);
    memcpy(place->by_kind[seat], after, sizeof after);
    return whole;
}

/* ---- the ending ---- */

/* Works an ending out: rounds, until its strategies give away next to nothing. */
static void work_out(DuelThought *thought, Clock *clock)
{
    uint64_t size[4], work = limits_scale(ENDING_WORK, clock->limits);
    duel_ending_size(thought->ending, size);
    uint64_t n = work / size[0], done;
    uint32_t round = n > ENDING_ROUND ? ENDING_ROUND : n < ENDING_LEAST ? ENDING_LEAST : (uint32_t)n;
    do {
        thought->iterations += duel_ending_run(thought->ending, round, clock);
        thought->gives = duel_ending_exploitability(thought->ending, NULL, clock);
        done = (thought->iterations + round) * size[0] > work || thought->gives <= ENDING_GIVES;
    } while (!done && clock->status == STATUS_EXACT);
}

/* The ending that begins in a position, from the mind or worked out. NULL: no memory, no time, or too large. */
static const DuelThought *think_ending(DuelMind *mind, const DuelState *state, uint64_t key, const DuelPlace *place,
                                       Clock *clock)
{
    int further = DUEL_ENDING_MOST - (DUEL_CARDS - state->ply);
    DuelThought *thought = &mind->thoughts[further < ENDINGS ? further : ENDINGS - 1];
    float fits[2][DUEL_POOLS];
    if (thought->key == key)
        return thought->ending ? thought : NULL;
    duel_ending_free(thought->ending);
    *thought = (DuelThought){.key = 0};
    mix_both(state, place, fits);
    thought->ending = duel_ending_new(state, NULL, (const float(*)[DUEL_POOLS])fits, 0, ENDING_MB, clock);
    if (thought->ending)
        work_out(thought, clock);
    thought->key = clock->status == STATUS_EXACT ? key : 0; /* too large: so it will be again */
    return thought->ending && clock->status != STATUS_CANCELLED ? thought : NULL;
}

/* ---- along the record ---- */

/* The position before so many moves were made that this many cards are left. */
static DuelState go_back(const DuelState *state, int left)
{
    DuelState start = *state;
    start.occupied = start.low = start.high = 0;
    start.left = start.right = start.top = start.bottom = DUEL_ORIGIN & 7;
    start.ply = 0;
    for (int i = 0; i < state->ply; i++)
        start.hands[(state->starter + i) & 1][duel_value(state, state->order[i])]++;
    for (int i = 0; i < DUEL_CARDS - left; i++)
        duel_put(&start, state->order[i], duel_value(state, state->order[i]));
    return start;
}

/* What a move of the record tells; 0 when the clock has run out. */
static int hear_move(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock, DuelPlace *place)
{
    int seat = duel_turn(state);
    float *fits = place->fits[seat];
    if (DUEL_CARDS - state->ply <= DUEL_ENDING_MOST) {
        const DuelThought *thought = place->thought;
        int goes_on = thought ? duel_ending_step(thought->ending, &place->spot, state, move, fits) : -1;
        if (goes_on < 0)
            duel_drop_card(fits, duel_move_value(move));
        place->thought = goes_on > 0 && !duel_ending_coarse(thought->ending) ? thought : NULL;
        return 1;
    }
    Told *told = &mind->told[state->ply];
    uint64_t key = mix64(key_of(state, NULL) ^ move) | 1;
    if (told->key != key) {
        if (!learn_move(mind, state, move, clock, place))
            return 0;
        told->key = key;
        memcpy(told->by_kind, place->by_kind[seat], sizeof told->by_kind);
    }
    memcpy(place->by_kind[seat], told->by_kind, sizeof told->by_kind);
    for (int code = 0; code < DUEL_POOLS; code++)
        fits[code] = (1 - OPEN_SHARE) * told->by_kind[DUEL_DRAGON][code] + OPEN_SHARE * told->by_kind[DUEL_OPEN][code];
    return 1;
}

/* Where the mind was on the way to a position the last time, as far on as it can be told; else where choices begin to
 * tell. */
static DuelState take_up(const DuelMind *mind, const DuelState *state, const Limits *limits, DuelPlace *place)
{
    for (int left = DUEL_CARDS - state->ply; left < DUEL_CARDS; left++) {
        const Step *step = &mind->steps[DUEL_CARDS - left];
        const DuelThought *thought = step->place.thought;
        DuelState at = go_back(state, left);
        if (step->key == key_of(&at, limits) && (!thought || thought->key == step->thought_key)) {
            *place = step->place;
            return at;
        }
    }
    *place = (DuelPlace){.thought = NULL};
    for (int code = 0; code < DUEL_POOLS; code++)
        for (int seat = 0; seat < 2; seat++) {
            place->fits[seat][code] = 1;
            for (int kind = 0; kind < DUEL_KINDS; kind++)
                place->by_kind[seat][kind][code] = 1;
        }
    return go_back(state, DUEL_CARDS);
}

/* Notes a place for the next time. */
static void note_step(DuelMind *mind, const DuelState *at, const Limits *limits, const DuelPlace *place)
{
    uint64_t thought_key = place->thought ? place->thought->key : 0;
    if (place->thought && !thought_key)
        return; /* cut short */
    mind->steps[at->ply] = (Step){key_of(at, limits), thought_key, *place};
}

int32_t duel_believe(DuelMind *mind, const DuelState *state, Clock *clock, DuelPlace *place)
{
    assert(DUEL_CARDS - state->ply <= DUEL_VIEWED && !state->over);
    DuelState at = take_up(mind, state, clock->limits, place);
    for (;;) {
        int left = DUEL_CARDS - at.ply;
        if (left <= DUEL_ENDING_MOST && !place->thought) {
            place->thought = think_ending(mind, &at, key_of(&at, clock->limits), place, clock);
            if (place->thought)
                duel_ending_start(place->thought->ending, &place->spot);
            else if (left < DUEL_ENDING_MOST || clock->status != STATUS_EXACT)
                return 0;
        }
        note_step(mind, &at, clock->limits, place);
        if (at.ply == state->ply)
            return 1;
        int cell = state->order[at.ply], value = duel_value(state, cell);
        if (!hear_move(mind, &at, (uint32_t)cell * 4 + (uint32_t)value, clock, place))
            return 0;
        duel_put(&at, cell, value);
    }
}

void duel_foresee_opening(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock)
{
    DuelState next = *state;
    assert(DUEL_CARDS - state->ply > DUEL_VIEWED + 1);
    duel_put(&next, duel_move_cell(move), duel_move_value(move));
    duel_mind_opening(mind, &next, clock);
}

void duel_foresee(DuelMind *mind, const DuelState *state, uint32_t move, const DuelPlace *place, Clock *clock)
{
    DuelPlace after = *place;
    DuelState next = *state;
    if (!hear_move(mind, state, move, clock, &after))
        return;
    duel_put(&next, duel_move_cell(move), duel_move_value(move));
    look_ahead(mind, &next, &after, clock);
}

int32_t duel_believe_anew(DuelMind *mind, const DuelState *state, Clock *clock, DuelPlace *place)
{
    place->thought = think_ending(mind, state, mix64(key_of(state, clock->limits)) | 1, place, clock);
    if (place->thought)
        duel_ending_start(place->thought->ending, &place->spot);
    return place->thought != NULL;
}

void duel_weigh(const DuelState *state, const DuelPlace *place, DuelWorld *worlds, int32_t n)
{
    int other = duel_turn(state) ^ 1;
    float theirs[DUEL_POOLS];
    double weight[DUEL_WORLDS], sum = 0;
    mix_fits(state, other, place->fits[other], EVEN_OTHER, theirs);
    for (int i = 0; i < n; i++)
        sum += weight[i] = worlds[i].weight * (double)theirs[duel_code(worlds[i].hand)];
    for (int i = 0; i < n; i++)
        worlds[i].weight = 1 + (uint32_t)(weight[i] / sum * WEIGHTS);
}
