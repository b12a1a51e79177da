/* last.c: the last turn of a game of two (rules: wars), solved for Dragon.
 *
 * Only one thing counts in this turn: whether the dragon falls. With both hands open its chance is
 * exact (solve.c, the dragon having one counter and its others counting as defence). Hidden are
 * each side's cards of the deck in use; all hands that fit are equally likely.
 *
 * Before the cards are turned up: an attack card against an answer, neither seen. Among cards that
 * differ only in value the highest is best (solve.c), so a hand has at most two choices. Every pair
 * of hands that share no card is listed with the chances of its 2 x 2 outcomes, and dominated
 * choices are dropped. If both sides still have a choice, regret matching+ (Tammelin 2014) finds
 * the mixtures. If the pairs are too many, the true hand alone is set against all of the other's.
 *
 * After that: every hand that the other may hold is solved with open hands. The attacker needs no
 * more knowledge: it presses its highest card until the dragon falls. The defender may profit from
 * it in choosing between a trump and another card; this is the one simplification.
 *
 * Proof: exact, if one move is best against every hand and card and always worth the same, and
 * nobody profits from open hands: both know all cards, or the defender never has that choice. Else
 * every world, if one move is best against every hand and card, each solved with open hands; else,
 * before the cards are turned up, equilibrium, with its exploitability if they are open from then
 * on. A value is the mean over the other's hands, played by its mixture, or by its best answer to
 * each move if only the true hand was solved. Figures: NOTES.md. */

#include "last.h"

#include "engine/clock.h"
#include "engine/memory.h"
#include "engine/result.h"
#include "engine/table.h"
#include "solve.h"

#include <stdlib.h>

#define ENDING_WORLDS 2000      /* hands of the other, once the cards are turned up */
#define ENDING_NODES 500000     /* nodes of solve.c for them */
#define LOOK 64                 /* pairs between two looks at the clock */
#define ENDING_MB 4
#define OPENING_HANDS 6000      /* hands of one side, before the cards are turned up */
#define OPENING_PAIRS 150000    /* pairs of hands */
#define OPENING_NODES 2000000   /* nodes of solve.c, for each attempt */
#define OPENING_ROUNDS 400      /* iterations of regret matching, fewer with more pairs than: */
#define OPENING_CALM 20000
#define EQUAL 1e-9              /* chances nearer than this are equal */
#define RARE 0.03               /* a smaller probability in a mixture counts as none */

/* Binomial coefficient, or any number above `most`. */
static uint64_t count_ways(int n, int k, uint64_t most)
{
    uint64_t number = 1;
    for (int i = 0; i < k && number <= most; i++)
        number = number * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return number;
}

/* Change of the lead if the dragon falls. */
static int at_stake(const WarsState *state, int defender)
{
    return wars_value(state->dragons[defender]) + WARS_SURVIVOR;
}

/* chance: that the dragon falls; negative for its owner. */
static void set_worth(Choice *choice, double chance, int stake)
{
    choice->value[0] = chance * stake;
    choice->odds = wars_move_kind(choice->move) == MOVE_DISCARD ? -1
                   : chance < 0                                 ? -chance
                                                                : chance;
}

/* Cards of the deck in use: nobody knows from the play where they are. */
static uint64_t of_this_deck(const WarsState *state, uint64_t cards)
{
    uint64_t found = 0;
    for (; cards; cards &= cards - 1)
        if (state->deck_of[highest_card(cards & (0 - cards))] == state->shuffles)
            found |= cards & (0 - cards);
    return found;
}

static uint64_t deck_cards(const WarsState *state)
{
    uint64_t cards = 0;
    for (int i = 0; i < state->n_deck; i++)
        cards |= CARD_BIT(state->deck[i]);
    return cards;
}

/* Whether the defender may have to choose between a trump and another card, or none, without
 * knowing what is still pressed. Without a trump its highest card is best, whatever comes. */
