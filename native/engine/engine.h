/* engine.h: the C interface of Hoard.
 *
 * Each game is a table of functions (struct Game). Moves have a text form, states are plain memory. Python reads
 * this file through cffi, so it contains only plain declarations and integer #defines.
 *
 * State     Game.state_size bytes, at most MAX_STATE, without pointers: memcpy clones it. Playing allocates
 *           nothing, and no C file has mutable globals, so matches and searches can run in parallel.
 * Seats     0 .. seats-1, clockwise. NOBODY means none.
 * Cards     small integers with a meaning of each game's own; Game.card_text names them. NO_CARD means none.
 * Moves     32 bits, packed as each game likes; equal moves have equal bits. Only their text is ever stored.
 * Chance    after the deal, each chance event draws from Rng(seed, event number); the state counts its events. A
 *           Chance may override outcomes one by one ("chance" in a record).
 * Hidden    redeal() is the only source of states for a seat to think about: it replaces everything the seat
 *           cannot know, including the seed. It depends only on what the seat knows and on the given Rng. */

#ifndef HOARD_ENGINE_H
#define HOARD_ENGINE_H

#include <stdint.h>

#define MAX_SEATS 5
#define MAX_STATE 8192      /* bytes */
#define MAX_MOVES 512       /* legal moves of any position */
#define MAX_EVENTS 512      /* events of any move */
#define MAX_PLACED 256      /* cards on a table */
#define MAX_ROWS 96         /* rows of a breakdown */
#define MAX_TEXT 128        /* bytes of a move or card text, of a reason, with the closing 0 */
#define MAX_ERROR 256       /* bytes of a refusal */
#define MAX_OPTIONS 8
#define MAX_LINE 128        /* moves of a principal line */
#define MAX_DESCRIPTION 65536 /* bytes of a description */
#define MAX_DEPTH 64        /* depth of the tree that perft counts */
#define NOBODY 255
#define NO_CARD -1
#define NO_PLACE -1
#define NO_MOVE 0xFFFFFFFF

/* ---- randomness ------------------------------------------------------------------------------------------- */

typedef struct Rng {
    uint64_t s[2];
} Rng;

/* ---- options ---------------------------------------------------------------------------------------------- */

#define OPTION_BOOL 0       /* JSON true / false */
#define OPTION_INT 1        /* JSON integer, low .. high */
#define OPTION_CHOICE 2     /* JSON text, one of choices ("basic advanced expert", split at blanks); value = index */
#define OPTION_SEAT 3       /* JSON integer low .. high, or null = -1 */

typedef struct Option {
    const char *name;
    int32_t kind, low, high, standard;
    const char *choices;    /* OPTION_CHOICE only, else NULL */
} Option;

/* ---- events of a move ----------------------------------------------------------------------------------------- */

#define EVENT_CARD 0        /* card goes from zone `from` of from_seat to zone `to` of to_seat; place = where in it */
#define EVENT_UP 1          /* card in zone `to` of to_seat is turned face up */
#define EVENT_DOWN 2        /* ... face down */
#define EVENT_PAY 3         /* seat pays to_seat `amount` */
#define EVENT_SCORE 4       /* seat's score changes by `amount` */
#define EVENT_SAY 5         /* something is announced: says[what], with seat, to_seat, card, amount as it needs */
#define EVENT_SHUFFLE 6     /* zone `to` is shuffled (amount cards) */
#define EVENT_PAUSE 7       /* show what came before as one step, then what follows */
#define EVENT_OVER 8        /* the game is over */

typedef struct Event {
    uint8_t kind;
    uint8_t what;           /* EVENT_SAY: index into Game.says */
    uint8_t seat;           /* who acts, or who is hit */
    uint8_t from, from_seat, to, to_seat; /* indices into Game.zones; seats or NOBODY */
    uint8_t seen;           /* seats that see the card's face, one bit each; 31 = all */
    int16_t card, place;
    int32_t amount;
} Event;

typedef struct Events {
    int32_t n;
    Event list[MAX_EVENTS];
} Events;

/* Outcomes that replace those of the seed. list[i] is JSON text; used counts those taken. If an outcome does not fit,
 * error holds a refusal and the state must not be used. */
typedef struct Chance {
    const char *const *list;
    int32_t n, used;
    char error[MAX_ERROR];
} Chance;

