/* play.c: the computer players of Dragon Wars (rules: wars, what a seat knows).
 *
 * A heuristic values the moves of one seat by its own hand and the open cards: what an attack
 * should bring against an unknown answer, what a defence saves, what spent cards are worth.
 *
 * Hatchling  values cards by themselves: no trumps, no answer; moves within 9 points are equal
 * Wyrmling   a third of the trumps, half of the answers; moves within 4 points are equal
 * Drake      the full heuristic; moves within 2 points are equal; looks ahead in the last turns
 * Dragon     solves the last turn of a game of two where it can (last.c), else looks ahead
 *
 * Looking ahead: all moves are tried in the same sampled worlds. The heuristic plays on for all
 * seats, for Dragon one round of the table, and a linear evaluation estimates the final lead. The
 * last turns are played out. Sequential halving drops the worse moves (Karnin, Koren and Somekh
 * 2013: engine/race.c). In a game of two, Dragon then tries the moves within CLOSE points of the
 * best again, to the end of the turn; there every seat chooses by a short look-ahead of its own.
 *
 * Secret choices (an attack in a game of two, the answer to a face-down card) are one battle of
 * hidden hands (battle.c). Dragon mixes them as its equilibrium does, unless looking ahead finds a
 * move of the mixture worse than the best by more than MIXTURE_SLACK points.
 *
 * value = the expected final lead (its points minus the best other's) minus the lead now; of a
 * mixture: what the battle brings, in points. Experiments and figures: NOTES.md. */

#include "play.h"

#include "battle.h"
#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/race.h"
#include "engine/result.h"
#include "last.h"
#include "redeal.h"

#include <stdlib.h>

#define GUARD_MS 10000          /* time limit if none is given */
#define SECOND_PLAYOUTS 1000    /* playouts of Dragon's second look */
#define CLOSE 1                 /* points from the best move: these moves get the second look */
/* playouts of the short look-ahead that picks each move in it */
#define SHORT_PLAYOUTS 16
#define BATTLE_ROUNDS 500       /* iterations of regret matching for the equilibrium of a battle */
#define RARE 0.03               /* a smaller probability in a mixture counts as none */
/* points by which a move of the mixture may be worse than the best */
#define MIXTURE_SLACK 0.25

/* Weights of the heuristic, in points. */
typedef struct Weights {
    double bonus;               /* what the chain of flips of a trump brings */
    double counter;             /* counters off a living dragon, as a share of its points */
    double counter_many;        /* ... with more than two players */
    double slay;                /* a slain dragon, on top of its points */
    double keep[3], usual[3];   /* by suit: a card in hand, for each point above `usual` */
    double answer, answer_card; /* expected defence: constant, for each card of the defender */
    double spread;              /* of the lead that is expected */
    double press;               /* probability that a card of the attacker can be pressed */
    double reply;               /* expected answer to a press, for each card of the defender */
    double attack;              /* what a face-down attack brings beyond its first card */
    double discard;             /* a new hand */
} Weights;

static const Weights full_weights = {
    .bonus = 9.8,
    .counter = 0.36,
    .counter_many = 0.36,
    .slay = 2,
    .keep = {0.15, 0.35, 0.2},
    .usual = {7, 3.6, 7},
    .answer = 5.9,
    .answer_card = 1.7,
    .spread = 6,
    .press = 0.06,
    .reply = 2.5,
    .attack = 2,
    .discard = 1.24,
};

static const Weights hatchling_weights = {.counter = 1, .counter_many = 1};

static const Weights wyrmling_weights = {
    .bonus = 3, .counter = 0.36, .counter_many = 0.36, .spread = 6,
    .answer = 3, .answer_card = 0.85, .press = 0.03, .reply = 1.25, .attack = 1,
};

/* ---- the heuristic ---- */

/* Value of a card with the expected chain of its flips. */
static double card_strength(const WarsState *state, const Weights *weights, int card)
{
    return wars_value(card) + (wars_suit(card) == state->trump ? weights->bonus : 0);
}

