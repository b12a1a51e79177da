/* play.c: the levels of Dragonmaster, Hatchling to Dragon (rules: tricks, what a seat knows).
 *
 * Cards. A decision looks at deals (worlds) that fit what the seat knows: all if they are few, else
 * a sample. Each is judged twice, and the value of a card is half of either:
 *   rollout  every seat plays by the rules of thumb (heuristic.c) and sees only its own hand
 *   solved   ordinary hand: the Dragonmaster's income against all others; for another seat its own
 *            cost if all others play to raise it, and max^n with four cards or fewer. Power Play:
 *            whether it is made; rollouts only break ties. Expert: whether a seat can force a
 *            Secret Power Play after each card; if so, that payment is the card's value
 * A card that is best in all deals, each solved, is played; "every world", or
 * "exact" if there is only one deal, all know it, and two sides play or nobody can choose.
 *
 * Calls. A kind is worth what it brings in this hand, rollouts and solved deals mixed, plus what
 * the kinds left bring on average. A Power Player's call: the share of deals in which the Power
 * Play is made against any defence. Swap or keep: the best Power Play against the mean of the kinds
 * left. Becoming Dragonmaster is worth what those kinds bring, so a Power Play pays at far less
 * than an even chance.
 *
 * Inference (inference.c). At basic Dragon weighs deals by how likely the others' choices are in
 * them; the level even weighs all alike. At expert that gained nothing and is off.
 * Weaker levels. Hatchling, Wyrmling and Drake value cards by rollouts only, of 1, 2 and 8 tricks,
 * and take some played cards for cards still out; the first two also settle for a second best that
 * costs little. Hatchling judges a Power Play by one deal; Drake solves it, the others roll it out.
 * Counts decide, solver nodes among them; time is only a guard. Figures: NOTES.md. */

#include "play.h"

#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/table.h"
#include "engine/tells.h"
#include "redeal.h"
#include "solve.h"
#include "heuristic.h"

#define STREAM_WORLDS 31
#define STREAM_FORGET 32
#define STREAM_SLIP 33
#define STREAM_SWAPS 34
#define MASTERY 85              /* percent of the rest of the round that a new Dragonmaster is
                                   likely to keep */
#define PLAYED_OUT 0.5          /* weight of rollouts beside solved deals */
#define FEW 10.0                /* this many solved deals count half as much as many */
#define EQUAL 1e-6              /* weight that breaks ties and nothing else */
#define SLIP 1500               /* crystals that a second best may cost */
#define THOUSAND 1000
#define GUARD_MS 10000
#define MAX_LIST 2000           /* deals of a decision */

typedef struct Skill {
    uint32_t nodes;             /* solver nodes for a decision; 0: no solver, rollouts only */
    uint16_t worlds[TRICKS_HAND + 1]; /* deals, by the number of cards that the seat holds */
    uint16_t solves[TRICKS_HAND + 1]; /* of these, how many are solved */
    uint16_t calls, call_solves, powers;    /* deals for a call, of these solved, for a Power
                                               Play */
    uint16_t every;             /* use all deals if there are no more than this */
    uint8_t maxn_from;          /* max^n with no more cards in hand than this */
    uint8_t own, coalition;     /* weights of its own cost and of the Dragonmaster's income */
    uint8_t sight;              /* tricks of a rollout; 0: to the end of the hand */
    uint8_t forgets;            /* chance, of 16, to mistake a played card and to forget a seat's
                                   voids */
    uint16_t slips;             /* permille of decisions that settle for a second best */
    uint8_t table_mb;
    uint8_t inference;          /* weigh deals by the others' choices */
} Skill;

#define WORLDS(n) {0, 1, n, n, n, n, n, n, n}

static const Skill skills[LEVELS] = {
    [LEVEL_HATCHLING] = {.worlds = WORLDS(10), .calls = 10, .powers = 1, .sight = 1, .forgets = 16,
                         .slips = 400},
    [LEVEL_WYRMLING] = {.worlds = WORLDS(100), .calls = 40, .powers = 20, .sight = 2, .forgets = 3,
                        .slips = 100},
    [LEVEL_DRAKE] = {.nodes = 600000, .worlds = WORLDS(200), .calls = 100, .powers = 100,
                     .sight = 8, .forgets = 1, .table_mb = 2},
    [LEVEL_DRAGON] = {.nodes = 3000000, .worlds = WORLDS(2000),
                      .solves = {0, 2000, 2000, 2000, 1000, 1000, 500, 300, 200}, .calls = 1000,
                      .call_solves = 40, .powers = 200, .every = 2000, .maxn_from = 4, .own = 1,
                      .table_mb = 16, .inference = 1},
};

