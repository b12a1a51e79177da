/* play.c: the players of Dragon Wars (rules: wars, what a seat knows).
 *
 * The judge weighs one seat's moves by that seat's own hand and what lies open: what an attack may be expected to
 * bring against an unknown answer, what an answer saves, what cards spent are worth beyond those drawn for them. Its
 * numbers were found by playing it against itself, one number changed at a time, 8,000 games each.
 *
 * Hatchling  weighs a card by itself: no trumps, no answer expected, no card worth keeping, every counter worth its
 *            share; moves within nine points seem alike to it.
 * Wyrmling   the same with a third of what a trump brings, half of the answers to be expected, what a wound is
 *            worth; moves within four points seem alike to it.
 * Drake      judges one card ahead; moves within two points seem alike to it. In the last turns it looks ahead to
 *            the end of the battle instead, in a handful of worlds; then the lower two take their best, too.
 * Dragon     looks ahead in many, one full turn of the table, and in games of two once more at what came out alike;
 *            mixes the choices of a battle that are made in secret (below); solves the last turn of a game of two,
 *            or as much of it as it can (last.c).
 *
 * Looking ahead: drawn worlds, the same for all moves; each move is followed by play in which all seats judge, so
 * that flips, answers and presses come as often as they do, and then by what dragons, wounds and hands are worth
 * (prospects; the game's last turns are played out). Moves that do worse are dropped half by half (sequential
 * halving, Karnin, Koren and Somekh 2013). In a game of two the moves that came out within ALIKE of the best are then
 * looked at again, to the end of the turn, where every seat does not judge but glances ahead itself: a few judged
 * playouts of what it knows, for each move in the playout.
 *
 * Secret choices: the attack card in a game of two, and the answer to a card face down in any, are choices of the
 * battle as a game of hidden hands (battle.c), at the judge's stakes. Its equilibrium decides, and the word is
 * said, where looking ahead finds no move of the mixture worse than the best by more than CLEARLY; else looking ahead
 * decides. Moves that the mixture takes less than RARE of the time are left out of it; values are then what the
 * battle brings in points, by the equilibrium. In games of two it decides seven of ten secret choices, exploitable by
 * 0.0002 points on average, 0.002 at most. Pressing and replying by the mean over hands of the same tables, in
 * place of looking ahead, came out even (-4 +- 33 Elo, 400 games); the equilibrium alone for every answer, at stakes
 * taken from the prospects, lost 35 +- 33.
 *
 * value = the final lead to be expected (own points minus the best other's) less the lead as it stands: points.
 *
 * Steps, arenas on the same deals, both sides (two players: 400 games, four: 200, one against three): Drake over
 * Wyrmling 269 and 124 Elo (+- 45), Wyrmling over Hatchling 145 and 104; Dragon over Drake at four 146 (+- 38).
 * Dragon beats plain in games of two by 112 (76 .. 149, 400 games in five runs: 93, 152, 180, 112, 35; a decision
 * takes 0.02 s, at most 0.58) and Drake by 181 (145 .. 216, 400 games). Before the second look, on other deals: plain
 * by 80 (45 .. 114, 400 games), without mixing by 83 (51 .. 115) on the same: mixing cost nothing that showed; Drake
 * by 232 (191 .. 272, 400 games). Plain with ten times its playouts beats plain by 94 (400 games: 81 and 108).
 * Points lost a decision in 212 last battles against the mean over every hand: random 0.94, Hatchling 0.16, Wyrmling
 * 0.05, Drake 0.01, Dragon 0.
 *
 * Where Dragon loses, in games of two: positions of its own games, every player's move there played on by Dragon with
 * 60 playouts in 30 drawn worlds, points gained a decision over Dragon without mixing and second look. Plain: -0.16
 * (+- 0.23, 500 positions), in no phase better by more than chance. The second look, in every move of 600 playouts:
 * 0.12 (+- 0.17, 500); with it a tenth of the playouts took 0.524 (+- 0.052, 340 games) from a tenth without.
 *
 * Tried and dropped, for two players; (a) by points gained a decision as above, (b) by games.
 * Playouts of a seat that moves at random once in seven: 0.06 (+- 0.09, 900 positions), 0.03 (+- 0.12, 500) (a).
 * Prospects fitted to games of Dragon itself: 0.08 (+- 0.13, 500), -0.03 (+- 0.08, 900) (a). Squares and products of
 * all that they weigh, the Nest: foretell no more of the rest of a game (7.5 in 100 of its variance, linear 7.3).
 * A tree of upper confidence bounds over the same playouts and prospects: 0.04 (+- 0.18, 500) (a).
 * The chance of winning by what is left in the Nest, lead / sqrt(lead^2 + (10 + 1.35 dragons)^2), which foretells the
 * winner far better than lead_worth: 2 Elo (+- 12, 3,000 games at a tenth), 2.5 points a game less (b).
 * Two full turns against one: 0.02 (+- 0.15, 500) (a), 0.51 of 200 (b); to the end of the turn only: -6 Elo (+- 37,
 * 300). 3,000 playouts against 300: 0.49 of 100. Taking face-down attacks for those that the judge would have made:
 * 0.505 of 200. A lead's worth bent more or less (LEAD_HALF 3, 8, 60): even.
 *
 * What others' choices tell is not weighed, but for a face-down attack (redeal.c); so "even" is Dragon here. A Dragon
 * that is shown the other's hand, and the card face down, took 58 Elo (26 .. 90, 450 games for two in three runs: 42,
 * 33, 89, a tenth of the counts; the last turn played as ever) from one that is not: that is all there is to be had
 * of it, and at heart choices tell a tenth of what the hand is worth (heart/likely.c), which would be 6. */

