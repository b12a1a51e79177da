/* opening.c: how the first six cards of the grid duel are played.
 *
 * Whoever knows how each hand would be played reads the hand from the moves. So the policy reveals
 * little on purpose: it prefers moves by their mean over all hands that the seat may hold, a number
 * that all can compute, and draws the value by the cards held. By cards left:
 *   16, 14    the starter: what is worth 0.02 less than its hand's best move is left out
 *   15        the second player: only what costs its hand 0.6 is left out
 *   13 .. 11  its own hand decides: a move's value is a linear function of the cards held, fitted
 *             by ridge regression over drawn deals (with 13 and 12 left in the book of boards.py).
 *             All can compute this function, so belief.c reads the card by it.
 *
 * A move's value is the sum of two means over drawn deals: the outcome with open cards, and the
 * outcome with open cards after random play down to RANDOM_UNTIL cards left. The first is more
 * exact. The second knows that the other seat does not see the hand: with open cards nearly every
 * move of the starter loses (-0.9 to -1), and only random play tells them apart. With 14 and more
 * cards left the outcomes with open cards are in the books. Later a move of one deal takes up to 10
 * ms to solve, so only the places that random play prefers are looked at.
 *
 * duel_open_means gives the means with open cards for ten and nine cards left (belief.c).
 * Measurements: NOTES.md. */

#include "opening.h"

#include "book.h"

#include <float.h>

#define STREAM 21
#define RANDOM_UNTIL 8    /* cards left after random play */
#define RANDOM_DEALS 300  /* played at random */
#define RANDOM_COUNTS 12  /* cards left where random play counts for the book of boards */
#define RANDOM_TIMES 2    /* deals of it for each with open cards */
#define MAX_REJECTED 1000 /* deals in a row that may be rejected */
#define PLACE_MARGIN 0.15 /* how far below the value's best place a place may be */
#define VALUE_MARGIN 1.0  /* how far below the best a value may be before LEAST_FACTOR counts */
#define LEAST_FACTOR 0.2  /* least factor of a value */
#define RIDGE 8.0         /* of the regression */
#define MARGIN 0.15       /* how far below the hand's best a move may be, by the linear function */

/* By cards left, where the book of boards does not have the position: deals with open cards; places
 * of each value solved in them, from which a linear function of the hand is fitted, or 0: all, from
 * the books; how far below the hand's own best a move may be, where the books give its values. */
static const struct {
    int deals, places;
    double own;
} open_cards[DUEL_CARDS + 1] = {
    [16] = {400, 0, 0.02}, [15] = {400, 0, 0.6}, [14] = {400, 0, 0.02}, [11] = {160, 3, 0}};

typedef struct Mean {
    int32_t sum, n;
} Mean;

/* Sums for a regression of a move's outcome on the cards held of each value. */
typedef struct Regression {
    int32_t outcome[DUEL_VALUES], held[DUEL_VALUES], both[DUEL_VALUES][DUEL_VALUES];
} Regression;

/* What sampling has found about the moves of a position. */
typedef struct Samples {
    const DuelState *state;
    DuelSolver *solver;
    Clock *clock;
    int random_until; /* cards left after random play */
    /* Of the seat to act, and of the other; NULL: all alike. */
    const float (*likelihood)[DUEL_POOLS];
    Rng rng;
    uint8_t legal[DUEL_MOVES]; /* for some hand */
    Mean open[DUEL_MOVES], random[DUEL_MOVES];
    Regression open_regression[DUEL_MOVES], random_regression[DUEL_MOVES];
} Samples;

/* A move that no hand drawn could make counts as lost. */
static double mean_of(Mean mean) { return mean.n ? (double)mean.sum / mean.n : -1; }

static void add_outcome(Mean *mean, int outcome)
{
    mean->sum += outcome;
    mean->n++;
}

static void add_to_regression(Regression *regression, const uint8_t hand[DUEL_VALUES], int outcome)
{
    for (int value = 0; value < DUEL_VALUES; value++) {
        regression->outcome[value] += hand[value] * outcome;
        regression->held[value] += hand[value];
        for (int other = 0; other < DUEL_VALUES; other++)
            regression->both[value][other] += hand[value] * hand[other];
    }
}

/* Draws both hands from the cards that are not on the table. */
static DuelState draw_deal(Samples *samples)
{
    DuelState deal = *samples->state;
    uint8_t cards[DUEL_VALUES * DUEL_COPIES];
    uint8_t rest[DUEL_VALUES] = {DUEL_COPIES, DUEL_COPIES, DUEL_COPIES, DUEL_COPIES};
    int n = 0, at = 0;
    for (int i = 0; i < deal.ply; i++)
        rest[duel_value(&deal, deal.order[i])]--;
    for (int value = 0; value < DUEL_VALUES; value++)
        for (int i = 0; i < rest[value]; i++)
            cards[n++] = (uint8_t)value;
    rng_shuffle(&samples->rng, cards, n);
    memset(deal.hands, 0, sizeof deal.hands);
    for (int i = deal.ply; i < DUEL_CARDS; i++)
        deal.hands[(deal.starter + i) & 1][cards[at++]]++;
    return deal;
}