typedef struct Play {
    const Game *game;
    const TricksState *state;   /* a world for the seat to act */
    const Skill *skill;
    const Limits *limits;       /* with the nodes of this decision */
    Result *result;
    TricksSolver *solver;
    Clock clock;
    int seat;
    int64_t sum[MAX_ROWS];      /* sums over deals, in crystals: solved */
    int64_t rollouts[MAX_ROWS];   /* rollouts */
    uint8_t always_best[MAX_ROWS];
    int64_t later[MAX_ROWS];    /* worth of being Dragonmaster in the rest of the round */
    int32_t solved, played;     /* deals in the sums */
    int64_t solved_weight, played_weight; /* their total weights */
    double value[MAX_ROWS];     /* reported: this hand */
    double prospect[MAX_ROWS];  /* reported: with the rest of the round, where that differs by move */
    double score[MAX_ROWS];     /* for the choice: with the rest of the round and tie-breakers */
} Play;

/* ---- rollouts ---- */

/* Plays the hand by the rules of thumb until `tricks` tricks are complete, a Power Play to its end.
 * The change of the seat's wealth, in thousands. */
static int play_until(TricksState *state, int seat, int tricks)
{
    int hand = state->n_results;
    while (state->n_results == hand) {
        if (state->power == NOBODY && !state->n_trick && tricks_done(state) >= tricks)
            return tricks_result(state).payments[seat];
        tricks_play(state, tricks_heuristic_move(state), NULL, NULL);
    }
    return state->results[hand].payments[seat];
}

static int play_out(TricksState *state, int seat) { return play_until(state, seat, TRICKS_HAND); }

/* Whether it is time to stop, or the solver's nodes are used up. */
static int is_over(Play *play)
{
    return clock_over(&play->clock, play->solver ? tricks_solver_nodes(play->solver) : 0);
}

/* Whether rollouts must stop, too. */
static int is_halted(Play *play) { return is_over(play) && play->clock.status != STATUS_NODES; }

/* ---- worlds ---- */

static void shuffle_worlds(TricksWorld *list, int32_t n, Rng *rng)
{
    for (int32_t i = n - 1; i > 0; i--) {
        int32_t j = (int32_t)rng_below(rng, (uint32_t)i + 1);
        TricksWorld world = list[i];
        list[i] = list[j];
        list[j] = world;
    }
}

/* Whether deals are weighed by the others' choices. With the Dragon in the deck this gained
 * nothing. */
static int uses_inference(const Play *play)
{
    return play->skill->inference && !play->limits->even && play->state->level == TRICKS_BASIC;
}

/* Weighs a list of deals by the others' choices, or all alike. */
static void weigh_worlds(Play *play, const TricksState *known, const TricksWorld *list, int32_t n,
                         int32_t *weights)
{
    TricksState world = *known;
    for (int32_t i = 0; i < n; i++) {
        tricks_set_world(&world, &list[i]);
        weights[i] = uses_inference(play) && !clock_late(&play->clock)
                         ? tells_log(play->game, &world, play->seat)
                         : 0;
    }
    tells_weights(weights, n);
}

/* Draws deals, each as likely as the others' choices make it. */
static void draw_worlds(const Play *play, const TricksState *known, TricksWorld *list, int32_t n,
                        Rng *rng)
{
    Tells tells;
    TricksState world;
    tells_start(&tells, play->game, known, play->limits, play->clock.progress, (uint32_t)n);
    tells.weighs &= uses_inference(play);
    tells.clock = play->clock;
    for (int32_t i = 0; i < n; i++) {
        tells_draw(&tells, &world, rng);
        memcpy(list[i].hands, world.hands, sizeof world.hands);
        list[i].extra = world.extra;
    }
}

/* Lists all deals, or as many drawn ones as the level uses, in random order and with their weights.
 * *of: how many there are, or -1 for too many. */
