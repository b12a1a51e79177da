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
 *   9         a look-ahead of one card to coarse endings (lookahead.c)
 *   8 .. 1    one equilibrium for both seats (equilibrium.c), kept to as far as its tree goes.
 *             Where play leaves the tree, another one is solved. A hand too rare for the tree plays
 *             its first card as the other hands do (play.c), so it does not show itself.
 * Cards of one value are distinct when dealt, so a move's chance is per card of that value held.
 * Each belief keeps a fixed share of the prior, and every move keeps a small probability,
 * because the opponent may be of neither kind.
 *
 * A tracker caches all this with the caller's table. It follows from the record alone: an empty
 * cache gives the same result 0.5 to 2 s later. Spare time computes what the opponent's next card
 * needs. Compare Bayesian opponent modelling (Southey and others 2005). Measurements: NOTES.md. */

#include "belief.h"

#include "engine/memory.h"

#include "book.h"
#include "lookahead.h"
#include "solve.h"

#include <float.h>
#include <stdlib.h>

#define HANDS 128            /* of a size, at most */
#define TREMBLE 0.004        /* least chance of a move of Dragon before the ending */
#define TREMBLE_OPEN 0.02    /* the same of the open-card model */
#define OPEN_PRIOR 0.5f      /* prior probability of the open-card model */
#define OPEN_MARGIN 0.05     /* how far below the best a move of that model may be */
#define LINE_MARGIN 0.3      /* the same where a linear function gives the values */
#define OPEN_RANDOM 13       /* cards left where that model moves at random */
#define UNIFORM_OTHER 0.15   /* share of a belief that ignores choices */
#define UNIFORM 0.15         /* the same in an ending, of both seats' hands */
#define ENDING_WORK 40000000 /* nodes of an ending's tree times iterations */
#define ENDING_ROUND 25      /* iterations between two looks at the exploitability, at most */
#define ENDING_LEAST 12      /* and at least */
#define ENDING_GOOD 0.002
#define ENDING_MB 58 /* larger trees are not solved */
#define ENDINGS 3    /* cached: with eight cards left, with seven, with fewer */
#define SOLVER_MB 8
#define MARGIN 0.1           /* how far below the best a move of Dragon may be */
#define ALL_HANDS_WEIGHT 1.0 /* of a move's mean over all hands, beside the hand's own value */
#define ROUNDING 1e-6
#define WEIGHTS 16777216.0 /* sum of a belief's weights as whole numbers */

/* Likelihoods after a move by player model; key: the game up to the move. */
typedef struct Update {
    uint64_t key;
    float by_model[DUEL_MODELS][DUEL_POOLS];
} Update;

/* How a player chooses: its likelihoods of the other's hands; the weight of a move's mean over all
 * hands; how far below the best a move may be; whether a value is played the more often the more
 * cards of it are held. */
typedef struct PlayerModel {
    const float *theirs;
    double all, margin;
    int by_cards;
} PlayerModel;

/* The belief at an earlier position; key: the game up to it. The cache may have replaced its ending
 * since; ending_key tells. */
typedef struct Checkpoint {
    uint64_t key, ending_key;
    DuelBelief belief;
} Checkpoint;

struct DuelTracker {
    Table *table;
    DuelSolver *solver;
    DuelSolvedEnding endings[ENDINGS];
    Update updates[DUEL_CARDS];
    Checkpoint checkpoints[DUEL_CARDS];
    uint64_t opening_key[DUEL_CARDS], means_key, lookahead_key;
    DuelOpening opening[DUEL_CARDS]; /* latest, by ply */
    double means[DUEL_MOVES];        /* latest means over all hands */
    DuelLookahead lookahead;         /* latest */
};

typedef struct Hand {
    uint8_t cards[DUEL_VALUES];
    int code;
    double ways; /* to draw it; in a policy times its likelihood */
} Hand;

/* ---- the tracker ---- */

static void release_tracker(void *tracker) { duel_tracker_free(tracker); }

/* tracker may be NULL. */
void duel_tracker_free(DuelTracker *tracker)
{
    if (!tracker)
        return;
    for (int i = 0; i < ENDINGS; i++)
        duel_ending_free(tracker->endings[i].ending);
    duel_solver_free(tracker->solver);
    table_free(tracker->table);
    free(tracker);
}