static int defender_chooses(uint64_t presses, uint64_t replies, int trump)
{
    return presses && replies & DEFENCE_CARDS & SUIT_CARDS(trump);
}

/* Whether both seats know all cards but the order of the deck. hidden: of each hand. */
static int all_known(uint64_t deck, uint64_t one_hidden, uint64_t other_hidden)
{
    return !deck || (!one_hidden && !other_hidden);
}

/* ---- the opening: hands of both sides ---- */

/* A hand and its useful first cards; card 0: to decline. */
typedef struct Hand {
    uint64_t cards;
    int32_t from, n;            /* choices left: card[from] .. card[n - 1] */
    uint8_t card[2], better[2]; /* better: than the other choice, against some hand and card */
    double mix[2], regret[2], sum[2]; /* mix: in the end the equilibrium */
    double gain[2];             /* counterfactual values, against the other side's mixtures */
} Hand;

/* A hand of each side; they share no card. */
typedef struct Pair {
    uint32_t hand[2];
    double chance[2][2];        /* that the dragon falls, by both first cards */
} Pair;

typedef struct Opening {
    const WarsState *state;
    WarsState world;            /* with a face-down attack card back in its hand */
    WarsSolver solver;
    /* hands: what all know, the rest; the deck and both hidden parts */
    uint64_t known[2], hidden[2], unseen;
    /* side: of the seat to act; row: 1: only its true hand is listed */
    int32_t defender, health, side, row;
    uint32_t n[2], n_pairs;
    Hand *hands[2];
    Pair *pairs;
} Opening;

/* The card of highest value, as a set. */
static uint64_t best_card(uint64_t cards)
{
    uint64_t best = 0;
    for (; cards; cards &= cards - 1) {
        uint64_t card = cards & (0 - cards);
        if (!best || wars_value(highest_card(card)) > wars_value(highest_card(best)))
            best = card;
    }
    return best;
}

/* The best card of each set; with `none`, laying nothing if that leaves fewer than two choices. */
static void list_choices(Hand *hand, uint64_t one, uint64_t other, int none)
{
    uint64_t cards[2] = {best_card(one), best_card(other)};
    hand->from = hand->n = 0;
    for (int i = 0; i < 2; i++)
        if (cards[i])
            hand->card[hand->n++] = (uint8_t)highest_card(cards[i]);
    if (none && hand->n < 2)
        hand->card[hand->n++] = 0;
}

/* Probabilities of a hand's choices in proportion to these numbers; uniform if their sum is 0. */
static void in_proportion(const double *numbers, const Hand *hand, double *chances)
{
    double sum = 0;
    assert(hand->n <= 2 && hand->from < hand->n);
    chances[0] = chances[1] = 0;
    for (int i = hand->from; i < hand->n; i++)
        sum += numbers[i];
    for (int i = hand->from; i < hand->n; i++)
        chances[i] = sum > 0 ? numbers[i] / sum : 1.0 / (hand->n - hand->from);
}

/* A hand without an attack card cannot have attacked. */
static void add_hand(Opening *opening, int side, uint64_t hidden)
{
    uint64_t cards = opening->known[side] | hidden,
             fitting = cards & (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS);
    uint64_t first = SUIT_CARDS(side == ATTACK ? CLUBS : opening->state->trump);
    Hand *hand = &opening->hands[side][opening->n[side]];
    assert(opening->n[side] < OPENING_HANDS);
    if (side == ATTACK && !fitting)
        return;
    hand->cards = cards;
    list_choices(hand, fitting & first, fitting & ~first,
                 side == DEFENCE && (!fitting || first & ATTACK_CARDS));
    in_proportion(hand->regret, hand, hand->mix);
    opening->n[side]++;
}

/* Adds every hand with `missing` more of these cards. */
static void list_hands(Opening *opening, int side, uint64_t cards, int missing, uint64_t drawn)
{
    if (missing == 0) {
        add_hand(opening, side, drawn);
        return;
    }
    for (; count_cards(cards) >= missing; cards &= cards - 1)
        list_hands(opening, side, cards & (cards - 1), missing - 1, drawn | (cards & (0 - cards)));
}

