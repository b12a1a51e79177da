/* battle.c: a battle of Dragon Wars as a game of hidden hands (rules: wars, a battle).
 *
 * The game: the attacker lays a card unseen, or discards instead; the defender answers unseen, or declines; both are
 * turned up, and pressing and answering follow. What it brings the attacker, in points, is what the lead is worth
 * (WarsStakes: so much a counter, so much for the dragon) less what its cards laid were worth in hand, plus what the
 * defender's were: a game of two with one sum.
 *
 * Hidden hands: each side may hold one of BATTLE_TYPES hands, drawn by redeal as the other side sees it; the true
 * hand of the seat to act is the first of its side. Every pair of hands that share no card is as likely as any other:
 * that is the prior. A side's strategy is a mixture of cards for each of its hands.
 *
 * Payoff of card against card, for a pair of hands: backward induction with open hands, over both sides' subsets of
 * cards left, as vectors by lead (all leads at once: a card laid shifts the vector, a chain of flips is a
 * convolution). The chance of each bonus is exact for the cards that this pair leaves unseen: k trumps and a card of
 * another suit come first with chance 1 / (C(n, k) * (n - k)) for each set of k, and the sums of such sets are
 * counted. Where several chains come in one battle each is taken from the same cards; the pile that would follow an
 * empty deck is left out. Leads below -48 or above 79 count as these.
 *
 * Equilibrium: regret matching plus with alternating rounds and weights that grow by one (Tammelin 2014), then the
 * best answers of both sides to the mean strategies, exactly: half of what these gain is the exploitability. After
 * 500 rounds 0.0001 points in the battles of play; a linear program finds the same values (tests).
 *
 * That hands are open once cards are turned up is the one thing simplified: a side then knows better than it would
 * what a press can meet. */

#include "battle.h"

#include "engine/memory.h"

#include <stdlib.h>

#define SUBSETS (1 << WARS_HAND)

/* ---- flips ---- */

/* ways[k][s]: subsets of k trumps with the sum s; sums beyond the last count as the last. */
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

/* Adds the chains of k trumps and then this card, or none (0): each with this chance. */
static void add_chains(const double *ways, double chance, int value, double *chain)
{
    for (int sum = 0; sum < BATTLE_CHAIN; sum++)
        if (ways[sum] > 0)
            chain[sum + value < BATTLE_CHAIN ? sum + value : BATTLE_CHAIN - 1] += chance * ways[sum];
}