/* One line of a score: labels[label], possibly with a card (else NO_CARD), a count, and what it is worth. */
typedef struct Row {
    uint8_t label, seat;
    int16_t card;
    int32_t count, value;
} Row;

/* A card and where it lies: zone `zone` of `seat` (or NOBODY), at place `place`. card is NO_CARD if the viewer may
 * not know it. up: it lies face up on the table (cards in hand do not). */
typedef struct Placed {
    uint8_t zone, seat, up;
    int16_t place, card;
} Placed;

/* ---- searching -------------------------------------------------------------------------------------------- */

#define LEVEL_RANDOM 0
#define LEVEL_GREEDY 1      /* the best score right after the move, with hidden cards as redeal gives them */
#define LEVEL_PLAIN 2       /* information-set search, 2,000 playouts a move */
#define LEVEL_EVEN 3        /* Dragon, but with a uniform belief: the others' choices are ignored */
#define LEVEL_HATCHLING 4
#define LEVEL_WYRMLING 5
#define LEVEL_DRAKE 6
#define LEVEL_DRAGON 7
#define LEVELS 8

#define STATUS_EXACT 0
#define STATUS_BOUND 1      /* only a bound is proved */
#define STATUS_CANCELLED 2
#define STATUS_NODES 3      /* out of nodes */
#define STATUS_TIME 4
#define STATUS_MEMORY 5
#define STATUS_UNFIT 6      /* this cannot be solved: Result.why says why */
#define STATUS_DONE 7       /* the advice used all nodes, worlds or playouts of its level */

#define POLICY_SAMPLED 0    /* a strategy sampled inside the search: weight 1 on the chosen move */
#define POLICY_WHOLE 1      /* the weights are the probabilities of all moves, given what the seat knows */

#define PROOF_ESTIMATE 0    /* the best of a search */
#define PROOF_EXACT 1       /* proven, and nothing hidden matters to any seat */
#define PROOF_EVERY_WORLD 2 /* no other move is better in any possible deal, each solved with all cards open */
#define PROOF_EQUILIBRIUM 3 /* a mixed strategy for the ending, with its exploitability computed exactly */

typedef struct Limits {
    uint64_t nodes;         /* 0 = no limit */
    uint32_t ms;            /* time limit; 0 = none */
    uint32_t mb;            /* memory apart from the given table; 0 = the callee decides */
    uint64_t seed;          /* of the search's own randomness */
    uint64_t draw;          /* of the choice in a mixed strategy; advise() derives it from seed */
    int32_t even;           /* ignore the others' choices; advise() sets it */
    int32_t brief;          /* only the policy matters: values and proofs may be missing */
    uint32_t permille;      /* scales all counts of an AI level; 0 and 1000 = as they are */
} Limits;

/* Shared with the waiting thread, which may set stop and read the rest at any time. */
typedef struct Progress {
    volatile int32_t stop;
    volatile int32_t done, of; /* worlds, iterations or moves finished, and their total */
    volatile uint64_t nodes;
    volatile int32_t no_memory; /* an allocation has failed since the search began */
} Progress;

typedef struct Choice {
    uint32_t move;
    uint8_t best;
    uint8_t sure;           /* a plan by what the seat can see brings value[0], whatever is hidden; else not known */
    double value[MAX_SEATS]; /* to the seat to act in value[0]; one for each seat if Result.values > 1 */
    double weight;          /* after advise(): probability that it is played; during the search also shares */
    double odds;            /* if Result.odds: probability of winning what is fought for, 0 .. 1; -1: nothing is */
    double prospect;        /* if Result.prospects: value[0] with what the move means for the time after that value's */
} Choice;

typedef struct Result {
    int32_t status, proof, policy;
    int32_t mixes;          /* the move was drawn from a mixed strategy */
    int32_t n, values;      /* number of choices; numbers in a value (1, or the seats for max^n) */
    int32_t integral;       /* values are integers */
    int32_t odds;           /* choices have odds */
    int32_t prospects;      /* choices have prospects: moves are compared by them, not by their values */
    uint32_t move;          /* the move chosen */
    int64_t worlds, of;     /* worlds examined, and their total; of = -1: too many to count */
    double exploitability;  /* of an equilibrium; -1 if there is none */
    uint64_t nodes;
    double seconds;
    int32_t n_line;
    uint32_t line[MAX_LINE]; /* principal variation */
    char objective[32];     /* what is maximized; a solver fills it */
    char why[MAX_ERROR];
    Choice list[MAX_MOVES];
} Result;