/* Chance that the dragon falls after these first cards. Meaningless once the solver has run out
 * of time. */
static double chance_of(Opening *opening, const Hand *mine, const Hand *theirs, int attack,
                        int answer)
{
    WarsState *world = &opening->world;
    uint64_t known = opening->known[ATTACK] | opening->known[DEFENCE];
    world->hands[world->turn] = mine->cards & ~CARD_BIT(attack);
    world->hands[opening->defender] = theirs->cards;
    WarsFight fight = wars_fight_opened(world, opening->defender, attack, answer);
    fight.deck = opening->unseen & ~known & ~mine->cards & ~theirs->cards;
    fight.lead -= opening->health - 1;
    fight.health = 1;
    return wars_fight_value(&opening->solver, &fight);
}

static int in_time(const Opening *opening) { return opening->solver.clock.status == STATUS_EXACT; }

/* Lists and solves every pair of hands; 0 if they are too many or too large. */
static int value_pairs(Opening *opening)
{
    for (uint32_t a = 0; a < opening->n[ATTACK]; a++)
        for (uint32_t d = 0; d < opening->n[DEFENCE] && in_time(opening); d++) {
            const Hand *mine = &opening->hands[ATTACK][a], *theirs = &opening->hands[DEFENCE][d];
            if (mine->cards & theirs->cards)
                continue;
            if (opening->n_pairs == OPENING_PAIRS)
                return 0;
            if (opening->n_pairs % LOOK == 0) /* a pair may need no node, so count pairs */
                clock_over(&opening->solver.clock, opening->solver.nodes);
            Pair *pair = &opening->pairs[opening->n_pairs++];
            *pair = (Pair){{a, d}, {{0}}};
            for (int i = 0; i < mine->n; i++)
                for (int j = 0; j < theirs->n; j++)
                    pair->chance[i][j] =
                        chance_of(opening, mine, theirs, mine->card[i], theirs->card[j]);
        }
    return in_time(opening) && opening->n_pairs > 0;
}

/* ---- the equilibrium ---- */

/* Value to this side of its choice `mine` against `theirs`. */
static double chance_for(const Pair *pair, int side, int mine, int theirs)
{
    return side == ATTACK ? pair->chance[mine][theirs] : -pair->chance[theirs][mine];
}

static void find_gains(Opening *opening, int side)
{
    for (uint32_t i = 0; i < opening->n[side]; i++)
        opening->hands[side][i].gain[0] = opening->hands[side][i].gain[1] = 0;
    for (uint32_t i = 0; i < opening->n_pairs; i++) {
        const Pair *pair = &opening->pairs[i];
        Hand *own = &opening->hands[side][pair->hand[side]];
        const Hand *other = &opening->hands[!side][pair->hand[!side]];
        for (int mine = own->from; mine < own->n; mine++)
            for (int theirs = other->from; theirs < other->n; theirs++)
                own->gain[mine] += other->mix[theirs] * chance_for(pair, side, mine, theirs);
    }
}

/* One step of regret matching+ for all hands of a side; round, from 1, is its weight in the
 * average. */
static void learn_side(Opening *opening, int side, int round)
{
    find_gains(opening, side);
    for (uint32_t at = 0; at < opening->n[side]; at++) {
        Hand *hand = &opening->hands[side][at];
        double mean = hand->mix[0] * hand->gain[0] + hand->mix[1] * hand->gain[1];
        for (int i = hand->from; i < hand->n; i++) {
            double more = hand->regret[i] + hand->gain[i] - mean;
            hand->regret[i] = more > 0 ? more : 0;
        }
        in_proportion(hand->regret, hand, hand->mix);
        for (int i = hand->from; i < hand->n; i++)
            hand->sum[i] += round * hand->mix[i];
    }
}