DuelTracker *duel_tracker_of(Table *table)
{
    TableKept *kept = table_kept(table);
    if (kept && kept->release == release_tracker)
        return kept->thing;
    DuelTracker *tracker = calloc(1, sizeof *tracker);
    if (!tracker)
        return NULL;
    tracker->table = table_new(SOLVER_MB);
    tracker->solver = duel_solver_new(tracker->table);
    if (!tracker->table || !tracker->solver) {
        duel_tracker_free(tracker);
        return NULL;
    }
    if (kept && kept->release)
        kept->release(kept->thing);
    if (kept)
        *kept = (TableKept){tracker, release_tracker};
    return tracker;
}

/* A hash of the moves so far, whoever started. */
static uint64_t mix_line(uint64_t key, const DuelState *state)
{
    for (int i = 0; i < state->ply; i++)
        key = mix64(key ^ (uint64_t)(state->order[i] * 4 + duel_value(state, state->order[i])));
    return key;
}

/* A hash of the game so far and of how much work an ending gets. */
static uint64_t key_of(const DuelState *state, const Limits *limits)
{
    return mix_line(mix64(state->starter + 1u + 2 * limits_scale(1000, limits)), state) | 1;
}

/* ---- hands ---- */

/* Lists all hands of this size from a pool. */
static int list_hands(const uint8_t pool[DUEL_VALUES], int cards, Hand list[HANDS])
{
    int n = 0;
    for (int code = 0; code < DUEL_POOLS; code++) {
        Hand hand = {.code = code, .ways = 1};
        int held = 0, possible = 1;
        for (int value = 0; value < DUEL_VALUES; value++) {
            hand.cards[value] = (uint8_t)(code / duel_pool_unit[value] % 6);
            held += hand.cards[value];
            possible &= hand.cards[value] <= pool[value];
            hand.ways *= duel_ways[pool[value]][hand.cards[value]];
        }
        if (held == cards && possible) {
            assert(n < HANDS);
            list[n++] = hand;
        }
    }
    return n;
}

/* Cards of each value that are neither on the table nor in this hand (NULL: none). */
static void count_pool(const DuelState *state, const uint8_t *hand, uint8_t pool[DUEL_VALUES])
{
    for (int value = 0; value < DUEL_VALUES; value++)
        pool[value] = (uint8_t)(DUEL_COPIES - (hand ? hand[value] : 0));
    for (int i = 0; i < state->ply; i++)
        pool[duel_value(state, state->order[i])]--;
}

static int count_cards(const DuelState *state, int seat)
{
    const uint8_t *hand = state->hands[seat];
    return hand[0] + hand[1] + hand[2] + hand[3];
}

/* Scales likelihoods to a mean of 1 over all hands and mixes in a uniform share. Where no hand is
 * possible, all are 1. */
static void mix_uniform(const DuelState *state, int seat, const float likelihood[DUEL_POOLS],
                        double uniform, float mixed[DUEL_POOLS])
{
    Hand list[HANDS];
    uint8_t pool[DUEL_VALUES];
    count_pool(state, NULL, pool);
    int n = list_hands(pool, count_cards(state, seat), list);
    double ways = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        ways += list[i].ways;
        sum += list[i].ways * likelihood[list[i].code];
    }
    memset(mixed, 0, DUEL_POOLS * sizeof *mixed);
    for (int i = 0; i < n; i++) {
        double scaled = sum > 0 ? likelihood[list[i].code] * ways / sum : 1;
        mixed[list[i].code] = (float)(uniform + (1 - uniform) * scaled);
    }
}

/* ---- the first six cards ---- */

const DuelOpening *duel_tracker_opening(DuelTracker *tracker, const DuelState *state, Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    DuelOpening *opening = &tracker->opening[state->ply];
    if (tracker->opening_key[state->ply] != key) {
        int complete = duel_opening(tracker->solver, state, mix_line(0, state), clock, opening);
        tracker->opening_key[state->ply] = complete ? key : 0;
        if (clock->status == STATUS_CANCELLED)
            return NULL;
    }
    return opening;
}

/* ---- before the ending ---- */

