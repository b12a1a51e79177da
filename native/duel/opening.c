/* opening.c: how the first six cards of the grid duel are played.
 *
 * Whoever knows how each hand would be played reads the hand from the moves. So the policy reveals
 * little on purpose: it prefers moves by their mean over all hands that the seat may hold, a number
 * that all can compute, and draws the value by the cards held. By cards left:
 *   16, 14    the starter: what is worth 0.02 less than the own hand's best move is left out
 *   15        the second player: only what costs the own hand 0.6 is left out
 *   13 .. 11  the own hand decides: a move's value is a linear function of the cards held, fitted
 *             by ridge regression over drawn deals (with 13 left from the book of fourth.py, where
 *             it has the board). All can compute this function, so belief.c reads the card by it.
 *
 * A move's value is the sum of two means over drawn deals: the outcome with open cards, and the
 * outcome with open cards after random play down to STOP cards left. The first is more exact. The
 * second knows that the other seat does not see the hand: with open cards nearly every move of the
 * starter loses (-0.9 to -1), and only random play tells them apart. With 14 and more cards left
 * the outcomes with open cards are in the books. Later a move of one deal takes up to 10 ms to
 * solve, so only the places that random play prefers are looked at.
 *
 * duel_means gives the means with open cards for ten and nine cards left (belief.c).
 * Measurements: NOTES.md. */

#include "opening.h"

#include "book.h"

#include <float.h>

#define STREAM 21
#define STOP 8                  /* cards left after random play, before the tenth card from the end */
#define DEALS 300               /* of random play */
#define MISFITS 1000            /* deals in a row that may be rejected */
#define NEAR 0.15               /* what a place may be worth less than the value's best one and still be taken */
#define WIDE 1.0                /* what a value may be worth less than the best one and count for more than LEAST */
#define LEAST 0.2               /* what a value counts for at least */
#define RIDGE 8.0               /* deals' worth of nothing learnt that the line starts from */
#define LEEWAY 0.15             /* what a move may be worth less to the hand than the best, with the sixth card */

/* By the cards left: deals with open cards, and places of each value looked at in them (0: all); whether the hand counts
 * by a line through them, and by one through random play; what a move may be worth less to the hand itself, where the
 * books tell that. */
static const struct {
    int deals, places, by_hand, by_lot;
    double own;
} open_cards[DUEL_CARDS + 1] = {
    [16] = {400, 0, 0, 0, 0.02}, [15] = {400, 0, 0, 0, 0.6}, [14] = {400, 0, 0, 0, 0.02},
    [13] = {8, 3, 0, 0, 0},      [12] = {160, 3, 1, 1, 0},   [11] = {160, 3, 1, 0, 0},
};

typedef struct Mean {
    int32_t sum, n;
} Mean;

/* Sums over deals of a move's outcome and of the cards held of each value, of their products. */
typedef struct Trend {
    int32_t outcome[DUEL_VALUES], held[DUEL_VALUES], both[DUEL_VALUES][DUEL_VALUES];
} Trend;

/* What is known of the moves of a position. */
typedef struct Known {
    const DuelState *state;
    DuelSolver *solver;
    Clock *clock;
    int stop;                   /* cards left after random play */
    const float (*fits)[DUEL_POOLS]; /* how well hands of the seat to act, and of the other, fit; NULL: all alike */
    Rng rng;
    uint8_t legal[DUEL_MOVES];  /* for some hand */
    Mean open[DUEL_MOVES], random[DUEL_MOVES];
    Trend open_trend[DUEL_MOVES], random_trend[DUEL_MOVES];
} Known;

/* A mean; what none of the hands drawn holds is taken for lost. */
static double mean_of(Mean mean) { return mean.n ? (double)mean.sum / mean.n : -1; }

/* Counts an outcome. */
static void add_outcome(Mean *mean, int outcome)
{
    mean->sum += outcome;
    mean->n++;
}

/* Counts how an outcome goes with the hand. */
static void add_trend(Trend *trend, const uint8_t hand[DUEL_VALUES], int outcome)
{
    for (int value = 0; value < DUEL_VALUES; value++) {
        trend->outcome[value] += hand[value] * outcome;
        trend->held[value] += hand[value];
        for (int other = 0; other < DUEL_VALUES; other++)
            trend->both[value][other] += hand[value] * hand[other];
    }
}