static int is_free(const Hand *hand) { return hand->n - hand->from > 1; }

static int has_choice(const Opening *opening, int side)
{
    for (uint32_t i = 0; i < opening->n[side]; i++)
        if (is_free(&opening->hands[side][i]))
            return 1;
    return 0;
}

/* Notes which choice of a hand is better against some card of the other hand. */
static void compare_choices(Opening *opening, const Pair *pair, int side)
{
    Hand *own = &opening->hands[side][pair->hand[side]];
    const Hand *other = &opening->hands[!side][pair->hand[!side]];
    for (int theirs = other->from; theirs < other->n; theirs++) {
        double more = chance_for(pair, side, 0, theirs) - chance_for(pair, side, 1, theirs);
        own->better[0] |= more > EQUAL;
        own->better[1] |= more < -EQUAL;
    }
}

/* Drops choices that are never better, whatever the other side holds and lays. */
static void drop_useless(Opening *opening, int side)
{
    for (uint32_t i = 0; i < opening->n_pairs; i++)
        compare_choices(opening, &opening->pairs[i], side);
    for (uint32_t at = 0; at < opening->n[side]; at++) {
        Hand *hand = &opening->hands[side][at];
        if (is_free(hand) && !(hand->better[0] && hand->better[1])) {
            hand->from = hand->better[1];
            hand->n = hand->from + 1;
            in_proportion(hand->regret, hand, hand->mix);
        }
    }
}

/* Plays the best responses to the other side's mixtures. */
static void take_best(Opening *opening, int side)
{
    find_gains(opening, side);
    for (uint32_t at = 0; at < opening->n[side]; at++) {
        Hand *hand = &opening->hands[side][at];
        if (is_free(hand))
            hand->mix[0] = 1 - (hand->mix[1] = hand->gain[1] > hand->gain[0]);
    }
}

static void learn_mixtures(Opening *opening)
{
    uint32_t pairs = opening->n_pairs > OPENING_CALM ? opening->n_pairs : OPENING_CALM;
    for (int round = 1; round <= OPENING_ROUNDS * OPENING_CALM / (int)pairs; round++)
        for (int side = ATTACK; side <= DEFENCE; side++)
            learn_side(opening, side, round);
    for (int side = ATTACK; side <= DEFENCE; side++)
        for (uint32_t at = 0; at < opening->n[side]; at++) {
            Hand *hand = &opening->hands[side][at];
            in_proportion(hand->sum, hand, hand->mix);
        }
}

/* If only one hand of a side is listed, the other side's choices stay open. */
static void find_equilibrium(Opening *opening)
{
    for (int side = ATTACK; side <= DEFENCE; side++)
        if (!opening->row || side == opening->side)
            drop_useless(opening, side);
    if (!has_choice(opening, ATTACK))
        take_best(opening, DEFENCE);
    else if (!has_choice(opening, DEFENCE))
        take_best(opening, ATTACK);
    else if (!opening->row)
        learn_mixtures(opening);
}

/* Half of what both sides could gain by best responses, as a chance. */
static double find_exploitability(Opening *opening)
{
    double sum = 0;
    assert(opening->n_pairs > 0);
    for (int side = ATTACK; side <= DEFENCE; side++) {
        find_gains(opening, side);
        for (uint32_t at = 0; at < opening->n[side]; at++) {
            const Hand *hand = &opening->hands[side][at];
            double best = hand->gain[hand->from], last = hand->gain[hand->n - 1];
            sum += (last > best ? last : best) - hand->mix[0] * hand->gain[0] -
                   hand->mix[1] * hand->gain[1];
        }
    }
    return sum > 0 ? sum / 2 / opening->n_pairs : 0;
}

/* ---- the moves of the seat to act ---- */

/* Values of the moves over every hand of the other. */
typedef struct Tally {
    /* chances that the dragon falls, negative for its owner */
    double sum[MAX_MOVES], first[MAX_MOVES];
    uint8_t always[MAX_MOVES];  /* best against every hand and card */
    int32_t varies;
    uint32_t worlds, hands;
} Tally;