struct Tell; /* what choices reveal in a world: tells.h */
typedef struct Table Table; /* a transposition table, owned by the caller */

/* ---- a game ----------------------------------------------------------------------------------------------- */

typedef struct Game {
    const char *id;
    int32_t place;              /* sorts the games in lists: lower first, equal ones by name */
    uint32_t state_size;
    int32_t n_options;
    const Option *options;
    const char *const *zones;   /* names of the zones; ends with NULL; so do the next three */
    const char *const *says;    /* ids of announcements (strings table: say.GAME.ID) */
    const char *const *reasons; /* ids of reasons (strings table: why.GAME.ID); [0] is "" = legal */
    const char *const *labels;  /* ids of breakdown rows (strings table: row.GAME.ID) */

    /* The number of seats with these options (numbers as in .options), or -1 with a refusal in error. */
    int32_t (*seats)(const int32_t *options, char *error);
    /* Starts a match. json: an explicit deal (well-formed JSON), or NULL for one from the seed. deck: the game's deck
     * file as JSON, or NULL if it has none. Returns 0, or -1 with a refusal in error. */
    int32_t (*deal)(void *state, const int32_t *options, uint64_t seed, const char *json, const char *deck,
                    Chance *chance, char *error);
    int32_t (*to_act)(const void *state);       /* seat, or -1 when over */
    int32_t (*moves)(const void *state, uint32_t *moves); /* legal moves of to_act; their count, 0 when over */
    /* Plays a legal move. events and chance may be NULL. */
    void (*play)(void *state, uint32_t move, Events *events, Chance *chance);
    int32_t (*over)(const void *state);         /* 1 if the match is over */
    void (*scores)(const void *state, double *scores); /* one number for each seat, at any time */
    uint32_t (*winners)(const void *state);     /* the seats with the best result, as bits; 0 before the end */
    int32_t (*move_text)(const void *state, uint32_t move, char *text);  /* length */
    /* The move that a text means in this position, legal or not; NO_MOVE if it is no move. */
    uint32_t (*move_parse)(const void *state, const char *text);
    int32_t (*why_not)(const void *state, uint32_t move); /* index into reasons; 0 = legal */
    int32_t (*card_text)(const void *state, int32_t card, char *text);   /* length */
    /* The "state" object of the record format as JSON, complete (seat = -1) or as one seat sees it; its length. */
    int32_t (*describe)(const void *state, int32_t seat, char *json);
    /* Every card and where it lies, as a seat sees it (-1: all cards), hands and stacks in drawing order. A stack
     * that shows only its top may list the rest as NO_CARD. Returns the number of cards. */
    int32_t (*cards)(const void *state, int32_t seat, Placed *cards);
    /* Replaces everything the seat cannot know by a random alternative, drawn with its true probability (see above). */
    void (*redeal)(void *state, int32_t seat, Rng *rng);
    int32_t (*breakdown)(const void *state, int32_t seat, Row *rows);    /* rows of the score; their count */

    /* The following may be NULL. */

    /* More fields of the "state" object as JSON: what the rules derive from describe's. Separate, because the AI's
     * randomness is seeded with describe's text. Returns the length. */
    int32_t (*derive)(const void *state, char *json);
    /* The rewards of a playout that began at root: 1, with 0 .. 1000 for each seat, if the playout may end here (the
     * match, or the hand it is about, is over); else 0. NULL: rewards are computed from the final scores. */
    int32_t (*reward)(const void *root, const void *state, int32_t *rewards);
    void (*rollout)(void *state, Rng *rng);     /* random legal moves to the end of the match, uniformly */
    /* The exact value of every legal move, with all cards face up. objective: text, "" = the default. */
    void (*solve)(const void *state, const char *objective, const Limits *limits, Table *table,
                  Progress *progress, Result *result);
    /* The move of an AI. world is a redeal of the true state for the seat to act. A search may redeal it again and
     * again, and learns from it only what that seat knows. game: this table, for shared functions that need one.
     * NULL: every level uses information-set search. */
    void (*advise)(const struct Game *game, const void *world, int32_t level, const Limits *limits, Table *table,
                   Progress *progress, Result *result);
    /* Calls tell_choice (tells.h) for the others' choices that the state remembers, as seen in this world and judged
     * by a quick model of a player. NULL: the game has no such model. */
    void (*tells)(const void *world, int32_t seat, struct Tell *tell);
    /* 1 if the payments of the current hand are fixed in every deal this seat considers possible, whatever anybody
     * plays. NULL: never. */
    int32_t (*settled)(const void *state, int32_t seat);
} Game;