/* How much more a card is worth than the one that would be drawn to replace it. */
static double card_kept(const WarsState *state, const Weights *weights, int card)
{
    int suit = wars_suit(card);
    return state->last_turns ? 0 : weights->keep[suit] * (wars_value(card) - weights->usual[suit]);
}

/* Points that a lead is worth against this seat's dragon. */
static double lead_worth_to(const WarsState *state, const Weights *weights, int seat, double lead)
{
    int points = wars_value(state->dragons[seat]), health = state->health[seat];
    if (lead <= 0)
        return 0;
    if (lead >= health)
        return points + weights->slay + (state->last_turns ? WARS_SURVIVOR : 0);
    double counter = state->players > 2 ? weights->counter_many : weights->counter;
    return (state->last_turns ? counter / 8 : counter) * points * lead / health;
}

/* The same for an uncertain lead: the mean over four leads around it. */
static double worth_of_uncertain(const WarsState *state, const Weights *weights, int seat,
                                 double lead)
{
    double wide = weights->spread;
    double less = lead_worth_to(state, weights, seat, lead - wide) +
                  lead_worth_to(state, weights, seat, lead - wide / 3);
    return (less + lead_worth_to(state, weights, seat, lead + wide / 3) +
            lead_worth_to(state, weights, seat, lead + wide)) / 4;
}

/* The best value of laying cards of one suit, highest first, at least `least` of them. */
static double best_plan(const WarsState *state, const Weights *weights, int seat, uint64_t cards,
                        double lead, double reply, int least)
{
    assert(least == 0 || cards);
    double best = least ? -1e9 : lead_worth_to(state, weights, seat, lead), cost = 0;
    for (int n = 1; cards; n++, cards &= ~CARD_BIT(highest_card(cards))) {
        int card = highest_card(cards);
        lead += card_strength(state, weights, card);
        cost += card_kept(state, weights, card);
        double value = worth_of_uncertain(state, weights, seat, lead - reply) - cost;
        best = n >= least && value > best ? value : best;
    }
    return best;
}

static uint32_t choose_turn(const WarsState *state, const Weights *weights)
{
    uint64_t hand = state->hands[state->turn];
    uint32_t best = wars_move(MOVE_DISCARD, 0, 0);
    double top = weights->discard;
    for (uint64_t cards = hand; cards; cards &= cards - 1)
        top -= card_kept(state, weights, highest_card(cards & (0 - cards)));
    for (int seat = 0; seat < state->players; seat++)
        for (int suit = CLUBS; suit <= DIAMONDS; suit++) {
            uint64_t cards = hand & SUIT_CARDS(suit);
            if (seat == state->turn || !state->dragons[seat] || !cards)
                continue;
            double answer =
                weights->answer + weights->answer_card * count_cards(state->hands[seat]);
            double value = best_plan(state, weights, seat, cards, 0, answer, 1);
            if (value > top) {
                top = value;
                best = wars_move(MOVE_ATTACK, highest_card(cards), seat);
            }
        }
    return best;
}

/* Presses its highest card as long as that is worth more than stopping. */
static uint32_t choose_press(const WarsState *state, const Weights *weights)
{
    uint64_t cards = wars_fitting(state);
    int seat = state->defender;
    double lead = state->sides[ATTACK].sum - state->sides[DEFENCE].sum;
    double reply = weights->reply * count_cards(state->hands[seat]);
    if (!cards || best_plan(state, weights, seat, cards, lead, reply, 1) <=
                      lead_worth_to(state, weights, seat, lead))
        return wars_move(MOVE_STOP, 0, 0);
    return wars_move(MOVE_PRESS, highest_card(cards), 0);
}