#include "play.h"

#include "battle.h"
#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/race.h"
#include "engine/result.h"
#include "last.h"
#include "redeal.h"

#include <stdlib.h>

#define GUARD_MS 10000
#define AGAIN 1000              /* playouts of Dragon's second look, */
#define ALIKE 1                 /* ... at moves that are so near to the best, in points */
#define GLANCE 16               /* playouts for each move made in it */
#define BATTLE_ROUNDS 500       /* of learning the equilibrium of a battle */
#define RARE 0.03               /* chances of moves that are then left out */
#ifndef CLEARLY
#define CLEARLY 0.25            /* points by which looking ahead may speak against a mixture */
#endif

/* How a player weighs things, in points. */
typedef struct Temper {
    double bonus;               /* what a trump's flips bring, their chain included */
    double counter;             /* counters taken off a dragon that lives, as a share of its points */
    double counter_many;        /* ... with more than two players */
    double slay;                /* a slain dragon besides its points */
    double keep[3], usual[3];   /* a card in hand: so much for each point above the usual one, by suit */
    double answer, answer_card; /* defence to be expected: anyhow, and for each card of the defender */
    double spread;              /* of what is expected */
    double press;               /* chance that a card of the attacker is one to press */
    double reply;               /* what a press may expect to be answered, for each card of the defender */
    double attack;              /* what may be behind a face-down attack card besides itself */
    double discard;             /* a new hand */
} Temper;

static const Temper judge = {
    .bonus = 9.8, .counter = 0.36, .counter_many = 0.36, .slay = 2, .keep = {0.15, 0.35, 0.2}, .usual = {7, 3.6, 7},
    .answer = 5.9, .answer_card = 1.7, .spread = 6, .press = 0.06, .reply = 2.5, .attack = 2, .discard = 1.24,
};

/* No trumps, no answer expected, no card worth keeping; every counter is worth its share. */
static const Temper child = {.counter = 1, .counter_many = 1};