static int32_t gather_worlds(Play *play, const TricksState *known, uint32_t most, TricksWorld *list,
                             int32_t *weights, int64_t *of)
{
    Rng rng;
    assert(most > 0);
    *of = -1;
    if (is_halted(play))
        return 0;
    rng_seed(&rng, play->limits->seed, STREAM_WORLDS);
    int32_t every =
        play->skill->every ? (int32_t)limits_scale(play->skill->every, play->limits) : 0;
    int32_t n = every ? tricks_worlds(known, play->seat, list, every) : 1;
    *of = n;
    if (n <= every) {
        shuffle_worlds(list, n, &rng);
        weigh_worlds(play, known, list, n, weights);
        return n;
    }
    *of = -1;
    n = (int32_t)(most < MAX_LIST ? most : MAX_LIST);
    draw_worlds(play, known, list, n, &rng);
    for (int32_t i = 0; i < n; i++)
        weights[i] = TELLS_UNIT;
    return n;
}

/* Forgets: takes some played cards for cards still out, and drops some shown voids. */
static void forget_cards(const Play *play, TricksState *known)
{
    Rng rng;
    rng_seed(&rng, play->limits->seed, STREAM_FORGET);
    uint32_t safe = ~(known->kind == TRICKS_NO_KIND ? 0 : kind_of(known)->cards);
    for (int taker = 0; taker < known->players; taker++)
        for (uint32_t left = known->taken[taker] & safe; left; left &= left - 1) {
            uint32_t other = rng_below(&rng, known->players), hidden = known->hands[other] & safe;
            if (rng_below(&rng, 16) >= play->skill->forgets || (int)other == play->seat || !hidden)
                continue;
            uint32_t card = left & (0 - left), swap = hidden & (0 - hidden);
            known->taken[taker] ^= card | swap;
            known->hands[other] ^= card | swap;
        }
    for (int seat = 0; seat < TRICKS_SEATS; seat++) {
        int gone = rng_below(&rng, 16) < play->skill->forgets;
        for (int suit = 0; suit < TRICKS_SUITS; suit++)
            if (gone || known->hands[seat] & tricks_suit_cards(suit))
                known->voids[seat] &= (uint8_t)~(1u << suit);
    }
}

/* ---- the rest of the round ---- */

/* What a kind brings the Dragonmaster by rollouts and by solving, and what it costs another seat.
 * Means over random deals, in crystals, for 4 and for 3 players. */
typedef struct Means {
    int16_t played[TRICKS_KINDS], solved[TRICKS_KINDS], own[TRICKS_KINDS];
} Means;

static const Means means[2] = {
    {{5800, 5900, 5800, 6400, 24300},
     {4300, 3500, 3200, 5000, 16200},
     {4200, 5100, 5600, 5200, 18600}},
    {{3800, 5100, 5100, 6000, 20500},
     {3300, 3800, 4000, 5000, 16300},
     {3500, 4600, 4800, 4700, 16800}},
};

static const Means *means_of(const TricksState *state) { return &means[state->players == 3]; }

/* Kinds left in the round, one bit each. */
static uint32_t kinds_left(const TricksState *state)
{
    uint32_t left = (1u << TRICKS_KINDS) - 1;
    for (int i = 0; i < state->n_played; i++)
        left &= ~(1u << state->played[i]);
    return left;
}

/* The Dragonmaster's expected income from these kinds. */
static int future_income(const TricksState *state, uint32_t kinds)
{
    assert(!(kinds >> TRICKS_KINDS));
    int sum = 0;
    for (; kinds; kinds &= kinds - 1)
        sum += means_of(state)->played[lowest_card(kinds)];
    return sum;
}

/* What these kinds bring this hand's Dragonmaster later: the income; if the office moves on with
 * every hand, the loss to the others. */
static int later_income(const TricksState *state, uint32_t kinds)
{
    int income = future_income(state, kinds);
    return state->rotate_dm ? -income / (state->players - 1) : income;
}

/* The same after this hand, the mean over the kinds that may be called now. */
static double mean_income(const TricksState *state)
{
    uint32_t kinds = kinds_left(state);
    int n = card_count(kinds);
    assert(n > 0);
    return (double)later_income(state, kinds) * (n - 1) / n;
}

/* What it is worth to this seat to take the office for these kinds from the seat that would have
 * it; it may be lost again. If it moves on with every hand, it is taken for one of them. */
static int mastery_worth(const TricksState *state, int seat, uint32_t kinds)
{
    int others = state->players - 1;
    if (seat == tricks_heir(state) || !kinds)
        return 0;
    int worth = future_income(state, kinds) * (others + 1) / others;
    return state->rotate_dm ? worth / card_count(kinds) : worth * MASTERY / 100;
}