/* What a defender expects to lose if the attacker has this lead. */
static double expected_loss(const WarsState *state, const Weights *weights, double lead)
{
    int seat = state->defender, more = count_cards(state->hands[state->turn]);
    double none = 1;
    if (state->phase == PHASE_ANSWER)
        return worth_of_uncertain(state, weights, seat, lead);
    while (more-- > 0)
        none *= 1 - weights->press;
    return none * lead_worth_to(state, weights, seat, lead) +
           (1 - none) * worth_of_uncertain(state, weights, seat, lead + 7);
}

/* The attacker's lead; before the cards are turned up, a guess. */
static double expected_lead(const WarsState *state, const Weights *weights)
{
    if (state->phase == PHASE_ANSWER)
        return 7 + weights->attack + (state->trump <= DIAMONDS ? weights->bonus / 2 : 0);
    return state->sides[ATTACK].sum - state->sides[DEFENCE].sum;
}

static uint32_t choose_answer(const WarsState *state, const Weights *weights)
{
    double lead = expected_lead(state, weights);
    uint32_t best = wars_move(MOVE_DECLINE, 0, 0);
    double least = expected_loss(state, weights, lead);
    for (uint64_t cards = wars_fitting(state); cards; cards &= cards - 1) {
        int card = highest_card(cards & (0 - cards));
        double stopped = lead - card_strength(state, weights, card);
        double value = expected_loss(state, weights, stopped) + card_kept(state, weights, card);
        if (value < least) {
            least = value;
            best = wars_move(MOVE_DEFEND, card, 0);
        }
    }
    return best;
}

/* The move that the heuristic plays. */
static uint32_t heuristic_move(const WarsState *state, const Weights *weights)
{
    assert(state->phase != PHASE_OVER);
    if (state->phase == PHASE_TURN)
        return choose_turn(state, weights);
    return state->phase == PHASE_PRESS ? choose_press(state, weights)
                                       : choose_answer(state, weights);
}

/* ---- looking ahead ---- */

/* Points of a seat minus those of the best other one. */
static int lead_of(const WarsState *state, int seat)
{
    int best = -1000;
    for (int other = 0; other < state->players; other++)
        if (other != seat && wars_score(state, other) > best)
            best = wars_score(state, other);
    return wars_score(state, seat) - best;
}

/* Linear evaluation at the start of a turn: the points that a seat is still to win. Only
 * differences between seats mean anything. Fitted by least squares to games of the heuristic
 * against itself. */
static const struct {
    /* value of its dragon; a counter on it; each seat to move before it */
    double points, counter, wait;
    double card[3], value[3];   /* by suit: each card in hand; each point of its value */
} evaluation[WARS_SEATS + 1] = {
    [2] = {-0.89, 0.37, -0.58, {-1.18, -0.95, -0.81}, {0.227, 0.257, 0.199}},
    [3] = {-0.55, 0.21, -0.70, {-0.80, -0.61, -0.77}, {0.180, 0.200, 0.055}},
    [4] = {-0.39, 0.14, -0.78, {-1.02, -0.70, -0.67}, {0.213, 0.190, 0.017}},
};

static double evaluate_seat(const WarsState *state, int seat)
{
    int n = state->players, wait = (seat - state->turn + n) % n;
    assert(n >= 2 && n <= WARS_SEATS);
    double sum = wars_score(state, seat) + evaluation[n].points * wars_value(state->dragons[seat]) +
                 evaluation[n].counter * state->health[seat] + evaluation[n].wait * wait;
    for (uint64_t cards = state->hands[seat]; cards; cards &= cards - 1) {
        int card = highest_card(cards & (0 - cards)), suit = wars_suit(card);
        sum += evaluation[n].card[suit] + evaluation[n].value[suit] * wars_value(card);
    }
    return sum;
}

static double evaluate_lead(const WarsState *state, int seat)
{
    double best = -1e9, own = evaluate_seat(state, seat);
    for (int other = 0; other < state->players; other++) {
        double theirs = other == seat ? best : evaluate_seat(state, other);
        best = theirs > best ? theirs : best;
    }
    return own - best;
}