/* A move's value for a model: the hand's own, plus the weighted mean over all hands. */
static double worth_of(const DuelTracker *tracker, const PlayerModel *model, double value,
                       uint32_t move)
{
    return value + model->all * tracker->means[move];
}

/* Turns the values of the moves that were solved in all worlds into a policy. */
static void finish_policy(const DuelTracker *tracker, const PlayerModel *model,
                          const uint8_t hand[DUEL_VALUES], const uint8_t wanted[MAX_MOVES],
                          DuelPolicy *policy)
{
    double worth[MAX_MOVES], most = -1;
    for (int i = 0; i < policy->n; i++) {
        worth[i] = wanted[i] ? worth_of(tracker, model, policy->value[i], policy->move[i])
                             : -DBL_MAX;
        most = policy->value[i] > most ? policy->value[i] : most;
    }
    duel_mix_near_best(policy->n, policy->move, worth, model->margin, model->by_cards ? hand : NULL,
                       policy->weight);
    policy->always = 1;
    for (int i = 0; i < policy->n; i++) {
        policy->always &= policy->best[i] || policy->weight[i] <= 0;
        policy->best[i] = policy->value[i] == most;
    }
}

/* Adds a world to the values: outcomes of the moves still wanted, and of the others where they
 * decide whether a move is best against all. 0 when the clock has run out. */
static int add_world(DuelTracker *tracker, const DuelState *world, const uint8_t wanted[MAX_MOVES],
                     double weight, Clock *clock, DuelPolicy *policy)
{
    int top = -1, open = 0, values[MAX_MOVES];
    for (int others = 0; others < 2 && (!others || (top < 1 && open)); others++)
        for (int i = 0; i < policy->n; i++) {
            if (wanted[i] == others)
                continue;
            values[i] = duel_outcome(tracker->solver, world, world->hands, policy->move[i], clock);
            if (values[i] == 2)
                return 0;
            top = values[i] > top ? values[i] : top;
            open |= policy->best[i];
        }
    for (int i = 0; i < policy->n; i++) {
        policy->value[i] += wanted[i] ? weight * values[i] : 0;
        policy->best[i] &= wanted[i] && values[i] == top;
    }
    return 1;
}

/* Prunes moves that cannot come near the best any more, whatever the remaining worlds add; returns
 * whether this move is still wanted. */
static int prune_moves(const DuelTracker *tracker, const PlayerModel *model,
                       const DuelPolicy *policy, double left, double total, uint32_t move,
                       uint8_t wanted[MAX_MOVES])
{
    double worth[MAX_MOVES], sure = -DBL_MAX;
    int found = 0;
    for (int i = 0; i < policy->n; i++) {
        worth[i] = worth_of(tracker, model, policy->value[i] / total, policy->move[i]);
        sure = wanted[i] && worth[i] - left / total > sure ? worth[i] - left / total : sure;
    }
    for (int i = 0; i < policy->n; i++) {
        wanted[i] &= worth[i] + left / total > sure - model->margin - ROUNDING;
        found |= wanted[i] && policy->move[i] == move;
    }
    return found;
}

/* Sorts the likeliest first, equal ones by code. */
static int compare_ways(const void *a, const void *b)
{
    const Hand *x = a, *y = b;
    return x->ways != y->ways ? (x->ways < y->ways) - (x->ways > y->ways)
                              : (x->code > y->code) - (x->code < y->code);
}

/* Lists the moves of a hand and the hands that the other may hold. */
static void begin_policy(const DuelState *state, const uint8_t hand[DUEL_VALUES], Hand list[HANDS],
                         DuelPolicy *policy)
{
    DuelState world = *state;
    uint8_t pool[DUEL_VALUES];
    int seat = duel_turn(state);
    count_pool(state, hand, pool);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    policy->n = duel_moves(&world, policy->move);
    policy->worlds = list_hands(pool, count_cards(state, seat ^ 1), list);
    memset(policy->value, 0, sizeof policy->value);
    memset(policy->best, 1, sizeof policy->best);
}

/* The policy of a hand by this model from open cards. all: with the values of moves that it does
 * not make. move: the only one asked about, or NO_MOVE. */
