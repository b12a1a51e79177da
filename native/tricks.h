/* tricks.h: the state of Dragonmaster, for its rules (tricks.c), its solver and its players. */

#ifndef HOARD_TRICKS_H
#define HOARD_TRICKS_H

#include "common.h"

#define TRICKS_SEATS 4
#define TRICKS_SUITS 4
#define TRICKS_RANKS 8
#define TRICKS_HAND 8       /* cards of a hand, tricks of a hand */
#define TRICKS_KINDS 5      /* hands of a round */
#define TRICKS_HANDS 20     /* hands of a match at most */
#define TRICKS_FAILURE 8    /* a failed Power Play pays the Dragonmaster so many thousands */

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

/* Cards: suit * 8 + rank, so that a set of cards is a 32-bit mask with the suits as its bytes and the higher card
 * of a suit as the higher bit; ranks F B C D W P Q K = 0 .. 7. The Dragon is no bit of a mask: one byte says who
 * holds it. */
#define TRICKS_KING 7
#define TRICKS_DRAGON 32
#define TRICKS_NO_CARD 255

#define TRICKS_DRA_CARDS 0x000000FFu
#define TRICKS_WIZARD_CARDS 0x10101010u
#define TRICKS_PRINCE_CARD 0x00002000u

/* Moves: a card 0 .. 31; the Dragon (32) played to a trick; the Dragon led as King of a suit; what the Dragon's
 * holder chooses; a kind called. */
#define TRICKS_LED 36       /* + suit */
#define TRICKS_SWAP 40
#define TRICKS_KEEP 41
#define TRICKS_CALL 48      /* + kind */

/* What a kind of hand is about; money in thousands. */
typedef struct TricksKind {
    const char *id;
    uint32_t cards;         /* penalty cards; also what a Power Player must take */
    uint8_t dragonlord, wizard, prince, trick; /* what each costs; trick: the first, and again the last */
    uint8_t power, secret;  /* what each other pays for a Power Play, a Secret one (0: there is none) */
    uint8_t barred;         /* suits not to be led to the first trick (expert), one bit each */
} TricksKind;

extern const TricksKind tricks_kinds[TRICKS_KINDS];

/* A finished hand. */
typedef struct TricksResult {
    uint8_t kind, dm, next_dm;
    uint8_t power, secret;  /* seat of the Power Player, of who made a Secret Power Play; or NOBODY */
    uint8_t success;        /* of the Power Play */
    int8_t payments[TRICKS_SEATS]; /* change of wealth, in thousands */
} TricksResult;

typedef struct TricksState {
    uint64_t seed;
    uint32_t hands[TRICKS_SEATS], taken[TRICKS_SEATS];
    int16_t wealth[TRICKS_SEATS];   /* in thousands: every payment is a whole number of them */
    uint8_t players, level, early_end;
    uint8_t round, round_began_by, dm, over;
    uint8_t n_played, played[TRICKS_KINDS]; /* kinds of this round, in order */
    uint8_t kind;                   /* or TRICKS_NO_KIND before the call */
    uint8_t power, swapped_by;      /* seats, or NOBODY */
    uint8_t dragon, dragon_taken;   /* who holds the Dragon, who took it; or NOBODY */
    uint8_t extra;                  /* card (TRICKS_DRAGON after a swap) or TRICKS_NO_CARD */
    uint8_t leader;                 /* of the trick under way or the next; NOBODY before the call */
    uint8_t suit;                   /* to be followed; of a meaning only while n_trick > 0 */
    uint8_t n_trick, trick[TRICKS_SEATS]; /* in the order played */
    uint8_t first_taker;            /* who took the first trick, or NOBODY */
    uint8_t tricks[TRICKS_SEATS];   /* how many each seat took */
    uint8_t voids[TRICKS_SEATS];    /* suits, one bit each, that a seat has shown not to hold */
    uint8_t n_results;
    TricksResult results[TRICKS_HANDS];
} TricksState;

static inline uint32_t tricks_suit_cards(int suit) { return 0xFFu << 8 * suit; }

static inline uint32_t tricks_deck(int players) { return players == 3 ? 0xFCFCFCFCu : 0xFFFFFFFFu; }

static inline int tricks_done(const TricksState *state)
{
    return state->tricks[0] + state->tricks[1] + state->tricks[2] + state->tricks[3];
}

/* The Dragon's holder has to choose between swap and keep. */
static inline int tricks_choosing(const TricksState *state)
{
    return state->dragon != NOBODY && state->power == NOBODY;
}

static inline int tricks_seat_after(const TricksState *state, int seat, int steps)
{
    return (seat + steps) % state->players;
}

int tricks_turn(const TricksState *state); /* seat to act; the match is not over */
/* Suits, one bit each, that the leader may not lead now while there is anything else. */
uint32_t tricks_barred(const TricksState *state);
/* Cards of the seat to act that may be played now, the Dragon apart. */
uint32_t tricks_playable(const TricksState *state);
/* Seat that takes the trick, once it is complete. */
int tricks_winner(const TricksState *state);
/* What the cards cost that a seat took in such a hand, and its tricks so far; thousands. */
int tricks_cost(const TricksState *state, int seat);
/* Cards, one at most, that cannot be the extra card: with one in that place the hand would have ended. */
uint32_t tricks_not_extra(const TricksState *state);
/* The hand is over: all cards are played, or the rest decides nothing and may be thrown in. */
int tricks_hand_over(const TricksState *state);
/* What the hand comes to if it ends now; next_dm is left out. */
TricksResult tricks_result(const TricksState *state);

void tricks_solve(const void *state, const char *objective, const Limits *limits, Table *table, Progress *progress,
                  Result *result);
void tricks_advise(const void *world, int32_t level, const Limits *limits, Table *table, Progress *progress,
                   Result *result);
int32_t tricks_settled(const void *state, int32_t seat);

#endif