typedef struct Lookahead {
    const WarsState *state;
    Rng rng;
    /* turns to play on; 1: seats look ahead in them, not the heuristic */
    int turns, seats_look_ahead;
    int slain;                  /* 1: this turn's battle slew a dragon; -1: it goes on */
} Lookahead;

static uint32_t lookahead_move(const WarsState *state, Rng *rng);

static void note_battle(const WarsState *state, Lookahead *ahead)
{
    if (ahead->slain < 0 && (state->turn != ahead->state->turn || state->phase == PHASE_OVER))
        ahead->slain = state->n_trophies > ahead->state->n_trophies;
}

/* The expected final lead of this seat: plays ahead->turns turns on, then evaluates. */
static double play_out(WarsState *state, int seat, Lookahead *ahead)
{
    int turn = state->turn, turns = ahead->turns;
    for (note_battle(state, ahead); state->phase != PHASE_OVER; note_battle(state, ahead)) {
        if (state->turn != turn) {
            turn = state->turn;
            if (--turns <= 0 && !state->last_turns)
                return evaluate_lead(state, seat);
        }
        uint32_t move = ahead->seats_look_ahead ? lookahead_move(state, &ahead->rng)
                                                : heuristic_move(state, &full_weights);
        wars_play(state, move, NULL, NULL);
    }
    return lead_of(state, seat);
}

/* Tries every move that is still in the race in one sampled world. */
static void try_world(Race *race, const Result *result, void *context)
{
    Lookahead *ahead = context;
    WarsState drawn = *ahead->state;
    int seat = wars_to_act(&drawn);
    wars_redeal(&drawn, seat, &ahead->rng);
    for (int i = 0; i < race->n; i++) {
        int at = race->order[i];
        WarsState state = drawn;
        wars_play(&state, result->list[at].move, NULL, NULL);
        ahead->slain = -1;
        race_note(race, at, play_out(&state, seat, ahead));
        race_odds(race, at,
                  wars_move_kind(result->list[at].move) == MOVE_DISCARD ? -1 : ahead->slain);
    }
}

static void look_ahead(const WarsState *state, uint32_t playouts, int turns, const Limits *limits,
                       Progress *progress, Result *result)
{
    Lookahead ahead = {.state = state, .turns = turns};
    rng_seed(&ahead.rng, limits->seed, 1);
    int lead = lead_of(state, wars_to_act(state));
    race_run(try_world, &ahead, playouts, lead, limits, progress, result);
}

/* The best move by a few playouts to the end of the turn. */
static uint32_t lookahead_move(const WarsState *state, Rng *rng)
{
    uint32_t moves[MAX_MOVES];
    Limits limits = {.seed = rng_next(rng)};
    Result result;
    result.n = wars_moves(state, moves);
    result.nodes = 0;
    for (int i = 0; i < result.n; i++)
        result.list[i] = (Choice){.move = moves[i]};
    if (result.n > 1)
        look_ahead(state, SHORT_PLAYOUTS, 1, &limits, NULL, &result);
    return result.n > 1 ? result.move : moves[0];
}

/* The second look at the moves that came out close. */
static void look_again(const WarsState *state, uint32_t playouts, const Limits *limits,
                       Progress *progress, Result *result)
{
    Lookahead ahead = {.state = state, .turns = 1, .seats_look_ahead = 1};
    Result *alike = memory_get(1, sizeof *alike, progress);
    int best = 0, at[MAX_MOVES];
    if (!alike)
        return;
    rng_seed(&ahead.rng, limits->seed, 5);
    for (int i = 0; i < result->n; i++)
        best = result->list[i].best ? i : best;
    alike->n = 0;
    alike->nodes = 0;
    for (int i = 0; i < result->n; i++)
        if (result->list[i].value[0] >= result->list[best].value[0] - CLOSE) {
            at[alike->n] = i;
            alike->list[alike->n++] = (Choice){.move = result->list[i].move};
        }
    if (alike->n > 1) {
        race_run(try_world, &ahead, playouts, lead_of(state, wars_to_act(state)), limits, progress,
                 alike);
        result->list[best].best = 0;
        for (int i = 0; i < alike->n; i++) {
            result->list[at[i]].value[0] = alike->list[i].value[0];
            best = alike->list[i].best ? at[i] : best;
        }
        result_choose(result, best);
        result->nodes += alike->nodes;
    }
    free(alike);
}