static int open_card_policy(DuelTracker *tracker, const DuelState *state,
                            const uint8_t hand[DUEL_VALUES], const PlayerModel *model, int all,
                            uint32_t move, Clock *clock, DuelPolicy *policy)
{
    Hand list[HANDS];
    DuelState world = *state;
    uint8_t wanted[MAX_MOVES];
    int seat = duel_turn(state);
    double total = 0, left;
    memset(wanted, 1, sizeof wanted);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    begin_policy(state, hand, list, policy);
    for (int w = 0; w < policy->worlds; w++)
        total += list[w].ways *= model->theirs[list[w].code];
    qsort(list, (size_t)policy->worlds, sizeof *list, compare_ways);
    left = total;
    for (int w = 0; w < policy->worlds; w++) {
        memcpy(world.hands[seat ^ 1], list[w].cards, DUEL_VALUES);
        if (!add_world(tracker, &world, wanted, list[w].ways, clock, policy))
            return 0;
        left -= list[w].ways;
        if (!all && !prune_moves(tracker, model, policy, left, total, move, wanted) &&
            move != NO_MOVE) {
            memset(policy->weight, 0, sizeof policy->weight);
            return 1;
        }
    }
    for (int i = 0; i < policy->n; i++)
        policy->value[i] = wanted[i] ? policy->value[i] / total : -1;
    finish_policy(tracker, model, hand, wanted, policy);
    return 1;
}

/* Likelihoods of both seats, the seat to act first, mixed with a uniform share. */
static void mix_both_seats(const DuelState *state, const DuelBelief *belief,
                           float likelihood[2][DUEL_POOLS])
{
    int seat = duel_turn(state);
    for (int i = 0; i < 2; i++)
        mix_uniform(state, seat ^ i, belief->likelihood[seat ^ i], UNIFORM, likelihood[i]);
}

/* Finds each move's mean over all hands; 0: no time. */
static int find_means(DuelTracker *tracker, const DuelState *state, const DuelBelief *belief,
                      Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    float likelihood[2][DUEL_POOLS];
    if (tracker->means_key != key) {
        mix_both_seats(state, belief, likelihood);
        int complete = duel_open_means(tracker->solver, state,
                                       (const float (*)[DUEL_POOLS])likelihood, mix_line(0, state),
                                       clock, tracker->means);
        tracker->means_key = complete ? key : 0;
    }
    return clock->status != STATUS_CANCELLED;
}

/* Finds the look-ahead if this position has one; 0: no time. */
static int look_ahead(DuelTracker *tracker, const DuelState *state, const DuelBelief *belief,
                      Clock *clock)
{
    uint64_t key = key_of(state, clock->limits);
    float likelihood[2][DUEL_POOLS];
    if (DUEL_CARDS - state->ply != DUEL_LOOKAHEAD || tracker->lookahead_key == key)
        return 1;
    if (!find_means(tracker, state, belief, clock))
        return 0;
    mix_both_seats(state, belief, likelihood);
    int complete = duel_lookahead(state, tracker->means, (const float (*)[DUEL_POOLS])likelihood,
                                  clock, &tracker->lookahead);
    tracker->lookahead_key = complete ? key : 0;
    return complete;
}

/* The row of a move in the look-ahead, or -1 if it does not value the move for this hand. */
static int lookahead_row(const DuelLookahead *lookahead, int code, uint32_t move)
{
    for (int row = 0; row < lookahead->n; row++)
        if (lookahead->move[row] == move)
            return lookahead->worth[row][code] > DUEL_NO_WORTH ? row : -1;
    return -1;
}

/* Replaces a policy by the look-ahead's. Moves that it does not have are worth their value with
 * open cards, but no more than its best one. 0 if it does not have the hand; then nothing has
 * changed. */
static int apply_lookahead(const DuelLookahead *lookahead, const uint8_t hand[DUEL_VALUES],
                           DuelPolicy *policy)
{
    double top = -2, sum = 0;
    int rows[MAX_MOVES], code = duel_code(hand);
    for (int i = 0; i < policy->n; i++) {
        rows[i] = lookahead_row(lookahead, code, policy->move[i]);
        double worth = rows[i] < 0 ? -2 : (double)lookahead->worth[rows[i]][code];
        top = worth > top ? worth : top;
    }
    if (top < -1.5)
        return 0;
    for (int i = 0; i < policy->n; i++) {
        double open = policy->value[i] < top ? policy->value[i] : top;
        policy->value[i] = rows[i] < 0 ? open : (double)lookahead->worth[rows[i]][code];
        policy->weight[i] = rows[i] < 0 ? 0 : (double)lookahead->share[rows[i]][code];
        policy->best[i] = rows[i] >= 0 && policy->value[i] == top;
        sum += policy->weight[i];
    }
    for (int i = 0; i < policy->n; i++)
        policy->weight[i] /= sum;
    policy->always = 0;
    return 1;
}