static double likelihood_of(const Samples *samples, const DuelState *deal)
{
    int seat = duel_turn(deal);
    return (double)samples->likelihood[0][duel_code(deal->hands[seat])] *
           (double)samples->likelihood[1][duel_code(deal->hands[seat ^ 1])];
}

/* Draws a deal by its likelihood: rejection sampling, at most MAX_REJECTED times. */
static DuelState draw_believed(Samples *samples)
{
    DuelState deal = draw_deal(samples);
    double most = 0;
    for (int i = 0; samples->likelihood && i < 2; i++) {
        double top = 0;
        for (int code = 0; code < DUEL_POOLS; code++)
            top = samples->likelihood[i][code] > top ? (double)samples->likelihood[i][code] : top;
        most = i ? most * top : top;
    }
    for (int i = 0; samples->likelihood && i < MAX_REJECTED; i++) {
        if (likelihood_of(samples, &deal) > most * rng_below(&samples->rng, 1 << 20) / (1 << 20))
            break;
        deal = draw_deal(samples);
    }
    return deal;
}

/* The outcome of a move for its seat: random play down to random_until cards left, then open cards.
 * 2: no time. */
static int play_randomly(Samples *samples, DuelState deal, uint32_t move)
{
    uint32_t moves[MAX_MOVES];
    int seat = duel_turn(&deal);
    while (DUEL_CARDS - deal.ply > samples->random_until) {
        duel_put(&deal, duel_move_cell(move), duel_move_value(move));
        move = moves[rng_below(&samples->rng, (uint32_t)duel_moves(&deal, moves))];
    }
    int value = duel_outcome(samples->solver, &deal, (const uint8_t (*)[DUEL_VALUES])deal.hands,
                             move, samples->clock);
    return value == 2 || duel_turn(&deal) == seat ? value : -value;
}

static int sample_random_play(Samples *samples, uint64_t deals)
{
    uint32_t moves[MAX_MOVES];
    for (uint64_t i = 0; i < deals; i++) {
        DuelState deal = draw_believed(samples);
        int32_t n = duel_moves(&deal, moves);
        for (int32_t j = 0; j < n; j++) {
            int outcome = play_randomly(samples, deal, moves[j]);
            if (outcome == 2)
                return 0;
            add_outcome(&samples->random[moves[j]], outcome);
            add_to_regression(&samples->random_regression[moves[j]], deal.hands[duel_turn(&deal)],
                              outcome);
        }
    }
    return 1;
}

/* Keeps `places` places of each value, those that random play prefers. */
static void keep_places(Samples *samples, int places)
{
    uint8_t kept[DUEL_MOVES] = {0};
    for (int i = 0; i < places * DUEL_VALUES; i++) {
        int best = -1;
        for (int move = i % DUEL_VALUES; move < DUEL_MOVES; move += DUEL_VALUES)
            if (samples->legal[move] && !kept[move] &&
                (best < 0 || mean_of(samples->random[move]) > mean_of(samples->random[best])))
                best = move;
        if (best >= 0)
            kept[best] = 1;
    }
    memcpy(samples->legal, kept, sizeof kept);
}

/* Outcomes of a deal's moves with open cards; few: of the legal ones left only. 0: no time. */
static int open_outcomes(Samples *samples, const DuelState *deal, int32_t n, const uint32_t *moves,
                         int few, int8_t *values)
{
    uint32_t same[MAX_MOVES];
    const uint8_t(*hands)[DUEL_VALUES] = (const uint8_t(*)[DUEL_VALUES])deal->hands;
    if (duel_book_values(deal, hands, values))
        return 1;
    if (!few)
        return duel_outcomes(samples->solver, deal, hands, same, values, samples->clock) > 0;
    for (int32_t j = 0; j < n; j++) {
        int kept = samples->legal[moves[j]];
        int value = kept ? duel_outcome(samples->solver, deal, hands, moves[j], samples->clock) : 0;
        if (value == 2)
            return 0;
        values[j] = (int8_t)value;
    }
    return 1;
}

static int sample_open_cards(Samples *samples, uint64_t deals, int few)
{
    uint32_t moves[MAX_MOVES];
    int8_t values[MAX_MOVES];
    for (uint64_t i = 0; i < deals; i++) {
        DuelState deal = draw_deal(samples);
        int32_t n = duel_moves(&deal, moves);
        if (!open_outcomes(samples, &deal, n, moves, few, values))
            return 0;
        for (int32_t j = 0; j < n; j++)
            if (samples->legal[moves[j]]) {
                add_outcome(&samples->open[moves[j]], values[j]);
                add_to_regression(&samples->open_regression[moves[j]], deal.hands[duel_turn(&deal)],
                                  values[j]);
            }
    }
    return 1;
}