/* What a kind costs one of the other seats on average, in crystals. */
static double usual_cost(const TricksState *state, int kind)
{
    return (double)means_of(state)->played[kind] / (state->players - 1);
}

/* What a kind costs one of the other seats, the mean over the kinds that may be called now. */
static double mean_cost(const TricksState *state)
{
    uint32_t kinds = kinds_left(state);
    double sum = 0;
    assert(kinds);
    for (uint32_t left = kinds; left; left &= left - 1)
        sum += usual_cost(state, lowest_card(left));
    return sum / card_count(kinds);
}

/* ---- values of cards ---- */

/* Seats that may still make a Secret Power Play, one bit each. */
static uint32_t secret_seats(const TricksState *state)
{
    uint32_t seats = 0;
    if (state->level != TRICKS_EXPERT || state->power != NOBODY || !kind_of(state)->secret)
        return 0;
    for (int seat = 0; seat < state->players; seat++) {
        uint32_t others = all_taken(state) & ~state->taken[seat];
        int first =
            state->first_taker == NOBODY || state->first_taker == seat || !kind_of(state)->trick;
        if (seat != state->dm && first && !(others & kind_of(state)->cards))
            seats |= 1u << seat;
    }
    return seats;
}

/* Replaces the value of moves after which a seat can force a Secret Power Play. 0 if the clock ran
 * out. */
static int add_secrets(Play *play, const TricksState *world, int32_t *values, int32_t *later)
{
    uint32_t moves[TRICKS_MOVES], seats = secret_seats(world);
    int32_t made[TRICKS_MOVES];
    assert(play->solver);
    int amount = THOUSAND * kind_of(world)->secret, heir = tricks_heir(world) == play->seat;
    uint32_t kinds = kinds_left(world) & ~(1u << world->kind);
    for (; seats; seats &= seats - 1) {
        TricksState power = *world;
        power.power = (uint8_t)lowest_card(seats);
        int rest = mastery_worth(world, power.power, kinds);
        int n = tricks_values(play->solver, &power, TRICKS_POWER, &play->clock, moves, made);
        if (!n)
            return 0;
        for (int i = 0; i < n; i++)
            if (made[i]) {
                values[i] = power.power == play->seat ? (world->players - 1) * amount : -amount;
                later[i] = power.power == play->seat ? rest : heir ? -rest : 0;
            }
    }
    return 1;
}

/* The seat's payment for a Power Play that is made or fails. */
static int32_t power_payment(const TricksState *state, int seat, int made)
{
    int amount = kind_of(state)->power;
    if (made)
        return THOUSAND * (seat == state->power ? (state->players - 1) * amount : -amount);
    return THOUSAND * (seat == state->power ? -TRICKS_FAILURE
                       : seat == state->dm  ? TRICKS_FAILURE
                                            : 0);
}

/* Values of the cards in a Power Play. 0 if the clock ran out. */
static int power_values(Play *play, const TricksState *world, int32_t *values)
{
    uint32_t moves[TRICKS_MOVES];
    int n = tricks_values(play->solver, world, TRICKS_POWER, &play->clock, moves, values);
    for (int i = 0; i < n; i++)
        values[i] = power_payment(world, play->seat, values[i]);
    return n > 0;
}

/* The sum of all penalties of the hand. */
static int whole_price(const TricksState *state)
{
    return tricks_price(kind_of(state), tricks_deck(state->players)) + 2 * kind_of(state)->trick;
}

/* Values of the cards in an ordinary hand: its own cost if all others play to raise it, mixed with
 * the Dragonmaster's income. */
static int ordinary_values(Play *play, const TricksState *world, int32_t *values)
{
    const Skill *skill = play->skill;
    uint32_t moves[TRICKS_MOVES];
    int32_t found[TRICKS_MOVES];
    TricksState own = *world;
    int whole = whole_price(world), dm = world->dm == play->seat, n = play->result->n;
    assert(n <= TRICKS_MOVES);
    own.dm = (uint8_t)play->seat;
    memset(values, 0, (size_t)n * sizeof *values);
    if (dm || skill->own) {
        if (!tricks_values(play->solver, &own, TRICKS_COALITION, &play->clock, moves, found))
            return 0;
        for (int i = 0; i < n; i++)
            values[i] = dm ? THOUSAND * found[i] : THOUSAND * skill->own * (found[i] - whole);
    }
    if (dm || !skill->coalition)
        return 1;
    if (!tricks_values(play->solver, world, TRICKS_COALITION, &play->clock, moves, found))
        return 0;
    for (int i = 0; i < n; i++)
        values[i] = (values[i] - THOUSAND * skill->coalition * found[i] / (world->players - 1)) /
                    (skill->own + skill->coalition);
    return 1;
}