/* The policy of a hand by the look-ahead, if there is one, or else by open cards; parameters as in
 * open_card_policy. */
static int hand_policy(DuelTracker *tracker, const DuelState *state,
                       const uint8_t hand[DUEL_VALUES], const float theirs[DUEL_POOLS], int all,
                       uint32_t move, Clock *clock, DuelPolicy *policy)
{
    const PlayerModel model = {theirs, ALL_HANDS_WEIGHT, MARGIN, 1};
    Hand list[HANDS];
    int ahead = DUEL_CARDS - state->ply == DUEL_LOOKAHEAD;
    if (!ahead || all)
        return open_card_policy(tracker, state, hand, &model, all, move, clock, policy) &&
               (!ahead || apply_lookahead(&tracker->lookahead, hand, policy) || 1);
    begin_policy(state, hand, list, policy);
    return apply_lookahead(&tracker->lookahead, hand, policy) ||
           open_card_policy(tracker, state, hand, &model, all, move, clock, policy);
}

int32_t duel_policy(DuelTracker *tracker, const DuelState *state, const uint8_t hand[DUEL_VALUES],
                    const DuelBelief *belief, Clock *clock, DuelPolicy *policy)
{
    float theirs[DUEL_POOLS];
    int other = duel_turn(state) ^ 1;
    mix_uniform(state, other, belief->likelihood[other], UNIFORM_OTHER, theirs);
    return find_means(tracker, state, belief, clock) && look_ahead(tracker, state, belief, clock) &&
           hand_policy(tracker, state, hand, theirs, !clock->limits->brief, NO_MOVE, clock, policy);
}

/* The policy of a hand in the opening, which ignores the other's choices. */
static int opening_policy(DuelTracker *tracker, const DuelState *state,
                          const uint8_t hand[DUEL_VALUES], Clock *clock, DuelPolicy *policy)
{
    const DuelOpening *opening = duel_tracker_opening(tracker, state, clock);
    Hand list[HANDS];
    DuelState world = *state;
    int8_t values[MAX_MOVES];
    int seat = duel_turn(state), booked = 1;
    double total = 0;
    if (!opening)
        return 0;
    begin_policy(state, hand, list, policy);
    memcpy(world.hands[seat], hand, DUEL_VALUES);
    for (int w = 0; w < policy->worlds && booked; w++) {
        memcpy(world.hands[seat ^ 1], list[w].cards, DUEL_VALUES);
        booked = duel_book_values(&world, (const uint8_t(*)[DUEL_VALUES])world.hands, values) > 0;
        for (int i = 0; i < policy->n && booked; i++)
            policy->value[i] += list[w].ways * values[i];
        total += list[w].ways;
    }
    for (int i = 0; i < policy->n; i++)
        policy->value[i] /= total;
    duel_opening_policy(opening, hand, policy->n, policy->move, booked ? policy->value : NULL,
                        policy->weight);
    return 1;
}

/* Computes what all hands' policies share; 0: no time. */
static int prepare_policies(DuelTracker *tracker, const DuelState *state, const DuelBelief *belief,
                            Clock *clock)
{
    if (DUEL_CARDS - state->ply > DUEL_BELIEF_FROM)
        return duel_tracker_opening(tracker, state, clock) != NULL;
    return find_means(tracker, state, belief, clock) && look_ahead(tracker, state, belief, clock);
}

/* ---- what a move reveals ---- */

/* A move to be explained: how likely would each model make it with a hand? */
typedef struct Observation {
    DuelTracker *tracker;
    const DuelState *state;
    uint32_t move;
    Clock *clock;
    float theirs[DUEL_MODELS][DUEL_POOLS]; /* each model's likelihoods of the other's hands */
    DuelPolicy policy;
} Observation;

