/* rules.h: the state of Dragonmaster, for its rules, solver and levels. */

#ifndef HOARD_TRICKS_RULES_H
#define HOARD_TRICKS_RULES_H

#include "engine/common.h"

#define TRICKS_SEATS 4
#define TRICKS_SUITS 4
#define TRICKS_RANKS 8
#define TRICKS_HAND 8       /* cards of a hand, tricks of a hand */
#define TRICKS_KINDS 5      /* hands of a round */
#define TRICKS_HANDS 20     /* hands of a match at most */
#define TRICKS_OPTIONS 4
#define TRICKS_MOVES 16     /* legal moves of a hand under way, at most */
#define TRICKS_FAILURE 8    /* paid to the Dragonmaster for a failed Power Play, thousands */

#define TRICKS_BASIC 0
#define TRICKS_ADVANCED 1
#define TRICKS_EXPERT 2

#define TRICKS_DRA 0
#define TRICKS_WAR 1

#define TRICKS_DRAGONLORDS 0
#define TRICKS_WIZARDS 1
#define TRICKS_RUNESWORD 2
#define TRICKS_FIRST 3
#define TRICKS_STAFF 4
#define TRICKS_NO_KIND 255

/* A card is suit * 8 + rank, ranks F B C D W P Q K = 0 .. 7. A set of cards is a 32-bit mask: a
 * suit is a byte, and a higher card is a higher bit. The Dragon is no bit of a mask; one byte says
 * who holds it. */
#define TRICKS_KING 7
#define TRICKS_DRAGON 32
#define TRICKS_NO_CARD 255

#define TRICKS_DRA_CARDS 0x000000FFu
#define TRICKS_WIZARD_CARDS 0x10101010u
#define TRICKS_PRINCE_CARD 0x00002000u

/* Moves: a card 0 .. 31; the Dragon (32) played to a trick; the Dragon led as King of a suit; swap
 * or keep; a call. */
#define TRICKS_LED 36       /* + suit */
#define TRICKS_SWAP 40
#define TRICKS_KEEP 41
#define TRICKS_CALL 48      /* + kind */

/* Penalties and payments of a kind of hand, in thousands. */
typedef struct TricksKind {
    const char *id;
    uint32_t cards;         /* penalty cards; also what a Power Player must take */
    uint8_t dragonlord, wizard, prince, trick; /* cost of each; trick: the first, and again the
                                                  last */
    uint8_t power, secret;  /* what each other seat pays for a Power Play, for a Secret one (0:
                               there is none) */
    uint8_t barred;         /* suits not to be led to the first trick (expert), one bit each */
} TricksKind;

extern const TricksKind tricks_kinds[TRICKS_KINDS];

/* A finished hand. */
typedef struct TricksResult {
    uint8_t kind, dm, next_dm;
    uint8_t power, secret;  /* seat of the Power Player, of who made a Secret Power Play; or
                               NOBODY */
    uint8_t success;        /* of the Power Play */
    int8_t payments[TRICKS_SEATS]; /* change of wealth, in thousands */
} TricksResult;

typedef struct TricksState {
    uint64_t seed;
    uint32_t hands[TRICKS_SEATS], taken[TRICKS_SEATS];
    int16_t wealth[TRICKS_SEATS];   /* in thousands: every payment is a whole number of them */
    uint8_t players, level, early_end;
    uint8_t rotate_dm;              /* another Dragonmaster after every hand */
    uint8_t round, round_began_by, dm, over;
    uint8_t n_played, played[TRICKS_KINDS]; /* kinds of this round, in order */
    uint8_t kind;                   /* or TRICKS_NO_KIND before the call */
    uint8_t power, swapped_by;      /* seats, or NOBODY */
    uint8_t dragon, dragon_taken;   /* who holds the Dragon, who took it; or NOBODY */
    uint8_t extra;                  /* card (TRICKS_DRAGON after a swap) or TRICKS_NO_CARD */
    uint8_t leader;                 /* of the trick under way or the next; NOBODY before the call */
    uint8_t suit;                   /* to be followed; undefined while n_trick is 0 */
    uint8_t n_trick, trick[TRICKS_SEATS]; /* in the order played */
    uint8_t first_taker;            /* who took the first trick, or NOBODY */
    uint8_t tricks[TRICKS_SEATS];   /* how many each seat took */
    uint8_t voids[TRICKS_SEATS];    /* suits, one bit each, that a seat has shown not to hold */
    uint8_t leads[TRICKS_HAND], suits[TRICKS_HAND]; /* of the complete tricks: who led, the suit
                                                       to be followed */
    uint8_t past[TRICKS_HAND][TRICKS_SEATS];        /* their cards, in the order played */
    uint8_t n_results;
    TricksResult results[TRICKS_HANDS];
} TricksState;