void wars_chain(uint64_t cards, int trump, int side, double chain[BATTLE_CHAIN])
{
    assert(side == ATTACK || side == DEFENCE);
    double ways[WARS_FLIPS + 1][BATTLE_CHAIN], subsets = 1; /* of k cards out of all */
    int all = count_cards(cards), n = count_sums(cards & SUIT_CARDS(trump), ways);
    uint64_t others = cards & ~SUIT_CARDS(trump);
    for (int sum = 0; sum < BATTLE_CHAIN; sum++)
        chain[sum] = 0;
    for (int k = 0; k <= n; k++) {
        for (uint64_t rest = others; rest; rest &= rest - 1) {
            int card = lowest_card(rest);
            add_chains(ways[k], 1 / (subsets * (all - k)), wars_suits(side, card) ? wars_value(card) : 0, chain);
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

/* Gives back the memory of wars_fights_new, also where that failed half-way. */
void wars_fights_free(WarsFights *fights)
{
    free(fights->press);
    free(fights->flipped);
    free(fights->reply);
}

/* Where a lead stands in a table of values; what lies beyond its ends counts as the end. */
static int lead_place(int lead)
{
    int at = lead + BATTLE_ZERO;
    return at < 0 ? 0 : at >= BATTLE_LEADS ? BATTLE_LEADS - 1 : at;
}

/* The cards of a set, ascending; their number. list must have room for all. */
static int list_cards(uint64_t cards, uint8_t *list)
{
    int n = 0;
    for (; cards; cards &= cards - 1)
        list[n++] = (uint8_t)lowest_card(cards);
    return n;
}

/* Where a pair of subsets stands in the tables, mine of the attacker's list, theirs of the
 * defender's. */
static size_t at_subsets(const WarsFights *fights, int mine, int theirs)
{
    return (size_t)mine << fights->n[DEFENCE] | (size_t)theirs;
}

/* What a card kept in hand is worth, in points. */
static double worth_kept(const WarsStakes *stakes, int card)
{
    int suit = wars_suit(card);
    return stakes->card[suit] + stakes->value[suit] * wars_value(card);
}

/* What a whole hand kept is worth. */
static double worth_of_hand(const WarsStakes *stakes, uint64_t hand)
{
    double sum = 0;
    for (; hand; hand &= hand - 1)
        sum += worth_kept(stakes, lowest_card(hand));
    return sum;
}

/* What the cards of this side that are not in the subset would have been worth. */
static double worth_spent(const WarsFights *fights, const WarsStakes *stakes, int side, int subset)
{
    double sum = 0;
    for (int i = 0; i < fights->n[side]; i++)
        if (!(subset >> i & 1))
            sum += worth_kept(stakes, fights->cards[side][i]);
    return sum;
}

/* Stopped now, with these cards left. */
static void value_stops(const WarsFights *fights, const WarsStakes *stakes, int mine, int theirs, double *values)
{
    double spent = worth_spent(fights, stakes, DEFENCE, theirs) - worth_spent(fights, stakes, ATTACK, mine);
    for (int at = 0; at < BATTLE_LEADS; at++) {
        int lead = at - BATTLE_ZERO;
        values[at] = spent + (lead <= 0 ? 0 : lead < stakes->health ? stakes->counter * lead : stakes->slay);
    }
}

/* Values by lead with their ends repeated, so that leads moved by a chain need no check. */
typedef struct Padded {
    double values[BATTLE_LEADS + 2 * BATTLE_CHAIN];
} Padded;

/* Spreads the values of all leads into a padded table. */
static void pad_values(const double *values, Padded *padded)
{
    for (int i = 0; i < BATTLE_CHAIN; i++) {
        padded->values[i] = values[0];
        padded->values[BATTLE_CHAIN + BATTLE_LEADS + i] = values[BATTLE_LEADS - 1];
    }
    memcpy(padded->values + BATTLE_CHAIN, values, sizeof(double) * BATTLE_LEADS);
}

/* The mean over a chain; sign: which way its bonus moves the lead. */
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

/* The better one for the attacker of what is and what comes after the lead grew by so much. */
static void take_more(double *values, const double *after, int more)
{
    Padded padded;
    pad_values(after, &padded);
    const double *from = padded.values + BATTLE_CHAIN + more;
    for (int at = 0; at < BATTLE_LEADS; at++)
        values[at] = from[at] > values[at] ? from[at] : values[at];
}

/* The better one for the defender of what is and what comes after the lead fell by so much. */
static void take_less(double *values, const double *after, int less)
{
    Padded padded;
    pad_values(after, &padded);
    const double *from = padded.values + BATTLE_CHAIN - less;
    for (int at = 0; at < BATTLE_LEADS; at++)
        values[at] = from[at] < values[at] ? from[at] : values[at];
}

/* The attacker's choice for every lead with these subsets left; what its presses lead to must be
 * there. */
static void value_presses(WarsFights *fights, const WarsStakes *stakes, int mine, int theirs)
{
    double *values = fights->press[at_subsets(fights, mine, theirs)];
    value_stops(fights, stakes, mine, theirs, values);
    for (int i = 0; i < fights->n[ATTACK]; i++)
        if (mine >> i & 1)
            take_more(values, fights->reply[at_subsets(fights, mine & ~(1 << i), theirs)],
                      wars_value(fights->cards[ATTACK][i]));
}

/* The defender's choice for every lead; the attacker's choices with a card less must be there. */
static void value_replies(WarsFights *fights, const WarsStakes *stakes, int mine, int theirs)
{
    size_t here = at_subsets(fights, mine, theirs);
    double *values = fights->reply[here];
    memcpy(values, fights->press[here], sizeof fights->press[here]);
    for (int j = 0; j < fights->n[DEFENCE]; j++)
        if (theirs >> j & 1) {
            int card = fights->cards[DEFENCE][j];
            size_t next = at_subsets(fights, mine, theirs & ~(1 << j));
            take_less(values, wars_suit(card) == stakes->trump ? fights->flipped[next] : fights->press[next],
                      wars_value(card));
        }
}

void wars_fights_fill(WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                      uint64_t deck)
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

/* The subset of the side's list that these cards are. */
static int subset_of(const WarsFights *fights, int side, uint64_t cards)
{
    int subset = 0;
    for (int i = 0; i < fights->n[side]; i++)
        subset |= (int)(cards >> fights->cards[side][i] & 1) << i;
    return subset;
}

/* at_subsets for sets of cards, of which the lists need not hold all. */
static size_t here_of(const WarsFights *fights, uint64_t presses, uint64_t replies)
{
    return at_subsets(fights, subset_of(fights, ATTACK, presses), subset_of(fights, DEFENCE, replies));
}

double wars_fights_stopped(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                           int lead)
{
    double values[BATTLE_LEADS];
    value_stops(fights, stakes, subset_of(fights, ATTACK, presses), subset_of(fights, DEFENCE, replies), values);
    return values[lead_place(lead)];
}

/* lead: the pressed card counted. The tables must be filled for hands that hold these cards. */
double wars_fights_pressed(const WarsFights *fights, uint64_t presses, uint64_t replies, int lead)
{
    return fights->reply[here_of(fights, presses, replies)][lead_place(lead)];
}

/* Values as above; card 0: declined. */
double wars_fights_answered(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                            int card, int lead)
{
    size_t here = here_of(fights, presses, replies);
    int flips = card && wars_suit(card) == stakes->trump;
    return (flips ? fights->flipped : fights->press)[here][lead_place(lead - wars_value(card))];
}

/* ---- pairs of hands ---- */

/* Both first cards turned up: the attacker's flips, then the defender's, then the attacker's choice. */
static double value_opening(const WarsFights *fights, const WarsStakes *stakes, uint64_t presses, uint64_t replies,
                            int attack, int answer)
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

/* Every fitting card of a hand, then the action without one. */
static void list_actions(WarsBattle *battle, int side, int type)
{
    uint64_t cards = battle->hands[side][type] & (side == ATTACK ? ATTACK_CARDS : DEFENCE_CARDS);
    int n = list_cards(cards, battle->card[side][type]);
    assert(n < BATTLE_ACTIONS);
    battle->card[side][type][n] = 0;
    battle->actions[side][type] = n + 1;
}

/* The attacker keeps its cards for another turn, or has a new hand. */
static double value_discard(const WarsBattle *battle, int type)
{
    return battle->stakes.renewed - worth_of_hand(&battle->stakes, battle->hands[ATTACK][type]);
}

/* Fills in the payoffs of two hands that share no card, fights being memory for the work; not all once the clock is
 * late. */
static void value_pair(WarsBattle *battle, WarsFights *fights, int mine, int theirs, Clock *clock)
{
    const WarsStakes *stakes = &battle->stakes;
    uint64_t hand = battle->hands[ATTACK][mine], replies = battle->hands[DEFENCE][theirs] & DEFENCE_CARDS;
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
            battle->payoff[mine][theirs][i][j] =
                value_opening(fights, stakes, presses, replies, attack, battle->card[DEFENCE][theirs][j]);
    }
    for (int j = 0; j < m; j++)
        battle->payoff[mine][theirs][n][j] = value_discard(battle, mine);
}

/* Weights of all pairs of hands and the payoffs of those that can be; 0 when memory is out or the clock is over. At
 * least one pair must share no card. */
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

/* What every action of every hand of this side gains it against the other side's mixtures, times how likely the
 * hand is; for the defender only battles count that are begun. */
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

/* Chances in the proportion of these numbers; all alike where there is none above 0. */
static void in_proportion(const double *numbers, int n, double *chances)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += numbers[i];
    for (int i = 0; i < n; i++)
        chances[i] = sum > 0 ? numbers[i] / sum : 1.0 / n;
}

/* One step of regret matching+ for all hands of a side; round, from 1 on, weighs its mixture in
 * the average. */
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

/* What the side would have with its best answers, and with its mixtures. */
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

/* What the side has with its own mixtures, find_gains having been asked for battle->mix. */
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
                in_proportion(learning->mix[side][type], battle->actions[side][type], learning->mix[side][type]);
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
            in_proportion(learning->sum[side][type], battle->actions[side][type], battle->mix[side][type]);
    free(learning);
    find_gains(battle, battle->mix, ATTACK);
    find_gains(battle, battle->mix, DEFENCE);
    battle->value = own_gain(battle, ATTACK);
    /* The defender's gains leave out battles that are not begun: what it has and what it could have differ alike. */
    battle->exploitability = (best_gain(battle, ATTACK) - own_gain(battle, ATTACK) +
                              best_gain(battle, DEFENCE) - own_gain(battle, DEFENCE)) / 2;
    if (battle->exploitability < 0) /* rounding */
        battle->exploitability = 0;
    return 1;
}