static double chance_of_move(const Observation *observed)
{
    double chance = 0;
    for (int i = 0; i < observed->policy.n; i++)
        chance += observed->policy.move[i] == observed->move ? observed->policy.weight[i] : 0;
    return chance;
}

/* The open-card model's policy in the opening, from Dragon's policy there: by the books, by the
 * linear function, or at random. */
static void open_card_opening(const DuelOpening *opening, int left, const uint8_t hand[DUEL_VALUES],
                              DuelPolicy *policy)
{
    int booked = left > OPEN_RANDOM, lines = left < OPEN_RANDOM && opening->by_hand;
    double worth[MAX_MOVES];
    for (int i = 0; i < policy->n; i++)
        worth[i] = booked  ? policy->value[i]
                   : lines ? duel_opening_worth(opening, hand, policy->move[i])
                           : 0;
    duel_mix_near_best(policy->n, policy->move, worth, lines ? LINE_MARGIN : OPEN_MARGIN,
                       booked || lines ? NULL : hand, policy->weight);
}

/* Each model's chance to make the observed move with this hand; 0: no time. */
static int model_chances(Observation *observed, const uint8_t hand[DUEL_VALUES],
                         double chance[DUEL_MODELS])
{
    DuelTracker *tracker = observed->tracker;
    const DuelState *state = observed->state;
    DuelPolicy *policy = &observed->policy;
    const float *theirs = observed->theirs[DUEL_MODEL_DRAGON];
    const PlayerModel open = {observed->theirs[DUEL_MODEL_OPEN], 0, OPEN_MARGIN, 0};
    int left = DUEL_CARDS - state->ply, first = left > DUEL_BELIEF_FROM;
    int complete = first ? opening_policy(tracker, state, hand, observed->clock, policy)
                         : hand_policy(tracker, state, hand, theirs, 0, observed->move,
                                       observed->clock, policy);
    chance[DUEL_MODEL_DRAGON] = TREMBLE + chance_of_move(observed);
    if (first)
        open_card_opening(&tracker->opening[state->ply], left, hand, policy);
    else
        complete = complete && open_card_policy(tracker, state, hand, &open, 0, observed->move,
                                                observed->clock, policy);
    chance[DUEL_MODEL_OPEN] = TREMBLE_OPEN + chance_of_move(observed);
    return complete;
}

/* Multiplies the likelihoods of the seat to act by each hand's chance to make this move; 0: no
 * memory or no time. */
static int update_likelihoods(DuelTracker *tracker, const DuelState *state, uint32_t move,
                              Clock *clock, DuelBelief *belief)
{
    Observation *observed = memory_get(1, sizeof *observed, clock->progress);
    Hand list[HANDS];
    uint8_t pool[DUEL_VALUES];
    float after[DUEL_MODELS][DUEL_POOLS] = {{0}};
    int seat = duel_turn(state), value = duel_move_value(move);
    int complete = observed && prepare_policies(tracker, state, belief, clock);
    count_pool(state, NULL, pool);
    int n = list_hands(pool, count_cards(state, seat), list);
    if (observed) {
        *observed = (Observation){.tracker = tracker, .state = state, .move = move, .clock = clock};
        mix_uniform(state, seat ^ 1, belief->likelihood[seat ^ 1], UNIFORM_OTHER,
                    observed->theirs[DUEL_MODEL_DRAGON]);
        mix_uniform(state, seat ^ 1, belief->likelihood[seat ^ 1], 1,
                    observed->theirs[DUEL_MODEL_OPEN]);
    }
    for (int i = 0; i < n && complete; i++) {
        double chance[DUEL_MODELS];
        if (!list[i].cards[value])
            continue;
        complete = model_chances(observed, list[i].cards, chance);
        for (int model = 0; model < DUEL_MODELS; model++)
            after[model][list[i].code - duel_pool_unit[value]] =
                belief->by_model[seat][model][list[i].code] *
                (float)(chance[model] / list[i].cards[value]);
    }
    free(observed);
    memcpy(belief->by_model[seat], after, sizeof after);
    return complete;
}

/* ---- the ending ---- */