/* ---- the battle as a game of hidden hands ---- */

/* Cards that may be in the two hands or in the deck, for all that is known to both. */
static uint64_t cards_unseen(const WarsState *state, int defender)
{
    uint64_t unseen = state->hands[state->turn] | state->hands[defender];
    if (wars_face_down(state))
        unseen |= CARD_BIT(state->sides[ATTACK].laid[0]);
    for (int seat = 0; seat < state->players; seat++)
        for (uint64_t cards = state->hands[seat]; cards; cards &= cards - 1) {
            int card = highest_card(cards & (0 - cards));
            if (state->deck_of[card] == state->shuffles)
                unseen |= CARD_BIT(card);
        }
    for (int i = 0; i < state->n_deck; i++)
        unseen |= CARD_BIT(state->deck[i]);
    return unseen;
}

/* What the battle is about, by the weights of the heuristic. */
static WarsStakes stakes_of(const WarsState *state, int defender)
{
    double points = wars_value(state->dragons[defender]), keep = state->last_turns ? 0 : 1;
    WarsStakes stakes = {.unseen = cards_unseen(state, defender), .trump = state->trump,
                         .health = state->health[defender], .renewed = keep * full_weights.discard};
    for (int suit = CLUBS; suit <= HEARTS; suit++) {
        stakes.card[suit] = -keep * full_weights.keep[suit] * full_weights.usual[suit];
        stakes.value[suit] = keep * full_weights.keep[suit];
    }
    stakes.counter = lead_worth_to(state, &full_weights, defender, 1);
    if (state->health[defender] == 1)
        stakes.counter = 0;
    stakes.slay = points + full_weights.slay + (state->last_turns ? WARS_SURVIVOR : 0);
    return stakes;
}

/* Samples hands of both sides, each as the other side sees it. The first one of the seat to act
 * is the true one. */
static void draw_types(WarsBattle *battle, const WarsState *state, int defender, Rng *rng)
{
    int seat = wars_to_act(state), side = seat == state->turn ? ATTACK : DEFENCE;
    int other = side == ATTACK ? defender : state->turn, face_down = wars_face_down(state);
    for (int i = 0; i < BATTLE_TYPES; i++) {
        WarsState drawn = *state, again;
        wars_redeal(&drawn, seat, rng);
        again = drawn;
        wars_redeal(&again, other, rng);
        uint64_t laid = face_down ? CARD_BIT(drawn.sides[ATTACK].laid[0]) : 0;
        battle->hands[side][i] = i ? again.hands[seat] : state->hands[seat];
        battle->hands[!side][i] = drawn.hands[other] | laid;
    }
    battle->n[ATTACK] = battle->n[DEFENCE] = BATTLE_TYPES;
}

/* The battle solved over sampled hands; NULL if memory or time is out. Free it with free(). */
static WarsBattle *battle_of(const WarsState *state, int defender, uint64_t seed, Clock *clock)
{
    WarsBattle *battle = memory_zeroed(1, sizeof *battle, clock->progress);
    Rng rng;
    if (!battle)
        return NULL;
    rng_seed(&rng, seed, 3);
    battle->stakes = stakes_of(state, defender);
    draw_types(battle, state, defender, &rng);
    if (wars_battle_solve(battle, BATTLE_ROUNDS, clock))
        return battle;
    free(battle);
    return NULL;
}