double duel_closeness(double best, double worth, double margin)
{
    double closeness = 1 - (best - worth) / margin;
    return closeness > 0 ? closeness * closeness : 0;
}

/* Prefers places by closeness to the best one of their value, values by closeness to the best. */
static void set_preferences(const Samples *samples, int openly, DuelOpening *opening)
{
    double worth[DUEL_MOVES], best[DUEL_VALUES] = {-9, -9, -9, -9};
    double total[DUEL_VALUES] = {0}, top = -9;
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        worth[move] = mean_of(samples->random[move]) + (openly ? mean_of(samples->open[move]) : 0);
        if (samples->legal[move] && worth[move] > best[value])
            best[value] = worth[move];
        top = best[value] > top ? best[value] : top;
    }
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        opening->preference[move] = samples->legal[move]
                                        ? duel_closeness(best[value], worth[move], PLACE_MARGIN)
                                        : 0;
        total[value] += opening->preference[move];
    }
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        double factor = duel_closeness(top, best[value], VALUE_MARGIN);
        opening->preference[move] *= (factor > LEAST_FACTOR ? factor : LEAST_FACTOR) / total[value];
    }
}

/* Gauss-Jordan elimination in place; RIDGE keeps the symmetric matrix far from singular. */
static void solve_system(double matrix[DUEL_VALUES][DUEL_VALUES], double right[DUEL_VALUES])
{
    for (int pivot = 0; pivot < DUEL_VALUES; pivot++)
        for (int row = 0; row < DUEL_VALUES; row++) {
            double times = matrix[row][pivot] / matrix[pivot][pivot];
            if (row == pivot)
                continue;
            for (int column = 0; column < DUEL_VALUES; column++)
                matrix[row][column] -= times * matrix[pivot][column];
            right[row] -= times * right[pivot];
        }
    for (int row = 0; row < DUEL_VALUES; row++)
        right[row] /= matrix[row][row];
}

/* Adds a ridge regression of a move's outcome on the cards held to its linear function. */
static void add_line(Mean mean, const Regression *regression, double *worth,
                     double slopes[DUEL_VALUES])
{
    double matrix[DUEL_VALUES][DUEL_VALUES], slope[DUEL_VALUES];
    *worth += mean_of(mean);
    for (int value = 0; value < DUEL_VALUES; value++) {
        slope[value] = regression->outcome[value] - mean_of(mean) * regression->held[value];
        for (int other = 0; other < DUEL_VALUES; other++)
            matrix[value][other] = regression->both[value][other] -
                                   (double)regression->held[value] * regression->held[other] /
                                       mean.n +
                                   (value == other ? RIDGE : 0);
    }
    solve_system(matrix, slope);
    for (int value = 0; value < DUEL_VALUES; value++) {
        *worth -= slope[value] * regression->held[value] / mean.n;
        slopes[value] += slope[value];
    }
}

static void fit_lines(const Samples *samples, int by_random, DuelOpening *opening)
{
    for (int move = 0; move < DUEL_MOVES; move++) {
        opening->worth[move] = samples->open[move].n ? 0 : DUEL_NO_MEAN;
        if (!samples->open[move].n)
            continue;
        add_line(samples->open[move], &samples->open_regression[move], &opening->worth[move],
                 opening->slope[move]);
        if (by_random)
            add_line(samples->random[move], &samples->random_regression[move],
                     &opening->worth[move], opening->slope[move]);
    }
}

/* Takes the linear functions from the book of boards; 0: it does not have the board. */
static int read_book_lines(const DuelState *state, DuelOpening *opening)
{
    uint32_t moves[MAX_MOVES];
    double lines[MAX_MOVES][DUEL_BOOK_LINE];
    int32_t n = duel_book_lines(state, moves, lines);
    for (int move = 0; move < DUEL_MOVES; move++)
        opening->worth[move] = DUEL_NO_MEAN;
    for (int32_t i = 0; i < n; i++) {
        opening->worth[moves[i]] = lines[i][0];
        memcpy(opening->slope[moves[i]], &lines[i][1], sizeof opening->slope[0]);
    }
    opening->by_hand = n > 0;
    return n > 0;
}

/* Everything legal for some hand. */
static void mark_legal(Samples *samples)
{
    for (uint64_t cells = duel_targets(samples->state); cells; cells &= cells - 1)
        memset(&samples->legal[__builtin_ctzll(cells) * DUEL_VALUES], 1, DUEL_VALUES);
}