/* A third of the trumps, half of the answers; no card worth keeping. */
static const Temper youth = {
    .bonus = 3, .counter = 0.36, .counter_many = 0.36, .spread = 6,
    .answer = 3, .answer_card = 0.85, .press = 0.03, .reply = 1.25, .attack = 1,
};

/* ---- the judge: one seat's move by what it sees itself ---- */

/* What a card adds, its flips included. */
static double card_strength(const WarsState *state, const Temper *temper, int card)
{
    return wars_value(card) + (wars_suit(card) == state->trump ? temper->bonus : 0);
}

/* What keeping a card is worth beyond the one that would be drawn for it. */
static double card_kept(const WarsState *state, const Temper *temper, int card)
{
    int suit = wars_suit(card);
    return state->last_turns ? 0 : temper->keep[suit] * (wars_value(card) - temper->usual[suit]);
}

/* Points that a lead is worth against this seat's dragon. */
static double lead_worth_to(const WarsState *state, const Temper *temper, int seat, double lead)
{
    int points = wars_value(state->dragons[seat]), health = state->health[seat];
    if (lead <= 0)
        return 0;
    if (lead >= health)
        return points + temper->slay + (state->last_turns ? WARS_SURVIVOR : 0);
    double counter = state->players > 2 ? temper->counter_many : temper->counter;
    return (state->last_turns ? counter / 8 : counter) * points * lead / health;
}

/* The same where the lead is only guessed: the mean over four leads around it. */
static double worth_about(const WarsState *state, const Temper *temper, int seat, double lead)
{
    double wide = temper->spread;
    double less = lead_worth_to(state, temper, seat, lead - wide) +
                  lead_worth_to(state, temper, seat, lead - wide / 3);
    return (less + lead_worth_to(state, temper, seat, lead + wide / 3) +
            lead_worth_to(state, temper, seat, lead + wide)) / 4;
}

/* The best that cards of one suit, the highest first, may do for this lead; at least `least` of them. */
static double best_plan(const WarsState *state, const Temper *temper, int seat, uint64_t cards, double lead,
                        double reply, int least)
{
    assert(least == 0 || cards);
    double best = least ? -1e9 : lead_worth_to(state, temper, seat, lead), cost = 0;
    for (int n = 1; cards; n++, cards &= ~CARD_BIT(highest_card(cards))) {
        int card = highest_card(cards);
        lead += card_strength(state, temper, card);
        cost += card_kept(state, temper, card);
        double value = worth_about(state, temper, seat, lead - reply) - cost;
        best = n >= least && value > best ? value : best;
    }
    return best;
}

/* The attack that promises most, or to discard. */
static uint32_t judge_turn(const WarsState *state, const Temper *temper)
{
    uint64_t hand = state->hands[state->turn];
    uint32_t best = wars_move(MOVE_DISCARD, 0, 0);
    double top = temper->discard;
    for (uint64_t cards = hand; cards; cards &= cards - 1)
        top -= card_kept(state, temper, highest_card(cards & (0 - cards)));
    for (int seat = 0; seat < state->players; seat++)
        for (int suit = CLUBS; suit <= DIAMONDS; suit++) {
            uint64_t cards = hand & SUIT_CARDS(suit);
            if (seat == state->turn || !state->dragons[seat] || !cards)
                continue;
            double answer = temper->answer + temper->answer_card * count_cards(state->hands[seat]);
            double value = best_plan(state, temper, seat, cards, 0, answer, 1);
            if (value > top) {
                top = value;
                best = wars_move(MOVE_ATTACK, highest_card(cards), seat);
            }
        }
    return best;
}

/* Presses the highest card as long as that promises more than stopping. */
static uint32_t judge_press(const WarsState *state, const Temper *temper)
{
    uint64_t cards = wars_fitting(state);
    int seat = state->defender;
    double lead = state->sides[ATTACK].sum - state->sides[DEFENCE].sum;
    double reply = temper->reply * count_cards(state->hands[seat]);
    if (!cards || best_plan(state, temper, seat, cards, lead, reply, 1) <= lead_worth_to(state, temper, seat, lead))
        return wars_move(MOVE_STOP, 0, 0);
    return wars_move(MOVE_PRESS, highest_card(cards), 0);
}