/* The move of an action of the seat to act; card 0: it lays none. */
static uint32_t move_of(const WarsState *state, int card)
{
    if (state->phase == PHASE_TURN)
        return wars_move(card ? MOVE_ATTACK : MOVE_DISCARD, card, card ? state->turn ^ 1 : 0);
    return wars_move(card ? MOVE_DEFEND : MOVE_DECLINE, card, 0);
}

/* Probabilities and values of the true hand's actions, in the order of the result's moves. */
typedef struct Mixture {
    double chance[MAX_MOVES], gain[MAX_MOVES];
} Mixture;

/* Rare actions are left out: they are residues of learning. */
static void read_mixture(const WarsBattle *battle, const WarsState *state, const Result *result,
                         Mixture *mixture)
{
    int side = state->phase == PHASE_TURN ? ATTACK : DEFENCE;
    double reach = battle->reach[side][0], sum = 0;
    assert(battle->actions[side][0] <= BATTLE_ACTIONS);
    for (int i = 0; i < battle->actions[side][0]; i++) {
        double chance = battle->mix[side][0][i] < RARE ? 0 : battle->mix[side][0][i];
        uint32_t move = move_of(state, battle->card[side][0][i]);
        for (int j = 0; j < result->n; j++)
            if (result->list[j].move == move) {
                mixture->chance[j] = chance;
                mixture->gain[j] = reach > 0 ? battle->gain[side][0][i] / reach : 0;
            }
        sum += chance;
    }
    for (int j = 0; j < result->n; j++)
        mixture->chance[j] /= sum;
}

static int mixture_agrees(const Mixture *mixture, const Result *result)
{
    double top = result->list[0].value[0], least = 1e9;
    for (int i = 0; i < result->n; i++) {
        double value = result->list[i].value[0];
        top = value > top ? value : top;
        least = mixture->chance[i] > 0 && value < least ? value : least;
    }
    return least >= top - MIXTURE_SLACK;
}

static void report_mixture(const Mixture *mixture, uint64_t draw, Result *result)
{
    for (int i = 0; i < result->n; i++) {
        Choice *choice = &result->list[i];
        choice->best = mixture->chance[i] > 0;
        choice->weight = mixture->chance[i];
        choice->value[0] = mixture->gain[i];
    }
    result_draw(result, RARE, draw);
}

/* Replaces what looking ahead found by the battle's equilibrium, for secret choices and unless
 * the two disagree. */
static void mix_choices(const WarsState *state, Clock *clock, Result *result)
{
    Mixture mixture = {{0}, {0}};
    int attack = state->phase == PHASE_TURN;
    if (result->n < 2 || state->phase > PHASE_ANSWER || (attack && state->players > 2))
        return;
    WarsBattle *battle =
        battle_of(state, attack ? state->turn ^ 1 : state->defender, clock->limits->seed, clock);
    if (!battle) {
        result->status = clock->status == STATUS_EXACT ? result->status : clock->status;
        return;
    }
    read_mixture(battle, state, result, &mixture);
    if (mixture_agrees(&mixture, result)) {
        report_mixture(&mixture, clock->limits->draw, result);
        result->proof = PROOF_EQUILIBRIUM;
        result->exploitability = battle->exploitability;
        result->worlds = (int64_t)battle->n[ATTACK] * battle->n[DEFENCE];
    }
    free(battle);
}

/* ---- levels ---- */

/* Look-ahead of each level: playouts, those in the last turns, rounds of the table after the
 * seat's turn. The two lower levels use it only for the values that are shown, Drake for its moves in
 * the last turns. */
static const struct {
    uint32_t playouts, last, rounds;
} depths[LEVELS] = {
    [LEVEL_HATCHLING] = {8, 8, 0}, [LEVEL_WYRMLING] = {8, 8, 0}, [LEVEL_DRAKE] = {8, 120, 0},
    [LEVEL_DRAGON] = {4000, 4000, 1},
};