/* ---- calls ------------------------------------------------------------------------------------------------ */

int32_t game_count(void);
const Game *game_at(int32_t index);
const char *level_name(int32_t level);
const char *engine_build(void); /* compiler and machine */

Table *table_new(uint32_t mb);  /* mb = 0: a table that holds nothing. NULL if memory is out */
void table_free(Table *table);
void memory_trim(void);         /* returns freed memory to the system, which takes some ms */
void table_forget(Table *table); /* no earlier entry will be found */

/* Exact values; STATUS_UNFIT if the game or the position cannot be solved. */
void solve(const Game *game, const void *state, const char *objective, const Limits *limits, Table *table,
           Progress *progress, Result *result);
/* Advice for the seat to act. It redeals the state first, so that no later code can see what is hidden. */
void advise(const Game *game, const void *state, int32_t level, const Limits *limits, Table *table,
            Progress *progress, Result *result);

/* Whether this thread's stack has room for any search, now and for the rest of its life. Without room a search must
 * not start, because it would crash the process. */
int32_t stack_ready(void);

void rng_seed(Rng *rng, uint64_t seed, uint64_t stream);
uint32_t rng_below(Rng *rng, uint32_t n); /* 0 .. n-1, each equally likely */

/* Plays n random matches from this state to the end and returns the number of moves. For benchmarks and tests. */
uint64_t playouts(const Game *game, const void *state, uint64_t seed, uint32_t n);

#define PERFT_TOO_LARGE 0xFFFFFFFFFFFFFFFF
#define PERFT_NO_MEMORY 0xFFFFFFFFFFFFFFFE
/* The number of leaves of the tree of legal moves at each depth up to `depth` (at most MAX_DEPTH), with chance from
 * the seed; or why there is no count: more than `most` positions, or memory is out. */
uint64_t perft(const Game *game, const void *state, int32_t depth, uint64_t most);

/* ---- sounds (tones.c) ------------------------------------------------------------------------------------- */

/* A buffer holds frames of two floats, left and right, within -1 .. 1 unless too loud. Nothing here affects a move,
 * so floating point may differ between machines. */

#define TONE_RATE 32000     /* frames a second */

#define TONE_PLUCK 0        /* a plucked string of that pitch */
#define TONE_STRUCK 1       /* a struck body of a material, its lowest mode at pitch */
#define TONE_NOISE 2        /* noise in a band that moves from pitch to glide */
#define TONE_CRACKLE 3      /* short knocks at random times, in the same band: sparks, paper, rubble */
#define TONE_PAD 4          /* a bowed chord note: harmonics that swell */

#define TONE_WOOD 0
#define TONE_GEM 1
#define TONE_COIN 2
#define TONE_SKIN 3         /* a small frame drum */
#define TONE_STONE 4
#define TONE_LEATHER 5
#define TONE_BELL 6

typedef struct Tone {
    int32_t kind, material; /* material: of TONE_STRUCK */
    double at;              /* s, start in the buffer */
    double length;          /* s, then it is faded out */
    double attack, decay;   /* s until full; s until it has decayed to a thousandth */
    double pitch, glide;    /* Hz at the start and at the end */
    double level, pan;      /* 0 .. 1; -1 left .. 1 right */
    double bright;          /* 0 dull .. 1 sharp: number of harmonics, or width of the band */
    double rate;            /* of TONE_CRACKLE: knocks a second, above 0 */
} Tone;

typedef struct Room Room;   /* a small hall, with the reverberation of what it has heard */

/* Adds n tones to a buffer; what lies beyond its end is cut off. seed: of their noise. */
void tones_add(const Tone *tones, int32_t n, uint64_t seed, float *buffer, int32_t frames);
Room *room_new(void);       /* NULL if memory is out */
void room_free(Room *room);
/* Adds reverberation to a buffer; wet, 0 .. 1, is its share. */
void room_add(Room *room, double wet, float *buffer, int32_t frames);
/* Converts a buffer to 16 bits, times gain, with soft clipping. */
void tones_round(const float *buffer, int32_t frames, double gain, int16_t *samples);
/* How far samples reach, 0 .. 1, in each block of so many of them; the last block may be shorter. */
void tones_reach(const int16_t *samples, int32_t n, int32_t block, float *reach);

#endif