/* Values of the cards by max^n. 0 if the clock ran out. */
static int selfish_values(Play *play, const TricksState *world, int32_t *values)
{
    uint32_t moves[TRICKS_MOVES];
    int8_t found[TRICKS_MOVES][TRICKS_SEATS];
    int n = tricks_maxn(play->solver, world, &play->clock, moves, found);
    for (int i = 0; i < n; i++)
        values[i] = THOUSAND * found[i][play->seat];
    return n > 0;
}

/* The value of every card in one deal. 0 if the clock ran out. */
static int card_values(Play *play, const TricksState *world, int32_t *values, int32_t *later)
{
    memset(later, 0, TRICKS_MOVES * sizeof *later);
    int cards = card_count(world->hands[play->seat]);
    if (world->power != NOBODY)
        return power_values(play, world, values);
    int done = cards <= play->skill->maxn_from ? selfish_values(play, world, values)
                                               : ordinary_values(play, world, values);
    return done && add_secrets(play, world, values, later);
}

/* Adds the values of a solved deal to the sums. */
static void add_solved(Play *play, const int32_t *values, const int32_t *later, int32_t weight)
{
    int n = play->result->n;
    int32_t best = INT32_MIN;
    for (int i = 0; i < n; i++)
        best = values[i] + later[i] > best ? values[i] + later[i] : best;
    for (int i = 0; i < n; i++) {
        play->sum[i] += (int64_t)weight * values[i];
        play->later[i] += (int64_t)weight * later[i];
        play->always_best[i] &= values[i] + later[i] == best;
    }
    play->solved++;
    play->solved_weight += weight;
}

/* Adds a rollout of this deal after each move to the sums. */
static void add_played(Play *play, const TricksState *world, int32_t weight)
{
    for (int i = 0; i < play->result->n; i++) {
        TricksState after = *world;
        int hand = after.n_results;
        int until = play->skill->sight ? tricks_done(world) + play->skill->sight : TRICKS_HAND;
        tricks_play(&after, play->result->list[i].move, NULL, NULL);
        int paid = after.n_results > hand ? after.results[hand].payments[play->seat]
                                          : play_until(&after, play->seat, until);
        play->rollouts[i] += (int64_t)weight * THOUSAND * paid;
    }
    play->played++;
    play->played_weight += weight;
}

/* Whether the solution of the one possible deal is what play must come to: nobody has a choice left,
 * or it is one side against the other, a Power Play, and every seat can tell where all cards are. */
static int is_exact(const Play *play)
{
    const TricksState *state = play->state;
    if (play->result->of != 1 || tricks_done(state) == TRICKS_HAND - 1)
        return play->result->of == 1;
    if (state->power == NOBODY)
        return 0;
    for (int seat = 0; seat < state->players; seat++)
        if (tricks_worlds(state, seat, NULL, 1) > 1)
            return 0;
    return 1;
}

/* Sets values and scores: means over the deals, and for the score what a Secret Power Play means
 * for the rest of the round. Beside many solved deals the rollouts count half. If one card is best
 * in every deal, or in a Power Play, which all others want to fail, they only break ties. */
static void value_cards(Play *play)
{
    Result *result = play->result;
    int all = play->solved && play->solved == result->of, certain = 0;
    for (int i = 0; i < result->n; i++)
        certain |= all && play->always_best[i];
    double weight = 1 - (1 - PLAYED_OUT) * play->solved / (play->solved + FEW);
    if (certain || (play->solved && play->state->power != NOBODY))
        weight = 0;
    for (int i = 0; i < result->n; i++) {
        double solved = play->solved ? (double)play->sum[i] / (double)play->solved_weight : 0;
        double played = play->played ? (double)play->rollouts[i] / (double)play->played_weight : 0;
        play->value[i] = (1 - weight) * solved + weight * played;
        play->score[i] = play->value[i] + (weight > 0 ? 0 : played * EQUAL);
        double later = play->solved ? (double)play->later[i] / (double)play->solved_weight : 0;
        play->score[i] += later;
        play->prospect[i] = play->value[i] + later;
    }
    result->worlds = play->solved ? play->solved : play->played;
    if (certain && !play->skill->forgets)
        result->proof = is_exact(play) ? PROOF_EXACT : PROOF_EVERY_WORLD;
}

