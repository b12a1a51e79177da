/* battle.c: a battle of Dragon Wars as a game of hidden hands (rules: wars, a battle).
 *
 * The game: the attacker lays a card face down, or discards; the defender answers face down, or
 * declines. Both cards are turned up, then presses and answers follow. The attacker's payoff in
 * points is what the lead is worth (WarsStakes: so much a counter, so much for the dragon), minus
 * the worth of the attacker's spent cards, plus that of the defender's: a zero-sum game.
 *
 * Types: each side may hold one of BATTLE_TYPES hands, sampled by redeal as the other side sees it.
 * The true hand of the seat to act is its first. All pairs of hands that share no card are equally
 * likely. A strategy is a mixture of cards for each hand.
 *
 * Payoffs of a pair of hands: backward induction with open hands over both sides' subsets of cards
 * left, as vectors over all leads: a card laid shifts the vector, a chain of flips is a
 * convolution. The chance of each bonus is exact for the unseen cards: k given trumps and then a
 * card of another suit come first with chance 1 / (C(n, k) * (n - k)), and the sums of such sets
 * are counted. Simplified: several chains of one battle flip from the same cards, an empty deck is
 * not refilled, leads below -48 or above 79 count as these, and hands are open once cards are
 * turned up.
 *
 * Equilibrium: regret matching+ with alternating updates and linear averaging (Tammelin 2014), then
 * the best responses to the average strategies. Half of their gain is the exploitability: 0.0001
 * points after 500 rounds in the battles of play. A linear program finds the same values
 * (tests). */

#include "battle.h"

#include "engine/memory.h"

#include <stdlib.h>

#define SUBSETS (1 << WARS_HAND)

/* ---- flips ---- */

/* ways[k][s]: number of subsets of k trumps with sum s; larger sums count as the last one. */
static int count_sums(uint64_t trumps, double ways[WARS_FLIPS + 1][BATTLE_CHAIN])
{
    assert(count_cards(trumps) <= WARS_FLIPS);
    int n = 0;
    memset(ways, 0, sizeof(double) * (WARS_FLIPS + 1) * BATTLE_CHAIN);
    ways[0][0] = 1;
    for (; trumps; trumps &= trumps - 1, n++) {
        int value = wars_value(lowest_card(trumps));
        for (int k = n; k >= 0; k--)
            for (int sum = BATTLE_CHAIN - 1; sum >= 0; sum--)
                if (ways[k][sum] > 0) {
                    int more = sum + value < BATTLE_CHAIN ? sum + value : BATTLE_CHAIN - 1;
                    ways[k + 1][more] += ways[k][sum];
                }
    }
    return n;
}

/* Adds the chains of k trumps and a last card of this value, each with this chance. */
static void add_chains(const double *ways, double chance, int value, double *chain)
{
    for (int sum = 0; sum < BATTLE_CHAIN; sum++)
        if (ways[sum] > 0)
            chain[sum + value < BATTLE_CHAIN ? sum + value : BATTLE_CHAIN - 1] +=
                chance * ways[sum];
}

void wars_chain(uint64_t cards, int trump, int side, double chain[BATTLE_CHAIN])
{
    assert(side == ATTACK || side == DEFENCE);
    double ways[WARS_FLIPS + 1][BATTLE_CHAIN], subsets = 1; /* number of subsets of k cards */
    int all = count_cards(cards), n = count_sums(cards & SUIT_CARDS(trump), ways);
    uint64_t others = cards & ~SUIT_CARDS(trump);
    for (int sum = 0; sum < BATTLE_CHAIN; sum++)
        chain[sum] = 0;
    for (int k = 0; k <= n; k++) {
        for (uint64_t rest = others; rest; rest &= rest - 1) {
            int card = lowest_card(rest);
            add_chains(ways[k], 1 / (subsets * (all - k)),
                       wars_suits(side, card) ? wars_value(card) : 0, chain);
        }
        if (!others && k == n)
            add_chains(ways[k], 1, 0, chain);
        subsets = subsets * (all - k) / (k + 1);
    }
}

/* ---- a fight with open hands ---- */

int wars_fights_new(WarsFights *fights)
{
    size_t bytes = sizeof(double[BATTLE_LEADS]) * SUBSETS * SUBSETS;
    fights->press = malloc(bytes);
    fights->flipped = malloc(bytes);
    fights->reply = malloc(bytes);
    return fights->press && fights->flipped && fights->reply;
}