static void note_world(Tally *tally, const double *values, int n)
{
    assert(n > 0);
    double top = values[0];
    for (int i = 1; i < n; i++)
        top = values[i] > top ? values[i] : top;
    for (int i = 0; i < n; i++) {
        tally->first[i] = tally->worlds ? tally->first[i] : values[i];
        tally->varies |= values[i] != tally->first[i];
        tally->always[i] &= values[i] >= top - EQUAL;
    }
    tally->worlds++;
}

/* Values of all moves if the other has this hand and lays this card first. */
static void try_moves(Opening *opening, const Hand *own, const Hand *other, int laid,
                      const Result *result, double *values)
{
    for (int i = 0; i < result->n; i++) {
        int card = wars_move_card(result->list[i].move);
        if (wars_move_kind(result->list[i].move) == MOVE_DISCARD)
            values[i] = 0;
        else if (opening->side == ATTACK)
            values[i] = chance_of(opening, own, other, card, laid);
        else
            values[i] = -chance_of(opening, other, own, laid, card);
    }
}

/* One hand of the other, played by its mixture; if its choices are open, by its best answer to
 * each move. */
static void tally_hand(Opening *opening, const Hand *own, const Hand *other, const Result *result,
                       Tally *tally)
{
    double values[2][MAX_MOVES];
    for (int at = other->from; at < other->n; at++) {
        try_moves(opening, own, other, other->card[at], result, values[at]);
        note_world(tally, values[at], result->n);
    }
    for (int i = 0; i < result->n; i++) {
        double one = values[other->from][i], two = values[other->n - 1][i];
        if (opening->row)
            tally->sum[i] += one < two ? one : two;
        else
            for (int at = other->from; at < other->n; at++)
                tally->sum[i] += other->mix[at] * values[at][i];
    }
    tally->hands++;
}

static Hand *true_hand(const Opening *opening)
{
    uint64_t cards = opening->known[opening->side] | opening->hidden[opening->side];
    Hand *hand = opening->hands[opening->side];
    while (hand->cards != cards)
        hand++;
    return hand;
}

/* card 0: declines. */
static int lays_card(uint32_t move, int card)
{
    return wars_move_kind(move) != MOVE_DISCARD && wars_move_card(move) == card;
}

/* Takes the first choice that is always best; 0 if there is none. */
static int settle_choice(Hand *own, const Tally *tally, const Result *result)
{
    for (int j = own->from; j < own->n; j++)
        for (int i = 0; i < result->n; i++)
            if (tally->always[i] && lays_card(result->list[i].move, own->card[j])) {
                own->mix[j] = 1;
                own->mix[!j] = 0;
                return 1;
            }
    return 0;
}

static void pick_move(const Hand *own, uint64_t draw, Result *result)
{
    for (int i = 0; i < result->n; i++) {
        Choice *choice = &result->list[i];
        choice->weight = 0;
        for (int j = own->from; j < own->n; j++)
            if (lays_card(choice->move, own->card[j]) && own->mix[j] >= RARE)
                choice->weight = own->mix[j] > 1 - RARE ? 1 : own->mix[j];
        choice->best = choice->weight > 0;
    }
    result_draw(result, RARE, draw);
}

/* Whether the attacker can press after some first card. */
static int can_press(uint64_t hand)
{
    return count_cards(hand & SUIT_CARDS(CLUBS)) > 1 || count_cards(hand & SUIT_CARDS(DIAMONDS)) > 1;
}

/* Whether open hands help nobody once the cards are turned up. */
static int sight_is_useless(const Opening *opening)
{
    int chooses = 0;
    for (uint32_t i = 0; i < opening->n_pairs && !chooses; i++) {
        const uint32_t *at = opening->pairs[i].hand;
        uint64_t mine = opening->hands[ATTACK][at[ATTACK]].cards;
        chooses = defender_chooses(can_press(mine), opening->hands[DEFENCE][at[DEFENCE]].cards,
                                   opening->state->trump);
    }
    return !chooses ||
           all_known(deck_cards(opening->state), opening->hidden[ATTACK], opening->hidden[DEFENCE]);
}