/* How many deals of a decision are solved; a level that solves none has 0 in its row. */
static int32_t deals_solved(const Play *play, uint16_t count)
{
    return play->solver && count ? (int32_t)limits_scale(count, play->limits) : 0;
}

static void show_progress(const Play *play, int32_t done, int32_t of)
{
    if (play->clock.progress) {
        play->clock.progress->done = done;
        play->clock.progress->of = of;
    }
}

/* Rolls all deals out and solves the first ones; their order is random. */
static void advise_card(Play *play, TricksWorld *list)
{
    TricksState known = *play->state, world;
    const Skill *skill = play->skill;
    int cards = card_count(known.hands[play->seat]) + (known.dragon == play->seat);
    assert(cards > 0 && cards <= TRICKS_HAND);
    int32_t values[TRICKS_MOVES], later[TRICKS_MOVES], weights[MAX_LIST];
    if (skill->forgets)
        forget_cards(play, &known);
    int32_t n = gather_worlds(play, &known, limits_scale(skill->worlds[cards], play->limits), list,
                              weights, &play->result->of);
    int32_t most = deals_solved(play, skill->solves[cards]);
    memset(play->always_best, 1, sizeof play->always_best);
    world = known;
    for (int32_t i = 0; i < n && !is_halted(play); i++) {
        tricks_set_world(&world, &list[i]);
        add_played(play, &world, weights[i]);
    }
    for (int32_t i = 0; i < n && i < most && !is_over(play); i++) {
        tricks_set_world(&world, &list[i]);
        if (card_values(play, &world, values, later))
            add_solved(play, values, later, weights[i]);
        show_progress(play, i + 1, n < most ? n : most);
    }
    value_cards(play);
}

/* ---- calls, and the Dragon ---- */

/* The mean of solved deals and rollouts. off: how much more rollouts give on average; it corrects
 * the solved deals. */
static double mix_values(double solved, int n_solved, double played, int n_played, double off)
{
    double by_rollout = n_played ? played / n_played : 0;
    return n_solved ? (solved / n_solved + off + by_rollout) / 2 : by_rollout;
}

static void draw_world(const Play *play, Rng *rng, TricksState *world)
{
    *world = *play->state;
    tricks_redeal(world, play->seat, rng);
}

/* The Dragonmaster's call: what a kind brings now, plus what the kinds left bring later. */
static void advise_call(Play *play)
{
    const Skill *skill = play->skill;
    const TricksState *state = play->state;
    Rng rng;
    rng_seed(&rng, play->limits->seed, STREAM_WORLDS);
    static const int32_t nothing[TRICKS_KINDS];
    int32_t n = (int32_t)limits_scale(skill->calls, play->limits), values[TRICKS_KINDS];
    int32_t n_solved = deals_solved(play, skill->call_solves);
    for (int32_t i = 0; i < n && !is_halted(play); i++) {
        TricksState world;
        draw_world(play, &rng, &world);
        add_played(play, &world, 1);
        int known = i < n_solved && !is_over(play);
        for (int j = 0; known && j < play->result->n; j++) {
            values[j] = tricks_kind_value(play->solver, &world,
                                          (int)play->result->list[j].move - TRICKS_CALL,
                                          TRICKS_COALITION, &play->clock);
            known = values[j] != TRICKS_UNKNOWN;
            values[j] *= known ? THOUSAND : 0;
        }
        if (known)
            add_solved(play, values, nothing, 1);
    }
    for (int j = 0; j < play->result->n; j++) {
        int kind = (int)play->result->list[j].move - TRICKS_CALL;
        play->value[j] =
            mix_values((double)play->sum[j], play->solved, (double)play->rollouts[j], play->played,
                       means_of(state)->played[kind] - means_of(state)->solved[kind]);
        int income = later_income(state, kinds_left(state) & ~(1u << kind));
        play->score[j] = play->value[j] + income;
        play->prospect[j] = play->score[j] - mean_income(state);
    }
    play->result->worlds = play->played;
}

/* What a Power Play of this kind is worth if it is made with this chance: in this hand, and in
 * *with_rest with the rest of the round, where the usual payments of the kind are saved. */