/* What a defender expects to lose with this lead against it, as things stand. */
static double expected_loss(const WarsState *state, const Temper *temper, double lead)
{
    int seat = state->defender, more = count_cards(state->hands[state->turn]);
    double none = 1;
    if (state->phase == PHASE_ANSWER)
        return worth_about(state, temper, seat, lead);
    while (more-- > 0)
        none *= 1 - temper->press;
    return none * lead_worth_to(state, temper, seat, lead) + (1 - none) * worth_about(state, temper, seat, lead + 7);
}

/* The lead that a defender faces, as far as it lies open. */
static double expected_lead(const WarsState *state, const Temper *temper)
{
    if (state->phase == PHASE_ANSWER)
        return 7 + temper->attack + (state->trump <= DIAMONDS ? temper->bonus / 2 : 0);
    return state->sides[ATTACK].sum - state->sides[DEFENCE].sum;
}

/* The defence that is expected to lose least, or to decline. */
static uint32_t judge_answer(const WarsState *state, const Temper *temper)
{
    double lead = expected_lead(state, temper);
    uint32_t best = wars_move(MOVE_DECLINE, 0, 0);
    double least = expected_loss(state, temper, lead);
    for (uint64_t cards = wars_fitting(state); cards; cards &= cards - 1) {
        int card = highest_card(cards & (0 - cards));
        double stopped = lead - card_strength(state, temper, card);
        double value = expected_loss(state, temper, stopped) + card_kept(state, temper, card);
        if (value < least) {
            least = value;
            best = wars_move(MOVE_DEFEND, card, 0);
        }
    }
    return best;
}

/* What the judge plays in this phase; the game must not be over. */
static uint32_t judge_move(const WarsState *state, const Temper *temper)
{
    assert(state->phase != PHASE_OVER);
    if (state->phase == PHASE_TURN)
        return judge_turn(state, temper);
    return state->phase == PHASE_PRESS ? judge_press(state, temper) : judge_answer(state, temper);
}

/* ---- looking ahead ---- */

/* Points of a seat less those of the best other one. */
static int lead_of(const WarsState *state, int seat)
{
    int best = -1000;
    for (int other = 0; other < state->players; other++)
        if (other != seat && wars_score(state, other) > best)
            best = wars_score(state, other);
    return wars_score(state, seat) - best;
}

/* What the final points of a seat are made of at the start of a turn, besides its points so far. Only differences
 * between seats mean anything. Fitted to games of the judge with itself, by least squares. */
static const struct {
    double points, counter, wait; /* of its dragon; a turn of another seat before its own */
    double card[3], value[3];   /* in hand, by suit: each card; each point of its value */
} prospects[WARS_SEATS + 1] = {
    [2] = {-0.89, 0.37, -0.58, {-1.18, -0.95, -0.81}, {0.227, 0.257, 0.199}},
    [3] = {-0.55, 0.21, -0.70, {-0.80, -0.61, -0.77}, {0.180, 0.200, 0.055}},
    [4] = {-0.39, 0.14, -0.78, {-1.02, -0.70, -0.67}, {0.213, 0.190, 0.017}},
};

/* See prospects; the state must stand at the start of a turn. */
static double seat_prospect(const WarsState *state, int seat)
{
    int n = state->players, wait = (seat - state->turn + n) % n;
    assert(n >= 2 && n <= WARS_SEATS);
    double sum = wars_score(state, seat) + prospects[n].points * wars_value(state->dragons[seat]) +
                 prospects[n].counter * state->health[seat] + prospects[n].wait * wait;
    for (uint64_t cards = state->hands[seat]; cards; cards &= cards - 1) {
        int card = highest_card(cards & (0 - cards)), suit = wars_suit(card);
        sum += prospects[n].card[suit] + prospects[n].value[suit] * wars_value(card);
    }
    return sum;
}

