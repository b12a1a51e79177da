/* likely.c: what the other's cards tell at Dragonheart.
 *
 * The last HEART_PAST turns are gone through again, the last first. Before a turn of the other's its hand held what it
 * laid, and what this world has it hold now but for the cards that it has drawn since; which those were is drawn by
 * lot, from the world's seed. A card lost with the figure ends it: that card was not chosen. The model of a choice is
 * a softmax over all moves that the hand allowed: how much less each is judged to bring than the best (eval.c), bent,
 * and how it looks, apart by the kind that it lays. So who left a rich stack lying is hardly taken to have held what
 * takes it, but for what has been drawn since.
 *
 * The weights were fitted by maximum likelihood (a ridge of 3 on scaled features, Newton's method) to 12,200 choices
 * of even in 240 games with itself, 180 with 0.05 of the counts, 60 with 0.3. Logarithm of the chance of a choice,
 * natural, in games left out: by lot -1.93, by the judge's values alone at their best heat -1.00, by the model -0.84;
 * with 0.3 of the counts -0.75. More features (which space a kind takes from held in hand, points by kind, places in
 * the order of values, late in the game by kind) brought 0.006 together.
 *
 * What it brings. In 357 positions of even's games the true hand weighs 0.74 bits more than one drawn evenly (0.60 by
 * the judge alone). A Dragon that is shown the other's hand takes 133 Elo (89 .. 177, 200 games, 0.05 of the counts)
 * from one that is not; shown only from 16 cards left on it wins no game more of 200, so endings are not weighed.
 * 2,967 positions of even's games, choices with 0.1 and 0.15 of the counts, each played on in worlds with the true
 * hand: weighing changes 19 of 100 choices and gains 10 in 100 of what being shown the hand gains (3 .. 17). That
 * would be 13 Elo; arenas of Dragon and even: 19 (-3 .. 40, 722 games, 0.05 of the counts), -6 (-38 .. 25, 400 games,
 * 0.1), together 11 (-7 .. 29). By the judge alone 4 (-23 .. 32, 400 games, 0.05). In games of random play it gains
 * 0.7 in 100 of the same (-5 .. 6, 1,096 positions), in those of Wyrmling -6 (-17 .. 5, 943): both could be nothing.
 * LOT at 10, 50 or 200, EVEN at 5 to 100 made no difference that showed. */

#include "likely.h"

#include "engine/tells.h"
#include "eval.h"

#define STREAM_ARRIVALS 2
#define MANY 3                  /* cards on a space; more are alike */

/* Weights in TELLS_UNIT of what a move is judged to bring less than the best, for each point up to so many halves,
 * early and late in the game; of a point laid. */
static const struct {
    int16_t most, weight[2];
} gaps[] = {{40, {-521, -329}}, {1, {-228, -228}}, {4, {-1234, -1234}}, {10, {-193, -193}}};
#define POINT_LAID -368

/* ... and by the kind that is laid: 1, cards laid, cards of it kept, it takes, points gained, cards that lay there, the
 * second of two spaces is named. */
#define KIND_FEATURES 7
static const int16_t kind_weights[KINDS][KIND_FEATURES] = {
    {2421, -183, -461, 0, 0, -1781, 0},
    {-1130, 1563, 1720, -1130, 551, 250, 0},
    {1548, -1140, 173, 0, 0, -1617, 0},
    {-1377, 778, 2117, -1377, 411, 272, -2107},
    {-93, 908, -1520, -93, 1033, -272, 0},
    {-535, -34, -661, 3588, -277, 242, 0},
    {255, -188, -920, -563, 952, 1157, -1073},
    {822, -311, -1478, 1016, 18, -260, 0},
    {147, 29, -1109, 1064, -244, 113, 0},
};

/* The turns gone through again, the last first. */
typedef struct Back {
    HeartRun run;               /* the other's cards are those that this world has it hold */
    Rng rng;                    /* of the order in which they came */
} Back;

/* What all saw before this turn. */
static void lay_board(HeartCore *core, const HeartTurn *past)
{
    memcpy(core->points, past->points, sizeof core->points);
    memcpy(core->count, past->count, sizeof core->count);
    memcpy(core->in_hand, past->in_hand, sizeof core->in_hand);
    memcpy(core->in_deck, past->in_deck, sizeof core->in_deck);
    core->turn = past->turn;
    core->figure = past->figure;
    core->last_turn = past->last_turn;
    core->over = 0;
}