/* 0 if the other side's choices are open and no move is best against all of them. */
static int report_opening(Opening *opening, uint64_t draw, Result *result)
{
    Hand *own = true_hand(opening);
    int stake = at_stake(opening->state, opening->defender);
    Tally tally = {.worlds = 0};
    memset(tally.always, 1, sizeof tally.always);
    for (uint32_t at = 0; at < opening->n[!opening->side]; at++)
        if (!(own->cards & opening->hands[!opening->side][at].cards))
            tally_hand(opening, own, &opening->hands[!opening->side][at], result, &tally);
    int certain = settle_choice(own, &tally, result);
    if (!in_time(opening) || (opening->row && !certain && has_choice(opening, !opening->side)))
        return 0;
    for (int i = 0; i < result->n; i++)
        set_worth(&result->list[i], tally.sum[i] / tally.hands, stake);
    result->odds = 1;
    pick_move(own, draw, result);
    int exact = !tally.varies && sight_is_useless(opening);
    result->proof = !certain ? PROOF_EQUILIBRIUM : exact ? PROOF_EXACT : PROOF_EVERY_WORLD;
    if (!certain)
        result->exploitability = find_exploitability(opening) * stake;
    result->worlds = result->of = certain ? tally.hands : opening->n_pairs;
    result->nodes = (int64_t)opening->solver.nodes;
    result->status = STATUS_DONE;
    return 1;
}

/* ---- solving the opening ---- */

static void opening_start(Opening *opening, const WarsState *state, Table *table,
                          const Limits *limits, Progress *progress)
{
    WarsState *world = &opening->world;
    *world = *state;
    if (wars_face_down(state))
        world->hands[state->turn] |= CARD_BIT(state->sides[ATTACK].laid[0]);
    world->sides[ATTACK] = world->sides[DEFENCE] = (WarsSide){0};
    opening->state = state;
    opening->defender = state->turn ^ 1;
    opening->side = wars_face_down(state) ? DEFENCE : ATTACK;
    opening->health = state->health[opening->defender];
    opening->solver = wars_solver_start(table, limits, progress);
    opening->unseen = deck_cards(state);
    for (int side = ATTACK; side <= DEFENCE; side++) {
        uint64_t hand = world->hands[side == ATTACK ? state->turn : opening->defender];
        opening->hidden[side] = of_this_deck(state, hand);
        opening->known[side] = hand & ~opening->hidden[side];
        opening->unseen |= opening->hidden[side];
    }
}

static Progress *progress_of(const Opening *opening) { return opening->solver.clock.progress; }

/* 0 if there are too many hands or memory is out. */
static int list_side(Opening *opening, int side)
{
    int alone = opening->row && side == opening->side, missing = count_cards(opening->hidden[side]);
    uint64_t cards = opening->unseen & ~(opening->row ? opening->hidden[opening->side] : 0);
    uint64_t n = alone ? 1 : count_ways(count_cards(cards), missing, OPENING_HANDS);
    opening->n[side] = 0;
    if (n > OPENING_HANDS ||
        !(opening->hands[side] = memory_zeroed((size_t)n, sizeof(Hand), progress_of(opening))))
        return 0;
    if (alone)
        add_hand(opening, side, opening->hidden[side]);
    else
        list_hands(opening, side, cards, missing, 0);
    return 1;
}