/* The position with both hands drawn from what does not lie on the table. */
static DuelState draw_deal(Known *known)
{
    DuelState deal = *known->state;
    uint8_t cards[DUEL_VALUES * DUEL_COPIES], rest[DUEL_VALUES] = {DUEL_COPIES, DUEL_COPIES, DUEL_COPIES, DUEL_COPIES};
    int n = 0, at = 0;
    for (int i = 0; i < deal.ply; i++)
        rest[duel_value(&deal, deal.order[i])]--;
    for (int value = 0; value < DUEL_VALUES; value++)
        for (int i = 0; i < rest[value]; i++)
            cards[n++] = (uint8_t)value;
    rng_shuffle(&known->rng, cards, n);
    memset(deal.hands, 0, sizeof deal.hands);
    for (int i = deal.ply; i < DUEL_CARDS; i++)
        deal.hands[(deal.starter + i) & 1][cards[at++]]++;
    return deal;
}

/* How well a deal fits what both seats have chosen. */
static double fit_of(const Known *known, const DuelState *deal)
{
    int seat = duel_turn(deal);
    return (double)known->fits[0][duel_code(deal->hands[seat])] *
           (double)known->fits[1][duel_code(deal->hands[seat ^ 1])];
}

/* A deal drawn by how well it fits: drawn anew until it is taken, or MISFITS times. */
static DuelState draw_fitting(Known *known)
{
    DuelState deal = draw_deal(known);
    double most = 0;
    for (int i = 0; known->fits && i < 2; i++) {
        double top = 0;
        for (int code = 0; code < DUEL_POOLS; code++)
            top = known->fits[i][code] > top ? (double)known->fits[i][code] : top;
        most = i ? most * top : top;
    }
    for (int i = 0; known->fits && i < MISFITS; i++) {
        if (fit_of(known, &deal) > most * rng_below(&known->rng, 1 << 20) / (1 << 20))
            break;
        deal = draw_deal(known);
    }
    return deal;
}

/* The outcome of a legal move for its seat with open cards, but random play down to `stop` cards left; 2: no time. */
static int play_randomly(Known *known, DuelState deal, uint32_t move)
{
    uint32_t moves[MAX_MOVES];
    int seat = duel_turn(&deal);
    while (DUEL_CARDS - deal.ply > known->stop) {
        duel_put(&deal, duel_move_cell(move), duel_move_value(move));
        move = moves[rng_below(&known->rng, (uint32_t)duel_moves(&deal, moves))];
    }
    int value = duel_outcome(known->solver, &deal, (const uint8_t(*)[DUEL_VALUES])deal.hands, move, known->clock);
    return value == 2 || duel_turn(&deal) == seat ? value : -value;
}

/* Tries every move in deals played on at random; 0: no time. */
static int try_randomly(Known *known, uint64_t deals)
{
    uint32_t moves[MAX_MOVES];
    for (uint64_t i = 0; i < deals; i++) {
        DuelState deal = draw_fitting(known);
        int32_t n = duel_moves(&deal, moves);
        for (int32_t j = 0; j < n; j++) {
            int outcome = play_randomly(known, deal, moves[j]);
            if (outcome == 2)
                return 0;
            add_outcome(&known->random[moves[j]], outcome);
            add_trend(&known->random_trend[moves[j]], deal.hands[duel_turn(&deal)], outcome);
        }
    }
    return 1;
}

/* Leaves only so many places of each value, those that random play likes best. */
static void keep_places(Known *known, int places)
{
    uint8_t kept[DUEL_MOVES] = {0};
    for (int i = 0; i < places * DUEL_VALUES; i++) {
        int best = -1;
        for (int move = i % DUEL_VALUES; move < DUEL_MOVES; move += DUEL_VALUES)
            if (known->legal[move] && !kept[move] &&
                (best < 0 || mean_of(known->random[move]) > mean_of(known->random[best])))
                best = move;
        if (best >= 0)
            kept[best] = 1;
    }
    memcpy(known->legal, kept, sizeof kept);
}

/* Outcomes of a deal's moves with open cards, of those that are kept at least; 0: no time. */
static int open_outcomes(Known *known, const DuelState *deal, int32_t n, const uint32_t *moves, int few, int8_t *values)
{
    uint32_t same[MAX_MOVES];
    const uint8_t(*hands)[DUEL_VALUES] = (const uint8_t(*)[DUEL_VALUES])deal->hands;
    if (duel_book_values(deal, hands, values))
        return 1;
    if (!few)
        return duel_outcomes(known->solver, deal, hands, same, values, known->clock) > 0;
    for (int32_t j = 0; j < n; j++) {
        int kept = known->legal[moves[j]];
        int value = kept ? duel_outcome(known->solver, deal, hands, moves[j], known->clock) : 0;
        if (value == 2)
            return 0;
        values[j] = (int8_t)value;
    }
    return 1;
}