int32_t duel_opening(DuelSolver *solver, const DuelState *state, uint64_t seed, Clock *clock,
                     DuelOpening *opening)
{
    int left = DUEL_CARDS - state->ply, deals = open_cards[left].deals,
        places = open_cards[left].places;
    Samples samples = {
        .state = state, .solver = solver, .clock = clock, .random_until = RANDOM_UNTIL};
    assert(left > RANDOM_UNTIL && !state->over);
    memset(opening, 0, sizeof *opening);
    opening->own = open_cards[left].own;
    if (read_book_lines(state, opening))
        return 1;
    rng_seed(&samples.rng, seed, STREAM);
    mark_legal(&samples);
    int complete = sample_random_play(&samples, limits_scale(RANDOM_DEALS, clock->limits));
    if (places)
        keep_places(&samples, places);
    if (complete)
        complete = sample_open_cards(&samples, limits_scale((uint64_t)deals, clock->limits),
                                     places > 0);
    set_preferences(&samples, complete, opening);
    opening->by_hand = complete && places > 0;
    if (opening->by_hand)
        fit_lines(&samples, 0, opening);
    return complete;
}

int32_t duel_sample_lines(DuelSolver *solver, const DuelState *state, uint64_t seed, uint64_t deals,
                          Clock *clock, DuelOpening *opening)
{
    Samples samples = {
        .state = state, .solver = solver, .clock = clock, .random_until = RANDOM_UNTIL};
    int random = DUEL_CARDS - state->ply == RANDOM_COUNTS;
    memset(opening, 0, sizeof *opening);
    rng_seed(&samples.rng, seed, STREAM);
    mark_legal(&samples);
    opening->by_hand = (!random || sample_random_play(&samples, RANDOM_TIMES * deals)) &&
                       sample_open_cards(&samples, deals, 0);
    fit_lines(&samples, random, opening);
    return opening->by_hand;
}

int32_t duel_open_means(DuelSolver *solver, const DuelState *state,
                        const float likelihood[2][DUEL_POOLS], uint64_t seed, Clock *clock,
                        double means[DUEL_MOVES])
{
    Samples samples = {.state = state,
                       .solver = solver,
                       .clock = clock,
                       .random_until = DUEL_CARDS - state->ply,
                       .likelihood = likelihood};
    assert(!state->over);
    rng_seed(&samples.rng, seed, STREAM);
    int complete = sample_random_play(&samples, limits_scale(RANDOM_DEALS, clock->limits));
    for (int move = 0; move < DUEL_MOVES; move++)
        means[move] = samples.random[move].n ? mean_of(samples.random[move]) : DUEL_NO_MEAN;
    return complete;
}

double duel_opening_worth(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES],
                          uint32_t move)
{
    double worth = opening->worth[move];
    for (int value = 0; value < DUEL_VALUES; value++)
        worth += opening->slope[move][value] * hand[value];
    return worth;
}

void duel_mix_near_best(int32_t n, const uint32_t *moves, const double *worth, double margin,
                        const uint8_t *hand, double *weights)
{
    double top = -DBL_MAX, sum = 0;
    for (int32_t i = 0; i < n; i++)
        top = worth[i] > top ? worth[i] : top;
    for (int32_t i = 0; i < n; i++) {
        weights[i] = duel_closeness(top, worth[i], margin) *
                     (hand ? hand[duel_move_value(moves[i])] : 1);
        sum += weights[i];
    }
    for (int32_t i = 0; i < n; i++)
        weights[i] /= sum;
}

static void weigh_by_hand(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n,
                          const uint32_t *moves, double *weights)
{
    double worth[MAX_MOVES];
    for (int32_t i = 0; i < n; i++)
        worth[i] = duel_opening_worth(opening, hand, moves[i]);
    duel_mix_near_best(n, moves, worth, MARGIN, hand, weights);
}

void duel_opening_policy(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n,
                         const uint32_t *moves, const double *own, double *weights)
{
    double sum = 0, alone = 0, top = -1, closeness[MAX_MOVES];
    if (opening->by_hand) {
        weigh_by_hand(opening, hand, n, moves, weights);
        return;
    }
    for (int32_t i = 0; i < n && own; i++)
        top = own[i] > top ? own[i] : top;
    for (int32_t i = 0; i < n; i++) {
        closeness[i] = own ? 1 - (top - own[i]) / opening->own : 1;
        closeness[i] = closeness[i] > 0 ? closeness[i] * hand[duel_move_value(moves[i])] : 0;
        weights[i] = opening->preference[moves[i]] * closeness[i];
        sum += weights[i];
        alone += closeness[i];
    }
    for (int32_t i = 0; i < n; i++)
        weights[i] = sum > 0 ? weights[i] / sum : closeness[i] / alone;
}