static double power_value(const TricksState *state, int kind, double chance, double *with_rest)
{
    int others = state->players - 1;
    double value =
        THOUSAND * (others * tricks_kinds[kind].power * chance - TRICKS_FAILURE * (1 - chance));
    *with_rest = value + chance * mastery_worth(state, state->power, kinds_left(state) & ~(1u << kind)) +
                 usual_cost(state, kind);
    return value;
}

/* Whether the Power Play is made in this deal after a call of this kind: 1, 0, or
 * TRICKS_UNKNOWN. */
static int32_t power_made(Play *play, const TricksState *world, int kind)
{
    if (play->solver)
        return tricks_kind_value(play->solver, world, kind, TRICKS_POWER, &play->clock);
    TricksState called = *world;
    tricks_play(&called, (uint32_t)(TRICKS_CALL + kind), NULL, NULL);
    return play_out(&called, play->seat) > 0;
}

/* For each kind left, the share of deals in which a Power Play is made against any defence. */
static int32_t power_chances(Play *play, const TricksState *from, double chances[TRICKS_KINDS])
{
    Rng rng;
    TricksState kept = *from;
    rng_seed(&rng, play->limits->seed, STREAM_WORLDS);
    int32_t made[TRICKS_KINDS] = {0}, n = (int32_t)limits_scale(play->skill->powers, play->limits),
            done = 0;
    for (int stopped = 0; done < n && !is_over(play);) {
        TricksState world = kept;
        tricks_redeal(&world, play->seat, &rng);
        int32_t values[TRICKS_KINDS] = {0};
        for (uint32_t left = kinds_left(&kept); left && !stopped; left &= left - 1) {
            int kind = lowest_card(left);
            values[kind] = power_made(play, &world, kind);
            stopped = values[kind] == TRICKS_UNKNOWN;
        }
        if (stopped)
            break;
        for (int kind = 0; kind < TRICKS_KINDS; kind++)
            made[kind] += values[kind];
        done++;
    }
    for (int kind = 0; kind < TRICKS_KINDS; kind++)
        chances[kind] = done ? (double)made[kind] / done : 0;
    return done;
}

/* A Power Player's call, by how often each kind is made. */
static void advise_power_call(Play *play)
{
    double chances[TRICKS_KINDS];
    play->result->worlds = play->solved = power_chances(play, play->state, chances);
    for (int j = 0; j < play->result->n; j++) {
        int kind = (int)play->result->list[j].move - TRICKS_CALL;
        play->value[j] = power_value(play->state, kind, chances[kind], &play->score[j]);
        play->prospect[j] = play->score[j] - mean_cost(play->state);
    }
}

/* The hand after the swap in one deal, the mean over the kinds left, any of which may be called: by
 * rollout, and solved if wanted and the clock allows. Returns whether it was solved. */
static int swapped_hand(Play *play, const TricksState *swapped, int solving, double *played,
                        double *solved)
{
    int kinds = card_count(kinds_left(swapped)), known = solving;
    double sum = 0;
    assert(kinds > 0);
    for (uint32_t left = kinds_left(swapped); left; left &= left - 1) {
        TricksState called = *swapped;
        tricks_play(&called, (uint32_t)(TRICKS_CALL + lowest_card(left)), NULL, NULL);
        TricksState own = called;
        own.dm = (uint8_t)play->seat;
        int32_t value = known ? tricks_value(play->solver, &own, TRICKS_COALITION, &play->clock)
                              : TRICKS_UNKNOWN;
        known &= value != TRICKS_UNKNOWN;
        sum += known ? THOUSAND * (value - whole_price(&own)) : 0;
        *played += (double)THOUSAND * play_out(&called, play->seat) / kinds;
    }
    *solved += known ? sum / kinds : 0;
    return known;
}

/* What the hand is worth after the swap. */
static double swap_value(Play *play)
{
    Rng rng;
    rng_seed(&rng, play->limits->seed, STREAM_SWAPS);
    const Skill *skill = play->skill;
    int32_t n = (int32_t)limits_scale(skill->calls, play->limits);
    int32_t n_solved = deals_solved(play, skill->call_solves);
    double solved = 0, played = 0, off = 0;
    uint32_t kinds = kinds_left(play->state);
    for (int32_t i = 0; i < n && !is_halted(play); i++) {
        TricksState world;
        draw_world(play, &rng, &world);
        tricks_play(&world, TRICKS_SWAP, NULL, NULL);
        play->solved +=
            swapped_hand(play, &world, i < n_solved && !is_over(play), &played, &solved);
        play->played++;
    }
    for (uint32_t left = kinds; left; left &= left - 1)
        off += means_of(play->state)->own[lowest_card(left)] -
               usual_cost(play->state, lowest_card(left));
    return mix_values(solved, play->solved, played, play->played, off / card_count(kinds));
}