/* Levels that play by the heuristic alone. near: moves within so many points are equal. */
static const struct {
    const Weights *weights;
    double near;
} simple_levels[LEVELS] = {
    [LEVEL_HATCHLING] = {&hatchling_weights, 9},
    [LEVEL_WYRMLING] = {&wyrmling_weights, 4},
    [LEVEL_DRAKE] = {&full_weights, 2},
};

/* Value of a move by its own card alone. */
static double value_alone(const WarsState *state, const Weights *weights, uint32_t move)
{
    int card = wars_move_card(move), kind = wars_move_kind(move), seat = state->defender;
    double lead = state->sides[ATTACK].sum - state->sides[DEFENCE].sum, value = 0;
    double spent = card ? card_kept(state, weights, card) : 0,
           more = card ? card_strength(state, weights, card) : 0;
    if (kind == MOVE_DISCARD) {
        for (uint64_t cards = state->hands[state->turn]; cards; cards &= cards - 1)
            value -= card_kept(state, weights, highest_card(cards & (0 - cards)));
        return value + weights->discard;
    }
    if (kind == MOVE_ATTACK) {
        seat = wars_move_seat(move);
        double answer = weights->answer + weights->answer_card * count_cards(state->hands[seat]);
        return worth_of_uncertain(state, weights, seat, more - answer) - spent;
    }
    if (kind == MOVE_PRESS) {
        double reply = weights->reply * count_cards(state->hands[seat]);
        return worth_of_uncertain(state, weights, seat, lead + more - reply) - spent;
    }
    if (kind == MOVE_STOP)
        return lead_worth_to(state, weights, seat, lead);
    return -expected_loss(state, weights, expected_lead(state, weights) - more) - spent;
}

/* Plays one of the moves that seem as good as the best, at random. */
static void play_simply(const WarsState *state, int level, uint64_t seed, Result *result)
{
    double values[MAX_MOVES], top = -1e9, near = state->last_turns ? 0 : simple_levels[level].near;
    int alike = 0, best = 0;
    assert(result->n > 0);
    Rng rng;
    rng_seed(&rng, seed, 2);
    for (int i = 0; i < result->n; i++) {
        result->list[i].best = 0;
        result->list[i].weight = 0;
        values[i] = value_alone(state, simple_levels[level].weights, result->list[i].move);
        top = values[i] > top ? values[i] : top;
    }
    for (int i = 0; i < result->n; i++)
        if (values[i] >= top - near && rng_below(&rng, (uint32_t)++alike) == 0)
            best = i;
    result->list[best].weight = 1;
    result_choose(result, best);
}

void wars_advise(const Game *game, const void *self, int32_t level, const Limits *limits,
                 Table *table, Progress *progress, Result *result)
{
    const WarsState *state = self;
    Limits own = *limits;
    (void)table;
    own.ms = limits->ms ? limits->ms : GUARD_MS;
    Clock clock = clock_start(&own, progress);
    int turns = depths[level].rounds ? (int)depths[level].rounds * state->players : 1;
    Limits left = own;
    if (level == LEVEL_DRAGON && wars_last_advise(game, state, &left, progress, result))
        return;
    left = clock_left(&clock);
    uint32_t playouts = state->last_turns ? depths[level].last : depths[level].playouts;
    look_ahead(state, limits_scale(playouts, limits), turns, &left, progress, result);
    if (result->status == STATUS_CANCELLED)
        return;
    left = clock_left(&clock);
    if (level == LEVEL_DRAGON && result->n > 1 && state->players == 2)
        look_again(state, limits_scale(SECOND_PLAYOUTS, limits), &left, progress, result);
    if (level == LEVEL_DRAGON)
        mix_choices(state, &clock, result);
    if (level < LEVEL_DRAKE || (level == LEVEL_DRAKE && !state->last_turns))
        play_simply(state, level, limits->seed, result);
}