/* Iterates in rounds until the exploitability is next to nothing or the work is done. */
static void iterate_ending(DuelSolvedEnding *solved_ending, Clock *clock)
{
    uint64_t size[4], work = limits_scale(ENDING_WORK, clock->limits);
    duel_ending_size(solved_ending->ending, size);
    uint64_t n = work / size[0], done;
    uint32_t round = n > ENDING_ROUND   ? ENDING_ROUND
                     : n < ENDING_LEAST ? ENDING_LEAST
                                        : (uint32_t)n;
    do {
        solved_ending->iterations += duel_ending_run(solved_ending->ending, round, clock);
        solved_ending->exploitability = duel_ending_exploitability(solved_ending->ending, NULL,
                                                                   clock);
        done = (solved_ending->iterations + round) * size[0] > work ||
               solved_ending->exploitability <= ENDING_GOOD;
    } while (!done && clock->status == STATUS_EXACT);
}

/* The ending that begins in a position, cached or solved; NULL: no memory, no time, too large. */
static const DuelSolvedEnding *solve_ending(DuelTracker *tracker, const DuelState *state,
                                            uint64_t key, const DuelBelief *belief, Clock *clock)
{
    int further = DUEL_ENDING_MOST - (DUEL_CARDS - state->ply);
    DuelSolvedEnding *solved_ending = &tracker->endings[further < ENDINGS ? further : ENDINGS - 1];
    float likelihood[2][DUEL_POOLS];
    if (solved_ending->key == key)
        return solved_ending->ending ? solved_ending : NULL;
    duel_ending_free(solved_ending->ending);
    *solved_ending = (DuelSolvedEnding){.key = 0};
    mix_both_seats(state, belief, likelihood);
    solved_ending->ending = duel_ending_new(state, NULL, (const float (*)[DUEL_POOLS])likelihood, 0,
                                            ENDING_MB, clock);
    if (solved_ending->ending)
        iterate_ending(solved_ending, clock);
    /* A tree that is too large once is so again: the key is kept without an ending. */
    solved_ending->key = clock->status == STATUS_EXACT ? key : 0;
    return solved_ending->ending && clock->status != STATUS_CANCELLED ? solved_ending : NULL;
}

/* ---- along the record ---- */

/* The position of the same game when this many cards were left. */
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

/* Updates the belief by a move of the record; 0: no memory or no time. */
static int observe_move(DuelTracker *tracker, const DuelState *state, uint32_t move, Clock *clock,
                        DuelBelief *belief)
{
    int seat = duel_turn(state);
    float *likelihood = belief->likelihood[seat];
    if (DUEL_CARDS - state->ply <= DUEL_ENDING_MOST) {
        const DuelSolvedEnding *solved_ending = belief->solved_ending;
        int goes_on = solved_ending ? duel_ending_step(solved_ending->ending, &belief->cursor,
                                                       state, move, likelihood)
                                    : -1;
        if (goes_on < 0)
            duel_likelihood_without(likelihood, duel_move_value(move));
        belief->solved_ending = goes_on > 0 && !duel_ending_coarse(solved_ending->ending)
                                    ? solved_ending
                                    : NULL;
        return 1;
    }
    Update *update = &tracker->updates[state->ply];
    uint64_t key = mix64(key_of(state, NULL) ^ move) | 1;
    if (update->key != key) {
        if (!update_likelihoods(tracker, state, move, clock, belief))
            return 0;
        update->key = key;
        memcpy(update->by_model, belief->by_model[seat], sizeof update->by_model);
    }
    memcpy(belief->by_model[seat], update->by_model, sizeof update->by_model);
    for (int code = 0; code < DUEL_POOLS; code++)
        likelihood[code] = (1 - OPEN_PRIOR) * update->by_model[DUEL_MODEL_DRAGON][code] +
                           OPEN_PRIOR * update->by_model[DUEL_MODEL_OPEN][code];
    return 1;
}