/* ---- sets of cards ---- */

static inline int card_count(uint32_t cards) { return __builtin_popcount(cards); }

/* The lowest card of a non-empty set. */
static inline int lowest_card(uint32_t cards) { return __builtin_ctz(cards); }

/* The card with n lower ones in a set of more than n. */
static inline int nth_card(uint32_t cards, uint32_t n)
{
    for (; n > 0; n--)
        cards &= cards - 1;
    return lowest_card(cards);
}

static inline uint32_t tricks_suit_cards(int suit) { return 0xFFu << 8 * suit; }

/* All cards but the Dragon. */
static inline uint32_t tricks_deck(int players) { return players == 3 ? 0xFCFCFCFCu : 0xFFFFFFFFu; }

static inline uint32_t in_hands(const TricksState *state)
{
    return state->hands[0] | state->hands[1] | state->hands[2] | state->hands[3];
}

/* All cards taken so far, without the trick under way. */
static inline uint32_t all_taken(const TricksState *state)
{
    return state->taken[0] | state->taken[1] | state->taken[2] | state->taken[3];
}

/* Cards of the trick under way, the Dragon apart. */
static inline uint32_t on_table(const TricksState *state)
{
    uint32_t cards = 0;
    for (int i = 0; i < state->n_trick; i++)
        cards |= state->trick[i] < TRICKS_DRAGON ? 1u << state->trick[i] : 0;
    return cards;
}

/* Cards of the same suit that beat this one. */
static inline uint32_t cards_above(int card)
{
    return tricks_suit_cards(card >> 3) & ~((2u << card) - 1);
}

/* The kind of the hand under way; it must have been called. */
static inline const TricksKind *kind_of(const TricksState *state)
{
    return &tricks_kinds[state->kind];
}

/* ---- the hand under way ---- */

/* Number of complete tricks. */
static inline int tricks_done(const TricksState *state)
{
    return state->tricks[0] + state->tricks[1] + state->tricks[2] + state->tricks[3];
}

/* Whether the Dragon's holder must choose between swap and keep. */
static inline int tricks_choosing(const TricksState *state)
{
    return state->dragon != NOBODY && state->power == NOBODY;
}

/* The seat `steps` places on, clockwise. */
static inline int tricks_seat_after(const TricksState *state, int seat, int steps)
{
    return (seat + steps) % state->players;
}

/* The next hand's Dragonmaster within the round, unless a Power Play decides otherwise. */
static inline int tricks_heir(const TricksState *state)
{
    return state->rotate_dm ? tricks_seat_after(state, state->dm, 1) : state->dm;
}

int tricks_turn(const TricksState *state); /* seat to act; the match is not over */
/* Suits, one bit each, that the leader may not lead while it holds another. */
uint32_t tricks_barred(const TricksState *state);
/* Legal cards of the seat to act, the Dragon left out. */
uint32_t tricks_playable(const TricksState *state);
/* The seat that wins the trick so far. */
int tricks_winner(const TricksState *state);
/* What a seat's cards and tricks cost in this kind of hand, in thousands. */
int tricks_cost(const TricksState *state, int seat);
/* Whether the hand is over: all cards are played, or the rest decides nothing and is thrown in. */
int tricks_hand_over(const TricksState *state);
/* The result if the hand ends now, without next_dm. */
TricksResult tricks_result(const TricksState *state);

/* ---- functions and texts for struct Game ---- */

extern const char *const tricks_zones[], *const tricks_says[], *const tricks_reasons[],
    *const tricks_labels[];
extern const Option tricks_options[TRICKS_OPTIONS];

int32_t tricks_seats(const int32_t *values, char *error);
int32_t tricks_deal(void *self, const int32_t *values, uint64_t seed, const char *json,
                    const char *deck, Chance *chance, char *error);
int32_t tricks_to_act(const void *self);
int32_t tricks_moves(const void *self, uint32_t *moves);
void tricks_play(void *self, uint32_t move, Events *events, Chance *chance);
int32_t tricks_over(const void *self);
void tricks_scores(const void *self, double *scores);
uint32_t tricks_winners(const void *self);
int32_t tricks_move_text(const void *self, uint32_t move, char *text);
uint32_t tricks_move_parse(const void *self, const char *text);
int32_t tricks_why_not(const void *self, uint32_t move);
int32_t tricks_card_text(const void *self, int32_t card, char *text);
int32_t tricks_describe(const void *self, int32_t viewer, char *json);
int32_t tricks_derive(const void *self, char *json);
int32_t tricks_cards(const void *self, int32_t viewer, Placed *cards);
int32_t tricks_breakdown(const void *self, int32_t seat, Row *rows);
int32_t tricks_reward(const void *root, const void *self, int32_t *rewards);
void tricks_rollout(void *self, Rng *rng);

#endif