/* Also for fights that wars_fights_new could only half allocate. */
void wars_fights_free(WarsFights *fights)
{
    free(fights->press);
    free(fights->flipped);
    free(fights->reply);
}

/* Index of a lead in a table of values; leads beyond the ends count as the ends. */
static int lead_place(int lead)
{
    int at = lead + BATTLE_ZERO;
    return at < 0 ? 0 : at >= BATTLE_LEADS ? BATTLE_LEADS - 1 : at;
}

/* Lists the cards of a set, ascending; returns their number. */
static int list_cards(uint64_t cards, uint8_t *list)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_card(cards);
    return n;
}

/* Index of a pair of subsets in the tables: mine of the attacker's cards, theirs of the
 * defender's. */
static size_t at_subsets(const WarsFights *fights, int mine, int theirs)
{
    return (size_t)mine << fights->n[DEFENCE] | (size_t)theirs;
}

static double worth_kept(const WarsStakes *stakes, int card)
{
    int suit = wars_suit(card);
    return stakes->card[suit] + stakes->value[suit] * wars_value(card);
}

static double worth_of_hand(const WarsStakes *stakes, uint64_t hand)
{
    double sum = 0;
    for (; hand; hand &= hand - 1)
        sum += worth_kept(stakes, lowest_card(hand));
    return sum;
}

/* What the cards that this side has spent, those not in the subset, were worth in hand. */
static double worth_spent(const WarsFights *fights, const WarsStakes *stakes, int side, int subset)
{
    double sum = 0;
    for (int i = 0; i < fights->n[side]; i++)
        if (!(subset >> i & 1))
            sum += worth_kept(stakes, fights->cards[side][i]);
    return sum;
}

/* Values by lead if the attacker stops now, with these cards left. */
static void value_stops(const WarsFights *fights, const WarsStakes *stakes, int mine, int theirs,
                        double *values)
{
    double spent =
        worth_spent(fights, stakes, DEFENCE, theirs) - worth_spent(fights, stakes, ATTACK, mine);
    for (int at = 0; at < BATTLE_LEADS; at++) {
        int lead = at - BATTLE_ZERO;
        values[at] = spent + (lead <= 0               ? 0
                              : lead < stakes->health ? stakes->counter * lead
                                                      : stakes->slay);
    }
}

/* Values by lead with both ends repeated, so that a lead shifted by a chain needs no check. */
typedef struct Padded {
    double values[BATTLE_LEADS + 2 * BATTLE_CHAIN];
} Padded;

static void pad_values(const double *values, Padded *padded)
{
    for (int i = 0; i < BATTLE_CHAIN; i++) {
        padded->values[i] = values[0];
        padded->values[BATTLE_CHAIN + BATTLE_LEADS + i] = values[BATTLE_LEADS - 1];
    }
    memcpy(padded->values + BATTLE_CHAIN, values, sizeof(double) * BATTLE_LEADS);
}

/* The mean over a chain; sign: 1 or -1, the way its bonus moves the lead. */
static void value_flips(const double *chain, int sign, const double *after, double *values)
{
    Padded padded;
    pad_values(after, &padded);
    for (int at = 0; at < BATTLE_LEADS; at++)
        values[at] = 0;
    for (int bonus = 0; bonus < BATTLE_CHAIN; bonus++) {
        const double *from = padded.values + BATTLE_CHAIN + sign * bonus;
        double chance = chain[bonus];
        if (chance > 0)
            for (int at = 0; at < BATTLE_LEADS; at++)
                values[at] += chance * from[at];
    }
}

/* For the attacker, at each lead: the better of `values` and of `after` at a lead higher by
 * `more`. */
static void take_more(double *values, const double *after, int more)
{
    Padded padded;
    pad_values(after, &padded);
    const double *from = padded.values + BATTLE_CHAIN + more;
    for (int at = 0; at < BATTLE_LEADS; at++)
        values[at] = from[at] > values[at] ? from[at] : values[at];
}

/* For the defender, at each lead: the better of `values` and of `after` at a lead lower by
 * `less`. */
static void take_less(double *values, const double *after, int less)
{
    Padded padded;
    pad_values(after, &padded);
    const double *from = padded.values + BATTLE_CHAIN - less;
    for (int at = 0; at < BATTLE_LEADS; at++)
        values[at] = from[at] < values[at] ? from[at] : values[at];
}