/* row: see Opening. 0 if it is too large or proves nothing. */
static int try_opening(Opening *opening, int row, uint64_t draw, Result *result)
{
    opening->row = row;
    opening->n_pairs = 0;
    int done = list_side(opening, ATTACK) && list_side(opening, DEFENCE) &&
               (opening->pairs = memory_get(OPENING_PAIRS, sizeof(Pair), progress_of(opening))) &&
               value_pairs(opening);
    if (done) {
        find_equilibrium(opening);
        done = report_opening(opening, draw, result);
    }
    free(opening->hands[ATTACK]);
    free(opening->hands[DEFENCE]);
    free(opening->pairs);
    opening->hands[ATTACK] = opening->hands[DEFENCE] = NULL;
    opening->pairs = NULL;
    return done;
}

static int pairs_fit(const Opening *opening)
{
    int n = count_cards(opening->unseen), mine = count_cards(opening->hidden[ATTACK]);
    int theirs = count_cards(opening->hidden[DEFENCE]);
    return count_ways(n, mine, OPENING_PAIRS) * count_ways(n - mine, theirs, OPENING_PAIRS) <=
           OPENING_PAIRS;
}

/* All hands of both sides; if they are too many, the true one against all of the other's. */
static int solve_opening(const WarsState *state, Table *table, const Limits *limits,
                         Progress *progress, Result *result)
{
    Limits own = {
        .nodes = limits_scale(OPENING_NODES, limits), .ms = limits->ms, .draw = limits->draw};
    Opening *opening = memory_zeroed(1, sizeof *opening, progress);
    int done = 0;
    for (int row = 0; row < 2 && opening && !done; row++) {
        memset(opening, 0, sizeof *opening);
        opening_start(opening, state, table, &own, progress);
        done = (row || pairs_fit(opening)) && try_opening(opening, row, own.draw, result);
    }
    free(opening);
    return done;
}

/* ---- once the cards are turned up ---- */

/* Working memory for the solutions over every hand of the other. */
typedef struct Ending {
    const Game *game;
    WarsState world;
    Table *table;
    Limits limits;
    Progress *progress;
    Result *result, *solved;
    uint64_t known, hidden;     /* the other's known cards; its hidden ones with the deck */
    int missing, other;         /* its number of hidden cards; its seat */
    uint32_t worlds;
    /* chances that the dragon falls, negative for its owner */
    double sum[MAX_MOVES], first[MAX_MOVES];
    uint8_t best_always[MAX_MOVES], varies, chooses;
} Ending;

/* Solves one hand of the other; 0 if it is too large or time is out. */
static int solve_world(Ending *ending, uint64_t drawn)
{
    WarsState *world = &ending->world;
    Result *solved = ending->solved;
    int n = 0;
    world->hands[ending->other] = ending->known | drawn;
    for (uint64_t cards = ending->hidden & ~drawn; cards; cards &= cards - 1)
        world->deck[n++] = (uint8_t)highest_card(cards & (0 - cards));
    result_start(ending->game, world, solved);
    wars_solve(world, "", &ending->limits, ending->table, NULL, solved);
    if (solved->status != STATUS_EXACT || (ending->progress && ending->progress->stop))
        return 0;
    for (int i = 0; i < solved->n; i++) {
        double value = solved->list[i].value[0];
        ending->first[i] = ending->worlds ? ending->first[i] : value;
        ending->varies |= value != ending->first[i];
        ending->sum[i] += value;
        ending->best_always[i] &= solved->list[i].best;
    }
    uint64_t presses =
        world->hands[world->turn] & SUIT_CARDS(wars_suit(world->sides[ATTACK].laid[0]));
    ending->chooses |=
        (uint8_t)defender_chooses(presses, world->hands[world->defender], world->trump);
    ending->result->nodes += solved->nodes;
    ending->worlds++;
    return ending->result->nodes < ENDING_NODES;
}

/* Solves every hand with `missing` more of these cards. */
static int solve_hands(Ending *ending, uint64_t cards, int missing, uint64_t drawn)
{
    if (missing == 0)
        return solve_world(ending, drawn);
    for (; count_cards(cards) >= missing; cards &= cards - 1)
        if (!solve_hands(ending, cards & (cards - 1), missing - 1, drawn | (cards & (0 - cards))))
            return 0;
    return 1;
}