/* Gives the other its cards before this turn of its own again: those drawn after it, any of the hand, are gone, and
 * those played are there. */
static void take_back(Back *back, const HeartTurn *past)
{
    HeartCore *core = &back->run.core;
    uint8_t hand[HEART_MOST];
    int seat = past->turn, kind = heart_move_kind(past->move);
    int kept = core->in_hand[seat] - (past->in_deck[seat] - core->in_deck[seat]);
    assert(kept >= 0 && kept + heart_move_size(past->move) == past->in_hand[seat]);
    memcpy(hand, core->hands[seat], core->in_hand[seat]);
    rng_shuffle(&back->rng, hand, core->in_hand[seat]);
    core->in_hand[seat] = 0;
    for (int i = 0; i < kept; i++)
        heart_add_to_hand(core, seat, hand[i]);
    for (int value = 1; value <= HEART_VALUES; value++)
        for (int i = 0; i < heart_move_count(past->move, value); i++)
            heart_add_to_hand(core, seat, kind * HEART_VALUES + value - 1);
}

/* What a move looks like, for its kind's weights. */
static void look_at(const HeartCore *core, uint32_t move, int features[KIND_FEATURES])
{
    int kind = heart_move_kind(move), laid = heart_move_size(move), held = 0, from = heart_takes(core, move);
    for (int i = 0; i < core->in_hand[core->turn]; i++)
        held += heart_kind(core->hands[core->turn][i]) == kind;
    features[0] = 1;
    features[1] = laid;
    features[2] = held - laid;
    features[3] = from != NOBODY;
    features[4] = heart_gain(core, move);
    features[5] = core->count[kind] < MANY ? core->count[kind] : MANY;
    features[6] = heart_move_target(move) == PETRIFIED || heart_move_target(move) == TROLL;
}

/* The score of a move that is judged to bring so much less than the best, in parts of a point. */
static int32_t score_move(const HeartCore *core, uint32_t move, int64_t less)
{
    int features[KIND_FEATURES], late = core->in_deck[0] <= HEART_LATE_DECK || core->in_deck[1] <= HEART_LATE_DECK;
    int64_t sum = 0;
    for (int i = 0; i < COUNT(gaps); i++) {
        int64_t most = gaps[i].most * HEART_POINT / 2;
        sum += gaps[i].weight[late] * (less < most ? less : most);
    }
    sum = sum / HEART_POINT + POINT_LAID * heart_points_laid(move);
    look_at(core, move, features);
    for (int i = 0; i < KIND_FEATURES; i++)
        sum += kind_weights[heart_move_kind(move)][i] * features[i];
    return (int32_t)sum;
}

/* Notes the choice of this move. */
static void tell_move(const HeartRun *run, uint32_t move, struct Tell *tell)
{
    uint32_t moves[MAX_MOVES];
    int64_t values[MAX_MOVES], top = INT64_MIN;
    int32_t scores[MAX_MOVES], n = heart_core_moves(&run->core, moves), chosen = -1;
    for (int32_t i = 0; i < n; i++) {
        HeartRun after = *run;
        heart_run_begin(&after, moves[i]);
        values[i] = (int64_t)heart_gain(&run->core, moves[i]) * HEART_POINT + heart_prospect(&after);
        top = values[i] > top ? values[i] : top;
        chosen = moves[i] == move ? i : chosen;
    }
    for (int32_t i = 0; i < n; i++)
        scores[i] = score_move(&run->core, moves[i], top - values[i]);
    tell_choice(tell, run->core.turn, scores, n, chosen);
}

void heart_tells(const void *self, int32_t viewer, struct Tell *tell)
{
    const HeartState *world = self;
    Back back;
    int first = world->turns > HEART_PAST ? world->turns - HEART_PAST : 0;
    heart_run_start(&back.run, &world->core);
    rng_seed(&back.rng, world->seed, STREAM_ARRIVALS);
    for (int at = world->turns - 1; at >= first; at--) {
        const HeartTurn *past = &world->past[at % HEART_PAST];
        int other = past->turn != viewer, laid = heart_move_size(past->move);
        if (other)
            take_back(&back, past);
        else if (past->in_hand[viewer ^ 1] != back.run.core.in_hand[viewer ^ 1])
            break; /* a card was lost with the figure */
        uint8_t *left = &back.run.left[past->turn][heart_move_kind(past->move)];
        *left = (uint8_t)(*left + laid);
        lay_board(&back.run.core, past);
        if (other)
            tell_move(&back.run, past->move, tell);
    }
}