/* The latest checkpoint on the way to a position, or else the beginning of the game. */
static DuelState resume_from_checkpoint(const DuelTracker *tracker, const DuelState *state,
                                        const Limits *limits, DuelBelief *belief)
{
    for (int left = DUEL_CARDS - state->ply; left < DUEL_CARDS; left++) {
        const Checkpoint *checkpoint = &tracker->checkpoints[DUEL_CARDS - left];
        const DuelSolvedEnding *solved_ending = checkpoint->belief.solved_ending;
        DuelState at = go_back(state, left);
        if (checkpoint->key == key_of(&at, limits) &&
            (!solved_ending || solved_ending->key == checkpoint->ending_key)) {
            *belief = checkpoint->belief;
            return at;
        }
    }
    *belief = (DuelBelief){.solved_ending = NULL};
    for (int code = 0; code < DUEL_POOLS; code++)
        for (int seat = 0; seat < 2; seat++) {
            belief->likelihood[seat][code] = 1;
            for (int model = 0; model < DUEL_MODELS; model++)
                belief->by_model[seat][model][code] = 1;
        }
    return go_back(state, DUEL_CARDS);
}

static void save_checkpoint(DuelTracker *tracker, const DuelState *at, const Limits *limits,
                            const DuelBelief *belief)
{
    uint64_t ending_key = belief->solved_ending ? belief->solved_ending->key : 0;
    if (belief->solved_ending && !ending_key)
        return; /* the clock stopped it */
    tracker->checkpoints[at->ply] = (Checkpoint){key_of(at, limits), ending_key, *belief};
}

int32_t duel_track(DuelTracker *tracker, const DuelState *state, Clock *clock, DuelBelief *belief)
{
    assert(DUEL_CARDS - state->ply <= DUEL_BELIEF_FROM && !state->over);
    DuelState at = resume_from_checkpoint(tracker, state, clock->limits, belief);
    for (;;) {
        int left = DUEL_CARDS - at.ply;
        if (left <= DUEL_ENDING_MOST && !belief->solved_ending) {
            belief->solved_ending = solve_ending(tracker, &at, key_of(&at, clock->limits), belief,
                                                 clock);
            if (belief->solved_ending)
                duel_ending_start(belief->solved_ending->ending, &belief->cursor);
            else if (left < DUEL_ENDING_MOST || clock->status != STATUS_EXACT)
                return 0;
        }
        save_checkpoint(tracker, &at, clock->limits, belief);
        if (at.ply == state->ply)
            return 1;
        int cell = state->order[at.ply], value = duel_value(state, cell);
        if (!observe_move(tracker, &at, (uint32_t)cell * 4 + (uint32_t)value, clock, belief))
            return 0;
        duel_put(&at, cell, value);
    }
}

void duel_precompute_opening(DuelTracker *tracker, const DuelState *state, uint32_t move,
                             Clock *clock)
{
    DuelState next = *state;
    assert(DUEL_CARDS - state->ply > DUEL_BELIEF_FROM + 1);
    duel_put(&next, duel_move_cell(move), duel_move_value(move));
    duel_tracker_opening(tracker, &next, clock);
}

void duel_precompute(DuelTracker *tracker, const DuelState *state, uint32_t move,
                     const DuelBelief *belief, Clock *clock)
{
    DuelBelief after = *belief;
    DuelState next = *state;
    if (!observe_move(tracker, state, move, clock, &after))
        return;
    duel_put(&next, duel_move_cell(move), duel_move_value(move));
    look_ahead(tracker, &next, &after, clock);
}

int32_t duel_track_anew(DuelTracker *tracker, const DuelState *state, Clock *clock,
                        DuelBelief *belief)
{
    belief->solved_ending = solve_ending(tracker, state, mix64(key_of(state, clock->limits)) | 1,
                                         belief, clock);
    if (belief->solved_ending)
        duel_ending_start(belief->solved_ending->ending, &belief->cursor);
    return belief->solved_ending != NULL;
}

void duel_weigh_worlds(const DuelState *state, const DuelBelief *belief, DuelWorld *worlds,
                       int32_t n)
{
    int other = duel_turn(state) ^ 1;
    float theirs[DUEL_POOLS];
    double weight[DUEL_WORLDS], sum = 0;
    mix_uniform(state, other, belief->likelihood[other], UNIFORM_OTHER, theirs);
    for (int i = 0; i < n; i++)
        sum += weight[i] = worlds[i].weight * (double)theirs[duel_code(worlds[i].hand)];
    for (int i = 0; i < n; i++)
        worlds[i].weight = 1 + (uint32_t)(weight[i] / sum * WEIGHTS);
}