/* The attacker's choice with these subsets left. The replies with a card less must be filled in. */
static void value_presses(WarsFights *fights, const WarsStakes *stakes, int mine, int theirs)
{
    double *values = fights->press[at_subsets(fights, mine, theirs)];
    value_stops(fights, stakes, mine, theirs, values);
    for (int i = 0; i < fights->n[ATTACK]; i++)
        if (mine >> i & 1)
            take_more(values, fights->reply[at_subsets(fights, mine & ~(1 << i), theirs)],
                      wars_value(fights->cards[ATTACK][i]));
}

/* The defender's choice. The attacker's choices with a card less must be filled in. */
static void value_replies(WarsFights *fights, const WarsStakes *stakes, int mine, int theirs)
{
    size_t here = at_subsets(fights, mine, theirs);
    double *values = fights->reply[here];
    memcpy(values, fights->press[here], sizeof fights->press[here]);
    for (int j = 0; j < fights->n[DEFENCE]; j++)
        if (theirs >> j & 1) {
            int card = fights->cards[DEFENCE][j];
            size_t next = at_subsets(fights, mine, theirs & ~(1 << j));
            take_less(values,
                      wars_suit(card) == stakes->trump ? fights->flipped[next]
                                                       : fights->press[next],
                      wars_value(card));
        }
}

void wars_fights_fill(WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                      uint64_t replies, uint64_t deck)
{
    assert(count_cards(presses) <= WARS_HAND && count_cards(replies) <= WARS_HAND);
    int attack_flips = (presses & SUIT_CARDS(stakes->trump)) != 0;
    int defence_flips = (replies & SUIT_CARDS(stakes->trump)) != 0;
    fights->n[ATTACK] = list_cards(presses, fights->cards[ATTACK]);
    fights->n[DEFENCE] = list_cards(replies, fights->cards[DEFENCE]);
    if (attack_flips)
        wars_chain(deck, stakes->trump, ATTACK, fights->chain[ATTACK]);
    if (defence_flips)
        wars_chain(deck, stakes->trump, DEFENCE, fights->chain[DEFENCE]);
    for (int mine = 0; mine < 1 << fights->n[ATTACK]; mine++)
        for (int theirs = 0; theirs < 1 << fights->n[DEFENCE]; theirs++) {
            size_t here = at_subsets(fights, mine, theirs);
            value_presses(fights, stakes, mine, theirs);
            if (defence_flips)
                value_flips(fights->chain[DEFENCE], -1, fights->press[here], fights->flipped[here]);
            value_replies(fights, stakes, mine, theirs);
            if (attack_flips)
                value_flips(fights->chain[ATTACK], 1, fights->reply[here], fights->reply[here]);
        }
}

/* Subset of the side's list of cards, as bits. */
static int subset_of(const WarsFights *fights, int side, uint64_t cards)
{
    int subset = 0;
    for (int i = 0; i < fights->n[side]; i++)
        subset |= (int)(cards >> fights->cards[side][i] & 1) << i;
    return subset;
}

/* at_subsets for sets of cards; cards that are not in the lists are left out. */
static size_t here_of(const WarsFights *fights, uint64_t presses, uint64_t replies)
{
    return at_subsets(fights, subset_of(fights, ATTACK, presses),
                      subset_of(fights, DEFENCE, replies));
}

double wars_fights_stopped(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                           uint64_t replies, int lead)
{
    double values[BATTLE_LEADS];
    value_stops(fights, stakes, subset_of(fights, ATTACK, presses),
                subset_of(fights, DEFENCE, replies), values);
    return values[lead_place(lead)];
}

/* lead: with the pressed card. The tables must be filled for hands that hold these cards. */
double wars_fights_pressed(const WarsFights *fights, uint64_t presses, uint64_t replies, int lead)
{
    return fights->reply[here_of(fights, presses, replies)][lead_place(lead)];
}

/* card 0: declined. */
double wars_fights_answered(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                            uint64_t replies, int card, int lead)
{
    size_t here = here_of(fights, presses, replies);
    int flips = card && wars_suit(card) == stakes->trump;
    return (flips ? fights->flipped : fights->press)[here][lead_place(lead - wars_value(card))];
}

/* ---- pairs of hands ---- */