/* Looks at deals with open cards; few: only at the moves kept. 0: no time. */
static int try_openly(Known *known, uint64_t deals, int few)
{
    uint32_t moves[MAX_MOVES];
    int8_t values[MAX_MOVES];
    for (uint64_t i = 0; i < deals; i++) {
        DuelState deal = draw_deal(known);
        int32_t n = duel_moves(&deal, moves);
        if (!open_outcomes(known, &deal, n, moves, few, values))
            return 0;
        for (int32_t j = 0; j < n; j++)
            if (known->legal[moves[j]]) {
                add_outcome(&known->open[moves[j]], values[j]);
                add_trend(&known->open_trend[moves[j]], deal.hands[duel_turn(&deal)], values[j]);
            }
    }
    return 1;
}

double duel_near_to(double best, double worth, double leeway)
{
    double near = 1 - (best - worth) / leeway;
    return near > 0 ? near * near : 0;
}

/* Likes places by how near they come to the best one of their value, and values by how near they come to the best. */
static void like_moves(const Known *known, int openly, DuelOpening *opening)
{
    double worth[DUEL_MOVES], best[DUEL_VALUES] = {-9, -9, -9, -9}, whole[DUEL_VALUES] = {0}, top = -9;
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        worth[move] = mean_of(known->random[move]) + (openly ? mean_of(known->open[move]) : 0);
        if (known->legal[move] && worth[move] > best[value])
            best[value] = worth[move];
        top = best[value] > top ? best[value] : top;
    }
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        opening->liking[move] = known->legal[move] ? duel_near_to(best[value], worth[move], NEAR) : 0;
        whole[value] += opening->liking[move];
    }
    for (int move = 0; move < DUEL_MOVES; move++) {
        int value = duel_move_value((uint32_t)move);
        double factor = duel_near_to(top, best[value], WIDE);
        opening->liking[move] *= (factor > LEAST ? factor : LEAST) / whole[value];
    }
}

/* Solves a system of equations by elimination, in place: its matrix is symmetric, and far from singular. */
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

/* Adds to what a move is worth to a hand: the mean of outcomes, and the straight line that fits best how they hang on the
 * cards held, kept flat by RIDGE. */
static void add_line(Mean mean, const Trend *trend, double *worth, double slopes[DUEL_VALUES])
{
    double matrix[DUEL_VALUES][DUEL_VALUES], slope[DUEL_VALUES];
    *worth += mean_of(mean);
    for (int value = 0; value < DUEL_VALUES; value++) {
        slope[value] = trend->outcome[value] - mean_of(mean) * trend->held[value];
        for (int other = 0; other < DUEL_VALUES; other++)
            matrix[value][other] = trend->both[value][other] -
                                   (double)trend->held[value] * trend->held[other] / mean.n +
                                   (value == other ? RIDGE : 0);
    }
    solve_system(matrix, slope);
    for (int value = 0; value < DUEL_VALUES; value++) {
        *worth -= slope[value] * trend->held[value] / mean.n;
        slopes[value] += slope[value];
    }
}

/* What each move is worth to a hand, by the deals drawn. */
static void draw_lines(const Known *known, int by_lot, DuelOpening *opening)
{
    for (int move = 0; move < DUEL_MOVES; move++) {
        opening->worth[move] = known->open[move].n ? 0 : DUEL_NEVER;
        if (!known->open[move].n)
            continue;
        add_line(known->open[move], &known->open_trend[move], &opening->worth[move], opening->slope[move]);
        if (by_lot)
            add_line(known->random[move], &known->random_trend[move], &opening->worth[move], opening->slope[move]);
    }
}

/* The same from the book of the fourth card; 0: it does not know the board. */
static int read_lines(const DuelState *state, DuelOpening *opening)
{
    uint32_t moves[MAX_MOVES];
    double lines[MAX_MOVES][DUEL_BOOK_LINE];
    int32_t n = duel_book_lines(state, moves, lines);
    for (int move = 0; move < DUEL_MOVES; move++)
        opening->worth[move] = DUEL_NEVER;
    for (int32_t i = 0; i < n; i++) {
        opening->worth[moves[i]] = lines[i][0];
        memcpy(opening->slope[moves[i]], &lines[i][1], sizeof opening->slope[0]);
    }
    opening->by_hand = n > 0;
    return n > 0;
}