/* The lead that a seat may expect in the end, by prospects. */
static double lead_ahead(const WarsState *state, int seat)
{
    double best = -1e9, own = seat_prospect(state, seat);
    for (int other = 0; other < state->players; other++) {
        double theirs = other == seat ? best : seat_prospect(state, other);
        best = theirs > best ? theirs : best;
    }
    return own - best;
}

typedef struct Ahead {
    const WarsState *state;
    Rng rng;
    int turns, glances;         /* turns that are played on; all glance ahead in them, not judge */
    int slain;                  /* whether this turn's battle slew a dragon; -1 while it goes on */
} Ahead;

static uint32_t glance_move(const WarsState *state, Rng *rng);

/* Notes whether a dragon was slain once the battle of the first turn is over. */
static void look_at_battle(const WarsState *state, Ahead *ahead)
{
    if (ahead->slain < 0 && (state->turn != ahead->state->turn || state->phase == PHASE_OVER))
        ahead->slain = state->n_trophies > ahead->state->n_trophies;
}

/* The final lead of this seat to be expected, after so many turns as all judge (or glance) best. */
static double play_on(WarsState *state, int seat, Ahead *ahead)
{
    int turn = state->turn, turns = ahead->turns;
    for (look_at_battle(state, ahead); state->phase != PHASE_OVER; look_at_battle(state, ahead)) {
        if (state->turn != turn) {
            turn = state->turn;
            if (--turns <= 0 && !state->last_turns)
                return lead_ahead(state, seat);
        }
        uint32_t move = ahead->glances ? glance_move(state, &ahead->rng) : judge_move(state, &judge);
        wars_play(state, move, NULL, NULL);
    }
    return lead_of(state, seat);
}

/* One drawn world for every move in the race. */
static void ahead_world(Race *race, const Result *result, void *context)
{
    Ahead *ahead = context;
    WarsState drawn = *ahead->state;
    int seat = wars_to_act(&drawn);
    wars_redeal(&drawn, seat, &ahead->rng);
    for (int i = 0; i < race->n; i++) {
        int at = race->order[i];
        WarsState state = drawn;
        wars_play(&state, result->list[at].move, NULL, NULL);
        ahead->slain = -1;
        race_note(race, at, play_on(&state, seat, ahead));
        race_odds(race, at, wars_move_kind(result->list[at].move) == MOVE_DISCARD ? -1 : ahead->slain);
    }
}

/* Fills the result by a race of its moves, each played on for so many turns. */
static void look_ahead(const WarsState *state, uint32_t playouts, int turns, const Limits *limits,
                       Progress *progress, Result *result)
{
    Ahead ahead = {.state = state, .turns = turns};
    rng_seed(&ahead.rng, limits->seed, 1);
    int lead = lead_of(state, wars_to_act(state));
    race_run(ahead_world, &ahead, playouts, lead, limits, progress, result);
}

/* A move as a few worlds show it, played to the end of the turn. */
static uint32_t glance_move(const WarsState *state, Rng *rng)
{
    uint32_t moves[MAX_MOVES];
    Limits limits = {.seed = rng_next(rng)};
    Result result;
    result.n = wars_moves(state, moves);
    result.nodes = 0;
    for (int i = 0; i < result.n; i++)
        result.list[i] = (Choice){.move = moves[i]};
    if (result.n > 1)
        look_ahead(state, GLANCE, 1, &limits, NULL, &result);
    return result.n > 1 ? result.move : moves[0];
}