/* Swap or keep: the best Power Play against an ordinary hand, each with the rest of the round. */
static void advise_swap(Play *play)
{
    double chances[TRICKS_KINDS], with_rest;
    uint32_t kinds = kinds_left(play->state);
    TricksState kept = *play->state;
    tricks_play(&kept, TRICKS_KEEP, NULL, NULL);
    play->result->worlds = power_chances(play, &kept, chances);
    play->value[0] = swap_value(play);
    play->score[1] = -1e9;
    for (uint32_t left = kinds; left; left &= left - 1) {
        double value =
            power_value(&kept, lowest_card(left), chances[lowest_card(left)], &with_rest);
        if (with_rest > play->score[1]) {
            play->score[1] = with_rest;
            play->value[1] = value;
        }
    }
    play->score[0] = play->value[0] + mean_cost(&kept);
    for (int i = 0; i < 2; i++)
        play->prospect[i] = play->score[i] - mean_cost(&kept);
}

/* ---- the choice ---- */

/* The best move, or now and then a second best that is nearly as good. */
static int slip_choice(const Play *play, int best)
{
    Rng rng;
    rng_seed(&rng, play->limits->seed, STREAM_SLIP);
    int second = -1;
    for (int i = 0; i < play->result->n; i++)
        if (i != best && (second < 0 || play->score[i] > play->score[second]))
            second = i;
    if (second < 0 || rng_below(&rng, 1000) >= play->skill->slips)
        return best;
    return play->score[best] - play->score[second] <= SLIP ? second : best;
}

/* Fills the result with the values and the move chosen by score. */
static void choose_move(Play *play)
{
    Result *result = play->result;
    int best = 0;
    assert(result->n > 0);
    for (int i = 0; i < result->n; i++) {
        result->list[i].value[0] = play->value[i];
        result->list[i].prospect = play->prospect[i];
        best = play->score[i] > play->score[best] ? i : best;
    }
    for (int i = 0; i < result->n; i++)
        result->list[i].best = play->score[i] == play->score[best];
    result->integral = result->proof != PROOF_ESTIMATE && result->of == 1;
    result->prospects = 1;
    if (play->skill->slips)
        best = slip_choice(play, best);
    result->list[best].weight = 1;
    result->move = result->line[0] = result->list[best].move;
    result->n_line = 1;
}

void tricks_advise(const Game *game, const void *world, int32_t level, const Limits *limits,
                   Table *table, Progress *progress, Result *result)
{
    const Skill *skill = &skills[level];
    const TricksState *state = world;
    Limits own = *limits;
    own.ms = limits->ms ? limits->ms : GUARD_MS;
    own.nodes = skill->nodes ? limits_scale(skill->nodes, limits) : 0;
    Play play = {.game = game, .state = state, .skill = skill, .limits = &own, .result = result,
                 .seat = tricks_turn(state)};
    Table *own_table =
        skill->nodes ? table_new((uint32_t)limits_scale(skill->table_mb, limits)) : NULL;
    TricksWorld list[MAX_LIST];
    (void)table; /* the size and contents of a shared table would decide how far the nodes reach */
    play.solver = own_table ? tricks_solver_new(own_table) : NULL;
    play.clock = clock_start(&own, progress);
    if (skill->nodes && !play.solver)
        memory_out(progress);
    result->of = -1;
    if (tricks_choosing(state))
        advise_swap(&play);
    else if (state->kind == TRICKS_NO_KIND && state->power != NOBODY)
        advise_power_call(&play);
    else if (state->kind == TRICKS_NO_KIND)
        advise_call(&play);
    else
        advise_card(&play, list);
    choose_move(&play);
    int status = play.clock.status;
    result->status = status == STATUS_CANCELLED || status == STATUS_TIME ? status : STATUS_DONE;
    result->nodes = play.solver ? tricks_solver_nodes(play.solver) : (uint64_t)play.played;
    tricks_solver_free(play.solver);
    table_free(own_table);
}
