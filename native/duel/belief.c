/* belief.c: what both seats' choices tell about their hands.
 *
 * From ten cards left on each choice is judged by Dragon's own policy: a hand fits as well as the product of the
 * chances with which its seat would have made its moves with it. What a seat has chosen does not hang on what the
 * other holds, so both seats' fits are vectors of their own, and beliefs are shuffling times fits. Shuffling deals
 * cards that are told apart, so the chance meant is that of this very card: a hand's chance of the move by the cards of
 * that value that it holds. (Without that, a card laid spoke for hands with many of its value even where they are drawn
 * blindly from.)
 *
 * With nine and ten cards left a hand's policy follows from all cards open: every pair of hands is solved, moves are
 * worth their means over what the other may hold, and those worth nearly as much as the best are mixed, the more cards
 * of the value are held the more often; a hand that is mixed so shows less of itself than one that plays its best
 * move, and all hands of a position are done in a quarter of a second, as moves that cannot come near the best any
 * more are looked at no further. With open cards a dozen moves may win against every hand, and half of them are lost
 * when neither sees the other's: of moves that are nearly as good those are mixed that bring most where the next four
 * cards are laid at random, over all hands together. (One that is drawn by lot from such a dozen gave 0.97 away in one
 * deal. Playouts of the own hand, which told them apart before, give each hand a move of its own, with which it shows
 * itself.)
 *
 * What this misses is most of what is left to be gained from nine and ten cards on. Over all moves of 16 positions of
 * nine cards, what a move is worth by the ending after it (worked out under hands that tell nothing) follows from open
 * cards to 0.15 of its variance, from the random play to 0.28 (six cards of it: 0.27), from both together to 0.33. A
 * move that wins against every hand with open cards may lose nearly always: 40 games of 40 in one such place. Other
 * leeways, and sums of the two in place of one after the other, are worth the same as far as 16 positions can tell
 * (0.20 to 0.34, this mixture 0.24, the best moves 0.51), so what is wanted is not another mixture but a worth that
 * knows of hidden hands. To reckon with 0.4 of even hands in the ending in place of a seventh, in the eight worst places
 * of 19 deals, leaves as much to be gained there.
 *
 * At eight cards left one equilibrium is worked out, of the hands that are not too rare, and then kept to: later
 * choices follow its strategies as far as its tree goes, so nothing is given away between two endings that do not know
 * of each other. It serves both seats. A line that leaves the tree, or a hand that would not have come there, begins
 * another ending. A hand too rare to be in it lays its first card as the others do on average, where that costs it little
 * with open cards (play.c): so it does not show itself, and its card tells nothing of it. Moves are found in the tree by
 * the boards' twin keys, so that play may go through a twin of the tree's board.
 *
 * Before the ending half of what is believed of the other seat takes no notice of its choices: it need not play like
 * Dragon. In the ending a seventh of what is believed of both does: what was shown is shown.
 *
 * A mind keeps the places on the way to the last position, the last endings and fits with the table that is given
 * from call to call. They follow from the record, so that without them the same comes out, later: 0.5 to 2 s
 * instead of nothing. */

#include "belief.h"

#include "solve.h"

#include <float.h>
#include <stdlib.h>

#define HANDS 128               /* of a size, at most */
#define EVEN_OTHER 0.5          /* share of a belief in the other seat's hands that takes no notice of choices */
#define EVEN 0.15               /* the same in an ending, of both seats' hands */
#define ENDING_WORK 40000000    /* nodes of an ending's tree times iterations */
#define ENDING_ROUND 25         /* iterations between two looks at what the strategies give away, at most */
#define ENDING_LEAST 12         /* and at least */
#define ENDING_GIVES 0.002
#define ENDING_MB 58            /* what is larger is not looked at */
#define ENDINGS 3               /* kept: of eight cards, of seven, of fewer */
#define SOLVER_MB 8
#define LEEWAY 0.04             /* what a move may be worth less than the best and still be made */
#define HARD 0.3                /* what it may bring less where both play on at random */
#define ROUNDING 1e-6
#define WEIGHTS 16777216.0      /* a belief's weights together, as whole numbers */