/* Moves that came out alike are played again to the end of the turn, all seats glancing ahead instead of judging. */
static void look_again(const WarsState *state, uint32_t playouts, const Limits *limits, Progress *progress,
                       Result *result)
{
    Ahead ahead = {.state = state, .turns = 1, .glances = 1};
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
        if (result->list[i].value[0] >= result->list[best].value[0] - ALIKE) {
            at[alike->n] = i;
            alike->list[alike->n++] = (Choice){.move = result->list[i].move};
        }
    if (alike->n > 1) {
        race_run(ahead_world, &ahead, playouts, lead_of(state, wars_to_act(state)), limits, progress, alike);
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

/* All that the two who fight and the deck hold. */
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

/* As the judge weighs it. */
static WarsStakes stakes_of(const WarsState *state, int defender)
{
    double points = wars_value(state->dragons[defender]), keep = state->last_turns ? 0 : 1;
    WarsStakes stakes = {.unseen = cards_unseen(state, defender), .trump = state->trump,
                         .health = state->health[defender], .renewed = keep * judge.discard};
    for (int suit = CLUBS; suit <= HEARTS; suit++) {
        stakes.card[suit] = -keep * judge.keep[suit] * judge.usual[suit];
        stakes.value[suit] = keep * judge.keep[suit];
    }
    stakes.counter = lead_worth_to(state, &judge, defender, 1);
    if (state->health[defender] == 1)
        stakes.counter = 0;
    stakes.slay = points + judge.slay + (state->last_turns ? WARS_SURVIVOR : 0);
    return stakes;
}

/* Hands that the two may hold as each other sees it, the true one of the seat to act the first of its side. */
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

/* The battle of this state, solved over drawn hands; NULL where memory is out or the clock is over. Free it with
 * free(). */
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

/* The move that an action of the seat to act is. */
static uint32_t move_of(const WarsState *state, int card)
{
    if (state->phase == PHASE_TURN)
        return wars_move(card ? MOVE_ATTACK : MOVE_DISCARD, card, card ? state->turn ^ 1 : 0);
    return wars_move(card ? MOVE_DEFEND : MOVE_DECLINE, card, 0);
}

/* Chances and gains of the true hand's actions, by the place of their moves in the result. */
typedef struct Mixture {
    double chance[MAX_MOVES], gain[MAX_MOVES];
} Mixture;

/* Actions that are hardly ever chosen are left out: they are traces of learning. */
static void read_mixture(const WarsBattle *battle, const WarsState *state, const Result *result, Mixture *mixture)
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

/* 1 when no move of the mixture is clearly worse than the best by looking ahead. */
static int mixture_agrees(const Mixture *mixture, const Result *result)
{
    double top = result->list[0].value[0], least = 1e9;
    for (int i = 0; i < result->n; i++) {
        double value = result->list[i].value[0];
        top = value > top ? value : top;
        least = mixture->chance[i] > 0 && value < least ? value : least;
    }
    return least >= top - CLEARLY;
}

/* Fills the result with the mixture, one move of it drawn by this number. */
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

/* The choices of a battle that are made in secret: an attack in a game of two, discarding being the other choice,
 * and the answer to a card face down. Takes the place of what looking ahead found, unless that speaks against it. */
static void mix_choices(const WarsState *state, Clock *clock, Result *result)
{
    Mixture mixture = {{0}, {0}};
    int attack = state->phase == PHASE_TURN;
    if (result->n < 2 || state->phase > PHASE_ANSWER || (attack && state->players > 2))
        return;
    WarsBattle *battle = battle_of(state, attack ? state->turn ^ 1 : state->defender, clock->limits->seed, clock);
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

/* How far each level sees: playouts, also in the last turns; full turns of the table after the move's own. The
 * smaller ones play without, but for Drake in the last turns. */
static const struct {
    uint32_t playouts, last, rounds;
} sight[LEVELS] = {
    [LEVEL_HATCHLING] = {8, 8, 0}, [LEVEL_WYRMLING] = {8, 8, 0}, [LEVEL_DRAKE] = {8, 120, 0},
    [LEVEL_DRAGON] = {4000, 4000, 1},
};

/* How the smaller ones see: with which temper, and how near moves have to be to seem alike, in points. */
static const struct {
    const Temper *temper;
    double near;
} minds[LEVELS] = {
    [LEVEL_HATCHLING] = {&child, 9}, [LEVEL_WYRMLING] = {&youth, 4}, [LEVEL_DRAKE] = {&judge, 2},
};

/* What a move promises by its own card alone. */
static double judge_alone(const WarsState *state, const Temper *temper, uint32_t move)
{
    int card = wars_move_card(move), kind = wars_move_kind(move), seat = state->defender;
    double lead = state->sides[ATTACK].sum - state->sides[DEFENCE].sum, value = 0;
    double spent = card ? card_kept(state, temper, card) : 0, more = card ? card_strength(state, temper, card) : 0;
    if (kind == MOVE_DISCARD) {
        for (uint64_t cards = state->hands[state->turn]; cards; cards &= cards - 1)
            value -= card_kept(state, temper, highest_card(cards & (0 - cards)));
        return value + temper->discard;
    }
    if (kind == MOVE_ATTACK) {
        seat = wars_move_seat(move);
        double answer = temper->answer + temper->answer_card * count_cards(state->hands[seat]);
        return worth_about(state, temper, seat, more - answer) - spent;
    }
    if (kind == MOVE_PRESS) {
        double reply = temper->reply * count_cards(state->hands[seat]);
        return worth_about(state, temper, seat, lead + more - reply) - spent;
    }
    if (kind == MOVE_STOP)
        return lead_worth_to(state, temper, seat, lead);
    return -expected_loss(state, temper, expected_lead(state, temper) - more) - spent;
}

/* One of the moves that seem as good as the best. */
static void play_simply(const WarsState *state, int level, uint64_t seed, Result *result)
{
    double values[MAX_MOVES], top = -1e9, near = state->last_turns ? 0 : minds[level].near;
    int alike = 0, best = 0;
    assert(result->n > 0);
    Rng rng;
    rng_seed(&rng, seed, 2);
    for (int i = 0; i < result->n; i++) {
        result->list[i].best = 0;
        result->list[i].weight = 0;
        values[i] = judge_alone(state, minds[level].temper, result->list[i].move);
        top = values[i] > top ? values[i] : top;
    }
    for (int i = 0; i < result->n; i++)
        if (values[i] >= top - near && rng_below(&rng, (uint32_t)++alike) == 0)
            best = i;
    result->list[best].weight = 1;
    result_choose(result, best);
}

void wars_advise(const Game *game, const void *self, int32_t level, const Limits *limits, Table *table,
                 Progress *progress, Result *result)
{
    const WarsState *state = self;
    Limits own = *limits;
    (void)table;
    own.ms = limits->ms ? limits->ms : GUARD_MS;
    Clock clock = clock_start(&own, progress);
    int turns = sight[level].rounds ? (int)sight[level].rounds * state->players : 1;
    Limits left = own;
    if (level == LEVEL_DRAGON && wars_last_advise(game, state, &left, progress, result))
        return;
    left = clock_left(&clock);
    uint32_t playouts = state->last_turns ? sight[level].last : sight[level].playouts;
    look_ahead(state, limits_scale(playouts, limits), turns, &left, progress, result);
    if (result->status == STATUS_CANCELLED)
        return;
    left = clock_left(&clock);
    if (level == LEVEL_DRAGON && result->n > 1 && state->players == 2)
        look_again(state, limits_scale(AGAIN, limits), &left, progress, result);
    if (level == LEVEL_DRAGON)
        mix_choices(state, &clock, result);
    if (level < LEVEL_DRAKE || (level == LEVEL_DRAKE && !state->last_turns))
        play_simply(state, level, limits->seed, result);
}