/* Both first cards are turned up: the attacker's flips, the defender's, the attacker's choice. */
static double value_opening(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses,
                            uint64_t replies, int attack, int answer)
{
    int lead = wars_value(attack);
    double sum = 0;
    if (answer)
        replies &= ~CARD_BIT(answer);
    presses &= ~CARD_BIT(attack);
    if (wars_suit(attack) != stakes->trump)
        return wars_fights_answered(fights, stakes, presses, replies, answer, lead);
    for (int bonus = 0; bonus < BATTLE_CHAIN; bonus++)
        if (fights->chain[ATTACK][bonus] > 0)
            sum += fights->chain[ATTACK][bonus] *
                   wars_fights_answered(fights, stakes, presses, replies, answer, lead + bonus);
    return sum;
}

static void list_actions(WarsBattle *battle, int side, int type)
{
    uint64_t cards = battle->hands[side][type] & (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS);
    int n = list_cards(cards, battle->card[side][type]);
    assert(n < BATTLE_ACTIONS);
    battle->card[side][type][n] = 0;
    battle->actions[side][type] = n + 1;
}

/* The attacker throws its hand away for a new one. */
static double value_discard(const WarsBattle *battle, int type)
{
    return battle->stakes.renewed - worth_of_hand(&battle->stakes, battle->hands[ATTACK][type]);
}

/* Fills in the payoffs of two hands that share no card, unless the clock runs out. fights:
 * working memory. */
static void value_pair(WarsBattle *battle, WarsFights *fights, int mine, int theirs, Clock *clock)
{
    const WarsStakes *stakes = &battle->stakes;
    uint64_t hand = battle->hands[ATTACK][mine],
             replies = battle->hands[DEFENCE][theirs] & DEFENCE_CARDS;
    uint64_t deck = stakes->unseen & ~hand & ~battle->hands[DEFENCE][theirs];
    assert(!(hand & battle->hands[DEFENCE][theirs]));
    int suit = -1, n = battle->actions[ATTACK][mine] - 1, m = battle->actions[DEFENCE][theirs];
    for (int i = 0; i < n && !clock_late(clock); i++) {
        int attack = battle->card[ATTACK][mine][i];
        uint64_t presses = hand & SUIT_CARDS(wars_suit(attack));
        if (suit != wars_suit(attack))
            wars_fights_fill(fights, stakes, presses, replies, deck);
        suit = wars_suit(attack);
        for (int j = 0; j < m; j++)
            battle->payoff[mine][theirs][i][j] = value_opening(
                fights, stakes, presses, replies, attack, battle->card[DEFENCE][theirs][j]);
    }
    for (int j = 0; j < m; j++)
        battle->payoff[mine][theirs][n][j] = value_discard(battle, mine);
}

/* Prior and payoffs of all pairs of hands; 0 if memory or time is out. At least one pair must
 * share no card. */
static int value_pairs(WarsBattle *battle, Clock *clock)
{
    WarsFights fights;
    int pairs = 0, done = wars_fights_new(&fights);
    assert(battle->n[ATTACK] <= BATTLE_TYPES && battle->n[DEFENCE] <= BATTLE_TYPES);
    if (!done)
        memory_out(clock->progress);
    for (int i = 0; i < battle->n[ATTACK] && done; i++)
        for (int j = 0; j < battle->n[DEFENCE] && done; j++) {
            int fit = !(battle->hands[ATTACK][i] & battle->hands[DEFENCE][j]);
            battle->weight[i][j] = fit;
            pairs += fit;
            if (fit)
                value_pair(battle, &fights, i, j, clock);
            done = !clock_over(clock, 0);
        }
    for (int i = 0; i < battle->n[ATTACK] && done; i++)
        for (int j = 0; j < battle->n[DEFENCE]; j++)
            battle->weight[i][j] /= pairs;
    wars_fights_free(&fights);
    return done;
}

/* ---- the equilibrium ---- */

/* Counterfactual values: what every action of every hand of this side brings against the other
 * side's mixtures, times the probability of the hand. For the defender only attacks count, not
 * discards. */