int32_t duel_opening(DuelSolver *solver, const DuelState *state, uint64_t seed, Clock *clock, DuelOpening *opening)
{
    int left = DUEL_CARDS - state->ply, deals = open_cards[left].deals, places = open_cards[left].places;
    Known known = {.state = state, .solver = solver, .clock = clock, .stop = STOP};
    assert(left > STOP && !state->over);
    memset(opening, 0, sizeof *opening);
    opening->own = open_cards[left].own;
    if (read_lines(state, opening))
        return 1;
    rng_seed(&known.rng, seed, STREAM);
    for (uint64_t cells = duel_targets(state); cells; cells &= cells - 1)
        memset(&known.legal[__builtin_ctzll(cells) * DUEL_VALUES], 1, DUEL_VALUES);
    int whole = try_randomly(&known, limits_scale(DEALS, clock->limits));
    if (places)
        keep_places(&known, places);
    if (whole && deals)
        whole = try_openly(&known, limits_scale((uint64_t)deals, clock->limits), places > 0);
    like_moves(&known, whole && deals > 0, opening);
    opening->by_hand = whole && open_cards[left].by_hand;
    if (opening->by_hand)
        draw_lines(&known, open_cards[left].by_lot, opening);
    return whole;
}

int32_t duel_means(DuelSolver *solver, const DuelState *state, const float fits[2][DUEL_POOLS], uint64_t seed,
                   Clock *clock, double means[DUEL_MOVES])
{
    Known known = {.state = state, .solver = solver, .clock = clock, .stop = DUEL_CARDS - state->ply, .fits = fits};
    assert(!state->over);
    rng_seed(&known.rng, seed, STREAM);
    int whole = try_randomly(&known, limits_scale(DEALS, clock->limits));
    for (int move = 0; move < DUEL_MOVES; move++)
        means[move] = known.random[move].n ? mean_of(known.random[move]) : DUEL_NEVER;
    return whole;
}

double duel_opening_worth(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], uint32_t move)
{
    double worth = opening->worth[move];
    for (int value = 0; value < DUEL_VALUES; value++)
        worth += opening->slope[move][value] * hand[value];
    return worth;
}

void duel_spread(int32_t n, const uint32_t *moves, const double *worth, double leeway, const uint8_t *hand,
                 double *weights)
{
    double top = -DBL_MAX, sum = 0;
    for (int32_t i = 0; i < n; i++)
        top = worth[i] > top ? worth[i] : top;
    for (int32_t i = 0; i < n; i++) {
        weights[i] = duel_near_to(top, worth[i], leeway) * (hand ? hand[duel_move_value(moves[i])] : 1);
        sum += weights[i];
    }
    for (int32_t i = 0; i < n; i++)
        weights[i] /= sum;
}

/* The policy of a hand by what its moves are worth to it. */
static void weigh_by_hand(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n, const uint32_t *moves,
                          double *weights)
{
    double worth[MAX_MOVES];
    for (int32_t i = 0; i < n; i++)
        worth[i] = duel_opening_worth(opening, hand, moves[i]);
    duel_spread(n, moves, worth, LEEWAY, hand, weights);
}

void duel_opening_policy(const DuelOpening *opening, const uint8_t hand[DUEL_VALUES], int32_t n, const uint32_t *moves,
                         const double *own, double *weights)
{
    double sum = 0, alone = 0, top = -1, near[MAX_MOVES];
    if (opening->by_hand) {
        weigh_by_hand(opening, hand, n, moves, weights);
        return;
    }
    for (int32_t i = 0; i < n && own; i++)
        top = own[i] > top ? own[i] : top;
    for (int32_t i = 0; i < n; i++) {
        near[i] = own ? 1 - (top - own[i]) / opening->own : 1;
        near[i] = near[i] > 0 ? near[i] * hand[duel_move_value(moves[i])] : 0;
        weights[i] = opening->liking[moves[i]] * near[i];
        sum += weights[i];
        alone += near[i];
    }
    for (int32_t i = 0; i < n; i++)
        weights[i] = sum > 0 ? weights[i] / sum : near[i] / alone;
}