/* Fits after a move, by the game up to it. */
typedef struct Told {
    uint64_t key;
    float fits[DUEL_POOLS];
} Told;

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
    uint64_t opening_key, playouts_key;
    DuelOpening opening;        /* the last one asked for */
    double playouts[DUEL_MOVES]; /* the same, of playouts */
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
    if (!mind->solver) {
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

/* ---- before the ending ---- */

/* The policy: moves that are worth nearly as much as the best, the better, the harder to answer and the more cards of
 * the value, the more often. Where a move is best against every hand, only such moves. */
static void spread_weights(const DuelMind *mind, DuelView *view, const uint8_t hand[DUEL_VALUES])
{
    double top = -2, hardest = -2, sum = 0;
    for (int i = 0; i < view->n; i++)
        top = view->value[i] > top ? view->value[i] : top;
    for (int i = 0; i < view->n; i++) {
        double hard = mind->playouts[view->move[i]];
        view->weight[i] = view->always ? view->best[i] : duel_near_to(top, view->value[i], LEEWAY);
        hardest = view->weight[i] > 0 && hard > hardest ? hard : hardest;
    }
    for (int i = 0; i < view->n; i++) {
        view->weight[i] *= duel_near_to(hardest, mind->playouts[view->move[i]], HARD);
        view->weight[i] *= hand[duel_move_value(view->move[i])];
        view->best[i] = view->value[i] == top;
        sum += view->weight[i];
    }
    for (int i = 0; i < view->n; i++)
        view->weight[i] /= sum;
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

/* Looks no longer at moves that cannot come near the best one any more, whatever the worlds left bring; whether it
 * still looks at this one. */
static int drop_hopeless(const DuelView *view, double left, double near, uint32_t move,
                         uint8_t wanted[MAX_MOVES])
{
    double sure = -DBL_MAX;
    int found = 0;
    for (int i = 0; i < view->n; i++)
        sure = wanted[i] && view->value[i] - left > sure ? view->value[i] - left : sure;
    for (int i = 0; i < view->n; i++) {
        wanted[i] &= view->value[i] + left > sure - near;
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

/* The view of a hand, where the other's hands fit so well; all: with what moves are worth that it does not make; move:
 * the only one that is asked about, if any. */
static int view_hand(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES],
                     const float theirs[DUEL_POOLS], int all, uint32_t move, Clock *clock, DuelView *view)
{
    Hand list[HANDS];
    DuelState world = *state;
    uint8_t pool[DUEL_VALUES], wanted[MAX_MOVES];
    int seat = duel_turn(state);
    double whole = 0, left;
    count_pool(state, hand, pool);
    memset(view->value, 0, sizeof view->value);
    memset(view->best, 1, sizeof view->best);
    memset(wanted, 1, sizeof wanted);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    view->n = duel_moves(&world, view->move);
    view->worlds = list_hands(pool, count_cards(state, seat ^ 1), list);
    for (int w = 0; w < view->worlds; w++)
        whole += list[w].ways *= theirs[list[w].code];
    qsort(list, (size_t)view->worlds, sizeof *list, by_ways);
    left = whole;
    for (int w = 0; w < view->worlds; w++) {
        memcpy(world.hands[seat ^ 1], list[w].cards, DUEL_VALUES);
        if (!view_world(mind, &world, wanted, list[w].ways, clock, view))
            return 0;
        left -= list[w].ways;
        if (!all && !drop_hopeless(view, left, (LEEWAY + ROUNDING) * whole, move, wanted) && move != NO_MOVE) {
            memset(view->weight, 0, sizeof view->weight);
            return 1;
        }
    }
    view->always = 0;
    for (int i = 0; i < view->n; i++) {
        view->value[i] = wanted[i] ? view->value[i] / whole : -1;
        view->always |= view->best[i];
    }
    spread_weights(mind, view, hand);
    return 1;
}

/* How hard moves are to answer: what they bring where both seats play on at random for a while; 0: no time. */
static int play_out(DuelMind *mind, const DuelState *state, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    if (mind->playouts_key != key) {
        int whole = duel_playouts(mind->solver, state, mix_line(0, state), clock, mind->playouts);
        mind->playouts_key = whole ? key : 0;
    }
    return clock->status != STATUS_CANCELLED;
}

int32_t duel_view(DuelMind *mind, const DuelState *state, const uint8_t hand[DUEL_VALUES], const DuelPlace *place,
                  Clock *clock, DuelView *view)
{
    float theirs[DUEL_POOLS];
    int other = duel_turn(state) ^ 1;
    mix_fits(state, other, place->fits[other], EVEN_OTHER, theirs);
    return play_out(mind, state, clock) &&
           view_hand(mind, state, hand, theirs, !clock->limits->brief, NO_MOVE, clock, view);
}

/* Fits of the seat to act after its move: each hand's chance to make it. */
static int learn_move(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock, DuelPlace *place)
{
    DuelView *view = malloc(sizeof *view);
    Hand list[HANDS];
    uint8_t pool[DUEL_VALUES];
    float theirs[DUEL_POOLS], after[DUEL_POOLS] = {0};
    int seat = duel_turn(state), value = duel_move_value(move), whole = view && play_out(mind, state, clock);
    mix_fits(state, seat ^ 1, place->fits[seat ^ 1], EVEN_OTHER, theirs);
    count_pool(state, NULL, pool);
    int n = list_hands(pool, count_cards(state, seat), list);
    for (int i = 0; i < n && whole; i++) {
        if (!list[i].cards[value])
            continue;
        whole = view_hand(mind, state, list[i].cards, theirs, 0, move, clock, view);
        double chance = DUEL_DOUBT;
        for (int j = 0; j < view->n && whole; j++)
            chance += view->move[j] == move ? view->weight[j] : 0;
        after[list[i].code - duel_pool_unit[value]] =
            place->fits[seat][list[i].code] * (float)(chance / list[i].cards[value]);
    }
    free(view);
    memcpy(place->fits[seat], after, sizeof after);
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
    int mover = duel_turn(state), further = DUEL_ENDING_MOST - (DUEL_CARDS - state->ply);
    DuelThought *thought = &mind->thoughts[further < ENDINGS ? further : ENDINGS - 1];
    float fits[2][DUEL_POOLS];
    if (thought->key == key)
        return thought->ending ? thought : NULL;
    duel_ending_free(thought->ending);
    *thought = (DuelThought){.key = 0};
    for (int i = 0; i < 2; i++)
        mix_fits(state, mover ^ i, place->fits[mover ^ i], EVEN, fits[i]);
    thought->ending = duel_ending_new(state, NULL, (const float(*)[DUEL_POOLS])fits, 0, ENDING_MB, clock);
    if (thought->ending)
        work_out(thought, clock);
    thought->key = clock->status == STATUS_EXACT ? key : 0; /* too large: so it will be again */
    return thought->ending && clock->status != STATUS_CANCELLED ? thought : NULL;
}

/* ---- before all that ---- */

const DuelOpening *duel_mind_opening(DuelMind *mind, const DuelState *state, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    if (mind->opening_key != key) {
        int whole = duel_opening(mind->solver, state, key, clock, &mind->opening);
        mind->opening_key = whole ? key : 0;
        if (clock->status == STATUS_CANCELLED)
            return NULL;
    }
    return &mind->opening;
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

/* Fits of a seat after a move that tells nothing. */
static void drop_card(float fits[DUEL_POOLS], int value)
{
    int unit = duel_pool_unit[value];
    for (int code = 0; code < DUEL_POOLS; code++)
        fits[code] = code / unit % 6 < 5 ? fits[code + unit] : 0;
}

/* What a move of the record tells; 0 when the clock has run out. */
static int hear_move(DuelMind *mind, const DuelState *state, uint32_t move, Clock *clock, DuelPlace *place)
{
    float *fits = place->fits[duel_turn(state)];
    if (DUEL_CARDS - state->ply <= DUEL_ENDING_MOST) {
        const DuelThought *thought = place->thought;
        int goes_on = thought ? duel_ending_step(thought->ending, &place->spot, state, move, fits) : -1;
        if (goes_on < 0)
            drop_card(fits, duel_move_value(move));
        place->thought = goes_on > 0 ? thought : NULL;
        return 1;
    }
    Told *told = &mind->told[state->ply];
    uint64_t key = mix64(key_of(state, NULL) ^ move) | 1;
    if (told->key != key) {
        if (!learn_move(mind, state, move, clock, place))
            return 0;
        told->key = key;
        memcpy(told->fits, fits, sizeof told->fits);
    }
    memcpy(fits, told->fits, sizeof told->fits);
    return 1;
}

/* Where the mind was on the way to a position the last time, as far on as it can be told; else where choices begin to
 * tell. */
static DuelState take_up(const DuelMind *mind, const DuelState *state, const Limits *limits, DuelPlace *place)
{
    for (int left = DUEL_CARDS - state->ply; left < DUEL_TELLING; left++) {
        const Step *step = &mind->steps[DUEL_CARDS - left];
        const DuelThought *thought = step->place.thought;
        DuelState at = go_back(state, left);
        if (step->key == key_of(&at, limits) && (!thought || thought->key == step->thought_key)) {
            *place = step->place;
            return at;
        }
    }
    place->thought = NULL;
    for (int code = 0; code < DUEL_POOLS; code++)
        place->fits[0][code] = place->fits[1][code] = 1;
    return go_back(state, DUEL_TELLING);
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
    assert(DUEL_CARDS - state->ply <= DUEL_TELLING && !state->over);
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

void duel_foresee(DuelMind *mind, const DuelState *state, uint32_t move, const DuelPlace *place, Clock *clock)
{
    DuelPlace after = *place;
    hear_move(mind, state, move, clock, &after);
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
    for (int i = 0; i < n; i++) {
        int code = 0;
        for (int value = 0; value < DUEL_VALUES; value++)
            code += worlds[i].hand[value] * duel_pool_unit[value];
        sum += weight[i] = worlds[i].weight * (double)theirs[code];
    }
    for (int i = 0; i < n; i++)
        worlds[i].weight = 1 + (uint32_t)(weight[i] / sum * WEIGHTS);
}