static void find_gains(WarsBattle *battle, double mix[2][BATTLE_TYPES][BATTLE_ACTIONS], int side)
{
    for (int mine = 0; mine < battle->n[side]; mine++) {
        double *gain = battle->gain[side][mine];
        battle->reach[side][mine] = 0;
        for (int i = 0; i < BATTLE_ACTIONS; i++)
            gain[i] = 0;
        for (int theirs = 0; theirs < battle->n[!side]; theirs++) {
            int a = side == ATTACK ? mine : theirs, d = side == ATTACK ? theirs : mine;
            int last = battle->actions[ATTACK][a] - 1;
            double weight = battle->weight[a][d];
            if (weight == 0)
                continue;
            battle->reach[side][mine] += weight * (side == ATTACK ? 1 : 1 - mix[ATTACK][a][last]);
            if (side == ATTACK)
                for (int i = 0; i <= last; i++)
                    for (int j = 0; j < battle->actions[DEFENCE][d]; j++)
                        gain[i] += weight * mix[DEFENCE][d][j] * battle->payoff[a][d][i][j];
            else
                for (int i = 0; i < last; i++)
                    for (int j = 0; j < battle->actions[DEFENCE][d]; j++)
                        gain[j] -= weight * mix[ATTACK][a][i] * battle->payoff[a][d][i][j];
        }
    }
}

typedef struct Learning {
    double regret[2][BATTLE_TYPES][BATTLE_ACTIONS], sum[2][BATTLE_TYPES][BATTLE_ACTIONS];
    double mix[2][BATTLE_TYPES][BATTLE_ACTIONS];
} Learning;

/* Probabilities in proportion to these numbers; uniform if their sum is 0. */
static void in_proportion(const double *numbers, int n, double *chances)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    for (int i = 0; i < n; i++)
        chances[i] = sum > 0 ? numbers[i] / sum : 1.0 / n;
}

/* One step of regret matching+ for all hands of a side; round, from 1, is its weight in the
 * average. */
static void learn_side(WarsBattle *battle, Learning *learning, int side, int round)
{
    find_gains(battle, learning->mix, side);
    for (int type = 0; type < battle->n[side]; type++) {
        int n = battle->actions[side][type];
        double *regret = learning->regret[side][type], *mix = learning->mix[side][type], mean = 0;
        for (int i = 0; i < n; i++)
            mean += mix[i] * battle->gain[side][type][i];
        for (int i = 0; i < n; i++) {
            double more = regret[i] + battle->gain[side][type][i] - mean;
            regret[i] = more > 0 ? more : 0;
        }
        in_proportion(regret, n, mix);
        for (int i = 0; i < n; i++)
            learning->sum[side][type][i] += round * mix[i];
    }
}

/* What the side gets with its best responses. */
static double best_gain(const WarsBattle *battle, int side)
{
    double sum = 0;
    for (int type = 0; type < battle->n[side]; type++) {
        double best = battle->gain[side][type][0];
        for (int i = 1; i < battle->actions[side][type]; i++)
            best = battle->gain[side][type][i] > best ? battle->gain[side][type][i] : best;
        sum += best;
    }
    return sum;
}

/* What the side gets with its own mixtures; find_gains must have run on battle->mix. */
static double own_gain(const WarsBattle *battle, int side)
{
    double sum = 0;
    for (int type = 0; type < battle->n[side]; type++)
        for (int i = 0; i < battle->actions[side][type]; i++)
            sum += battle->mix[side][type][i] * battle->gain[side][type][i];
    return sum;
}

int wars_battle_solve(WarsBattle *battle, int rounds, Clock *clock)
{
    Learning *learning = memory_zeroed(1, sizeof *learning, clock->progress);
    for (int side = 0; side < 2; side++)
        for (int type = 0; type < battle->n[side]; type++) {
            list_actions(battle, side, type);
            if (learning)
                in_proportion(learning->mix[side][type], battle->actions[side][type],
                              learning->mix[side][type]);
        }
    int done = learning && value_pairs(battle, clock);
    for (int round = 1; round <= rounds && done; round++) {
        for (int side = 0; side < 2; side++)
            learn_side(battle, learning, side, round);
        done = !clock_over(clock, 0);
    }
    if (!done) {
        free(learning);
        return 0;
    }
    for (int side = 0; side < 2; side++)
        for (int type = 0; type < battle->n[side]; type++)
            in_proportion(learning->sum[side][type], battle->actions[side][type],
                          battle->mix[side][type]);
    free(learning);
    find_gains(battle, battle->mix, ATTACK);
    find_gains(battle, battle->mix, DEFENCE);
    battle->value = own_gain(battle, ATTACK);
    /* Discards are left out of both of the defender's figures, so their difference is right. */
    battle->exploitability = (best_gain(battle, ATTACK) - own_gain(battle, ATTACK) +
                              best_gain(battle, DEFENCE) - own_gain(battle, DEFENCE)) / 2;
    if (battle->exploitability < 0) /* rounding */
        battle->exploitability = 0;
    return 1;
}