/* The other's cards of an earlier deck were in its hand when the pile was shuffled, so they are
 * known. */
static void ending_start(Ending *ending, const WarsState *state)
{
    int seat = wars_to_act(state), other = seat ^ 1;
    assert(state->players == 2 && seat >= 0);
    WarsState *world = &ending->world;
    *world = *state;
    ending->other = other;
    for (uint64_t cards = state->hands[other]; cards; cards &= cards - 1) {
        int card = highest_card(cards & (0 - cards));
        if (state->deck_of[card] == state->shuffles)
            ending->hidden |= CARD_BIT(card);
        else
            ending->known |= CARD_BIT(card);
    }
    ending->missing = count_cards(ending->hidden);
    for (int i = 0; i < state->n_deck; i++)
        ending->hidden |= CARD_BIT(state->deck[i]);
    /* One counter left, the dragon's others as defence: a lost counter means that the dragon
     * falls. */
    world->sides[DEFENCE].sum =
        (uint8_t)(world->sides[DEFENCE].sum + world->health[world->defender] - 1);
    world->health[world->defender] = 1;
    memset(ending->best_always, 1, sizeof ending->best_always);
}

static void ending_report(const Ending *ending, const WarsState *state)
{
    Result *result = ending->result;
    int best = 0, certain = 0;
    assert(ending->worlds > 0);
    for (int i = 0; i < result->n; i++) {
        set_worth(&result->list[i], ending->sum[i] / ending->worlds,
                  at_stake(state, state->defender));
        best = ending->sum[i] > ending->sum[best] ? i : best;
    }
    for (int i = 0; i < result->n; i++)
        if (ending->best_always[i] && !certain) {
            best = i;
            certain = 1;
        }
    result->odds = 1;
    result->list[best].weight = 1;
    result_choose(result, best);
    int own = wars_to_act(state);
    int useless = !ending->chooses ||
                  all_known(deck_cards(state), of_this_deck(state, state->hands[own]),
                            of_this_deck(state, state->hands[own ^ 1]));
    result->proof = !ending->varies && useless ? PROOF_EXACT
                    : certain ? PROOF_EVERY_WORLD : PROOF_ESTIMATE;
    result->worlds = result->of = ending->worlds;
    result->status = STATUS_DONE;
}

/* Once the cards are turned up. 0 if there are too many hands. */
static int solve_ending(const Game *game, const WarsState *state, Table *table,
                        const Limits *limits, Progress *progress, Result *result)
{
    Ending *ending = memory_zeroed(1, sizeof *ending, progress);
    Result *solved = memory_get(1, sizeof *solved, progress);
    int done = 0;
    if (ending && solved) {
        ending->game = game;
        ending->limits = (Limits){.nodes = ENDING_NODES, .ms = limits->ms};
        ending->table = table;
        ending->progress = progress;
        ending->result = result;
        ending->solved = solved;
        ending_start(ending, state);
        done = count_ways(count_cards(ending->hidden), ending->missing, ENDING_WORLDS) <=
                   ENDING_WORLDS &&
               solve_hands(ending, ending->hidden, ending->missing, 0);
        if (done)
            ending_report(ending, state);
    }
    free(solved);
    free(ending);
    return done;
}

/* ---- the last turn ---- */

/* A new table each time: earlier searches must not decide how far the nodes reach. */
int wars_last_advise(const Game *game, const WarsState *state, const Limits *limits,
                     Progress *progress, Result *result)
{
    if (state->players != 2 || !state->last_turns || state->turns_left != 1 || result->n < 2)
        return 0;
    Table *table = table_new(ENDING_MB);
    int open = state->phase == PHASE_PRESS || state->phase == PHASE_REPLY, done = 0;
    if (table)
        done = open ? solve_ending(game, state, table, limits, progress, result)
                    : solve_opening(state, table, limits, progress, result);
    table_free(table);
    return done;
}
