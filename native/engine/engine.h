/* engine.h: the one C interface of Hoard.
 *
 * Five games behind one table of functions each (struct Game), moves that travel as text, states that are
 * plain memory. Python reads this file through cffi, so it holds plain declarations and integer #defines only.
 *
 * State     fixed size (Game.state_size <= MAX_STATE), no pointers: clone = memcpy. Nothing allocates while
 *           playing; no C file has a mutable global, so matches and searches run side by side.
 * Seats     0 .. seats-1, clockwise. NOBODY where none is meant.
 * Cards     small integers of the game's own; Game.card_text names them. NO_CARD where none is meant.
 * Moves     32 bits of the game's own packing; equal moves have equal bits. Text is the only lasting form.
 * Chance    whatever happens after the deal by luck draws from Rng(seed, event number), the state counting its
 *           events; a Chance may override the outcomes one by one (records' "chance").
 * Hidden    redeal() is the only way to a state that a seat may think about: everything the seat cannot know is
 *           replaced, the seed too. It depends on nothing but what the seat knows and the Rng given. */

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
#define MAX_DEPTH 64        /* of the tree that perft counts */
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

/* ---- what happens when a move is played ------------------------------------------------------------------- */

#define EVENT_CARD 0        /* card goes from zone `from` of from_seat to zone `to` of to_seat; place = where in it */
#define EVENT_UP 1          /* card in zone `to` of to_seat is turned face up */
#define EVENT_DOWN 2        /* ... face down */
#define EVENT_PAY 3         /* seat pays to_seat `amount` */
#define EVENT_SCORE 4       /* seat's score changes by amount */
#define EVENT_SAY 5         /* something is announced: says[what], with seat, to_seat, card, amount as it needs */
#define EVENT_SHUFFLE 6     /* zone `to` is shuffled (amount cards) */
#define EVENT_PAUSE 7       /* what came before belongs together and is to be seen; then what follows */
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

/* Outcomes that replace those of the seed. list[i] is JSON text; used counts those taken; an outcome that does
 * not fit leaves a refusal in error and nothing else may be relied on. */
typedef struct Chance {
    const char *const *list;
    int32_t n, used;
    char error[MAX_ERROR];
} Chance;

/* One line of "what scores what": labels[label], with a card (or NO_CARD), how many, and what it is worth. */
typedef struct Row {
    uint8_t label, seat;
    int16_t card;
    int32_t count, value;
} Row;

/* A card where it lies: in zone `zone` of `seat` (or NOBODY's) at place `place`. card is NO_CARD where the one who
 * looks may not know it; up tells whether it lies face up on the table (a hand's cards do not). */
typedef struct Placed {
    uint8_t zone, seat, up;
    int16_t place, card;
} Placed;

/* ---- searching -------------------------------------------------------------------------------------------- */

#define LEVEL_RANDOM 0
#define LEVEL_GREEDY 1      /* the best score right after the move, hidden cards as redeal gives them */
#define LEVEL_PLAIN 2       /* information-set search, 2,000 playouts a move */
#define LEVEL_EVEN 3        /* as Dragon, but all that fits what the seat has seen is equally likely */
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
#define STATUS_DONE 7       /* an advice that ran as many nodes, worlds or playouts as its level asks for */

#define POLICY_SAMPLED 0    /* some randomness lies deeper than the weights: 1 stands on the move drawn */
#define POLICY_WHOLE 1      /* weights are the chances of the moves, by all that the seat knows */

#define PROOF_ESTIMATE 0    /* the best of a search */
#define PROOF_EXACT 1       /* proven, and nothing hidden matters */
#define PROOF_EVERY_WORLD 2 /* best in every possible deal of the hidden cards, each solved exactly */
#define PROOF_EQUILIBRIUM 3 /* a mixed strategy for the ending, its exploitability computed exactly */

typedef struct Limits {
    uint64_t nodes;         /* 0 = no limit */
    uint32_t ms;            /* guard rail; 0 = none */
    uint32_t mb;            /* memory besides the table given; 0 = the callee's own choice */
    uint64_t seed;          /* of the search's own randomness */
    uint64_t draw;          /* of the draw among moves that are mixed; advise() makes it of seed */
    int32_t even;           /* what others have chosen tells nothing; advise() sets it */
    int32_t brief;          /* only the policy is asked for: values and proofs may be left out */
    uint32_t permille;      /* scales all counts of an AI level; 0 and 1000 = as they are */
} Limits;

/* Shared with the thread that waits: it may set stop and read the rest at any time. */
typedef struct Progress {
    volatile int32_t stop;
    volatile int32_t done, of; /* worlds, iterations or moves finished, of so many */
    volatile uint64_t nodes;
    volatile int32_t no_memory; /* some memory was refused since the search began */
} Progress;

typedef struct Choice {
    uint32_t move;
    uint8_t best;
    double value[MAX_SEATS]; /* for the seat to act in value[0]; a value a seat where Result.values > 1 */
    double weight;          /* after advise(): the chance that it is played; while searching also shares */
    double odds;            /* where Result.odds: chance of what is fought for, 0 .. 1; -1: nothing is */
} Choice;

typedef struct Result {
    int32_t status, proof, policy;
    int32_t mixes;          /* the move was drawn by the weights */
    int32_t n, values;      /* choices; numbers a value has (1, or the seats for max^n) */
    int32_t integral;       /* values are whole numbers */
    int32_t odds;           /* choices tell their odds */
    uint32_t move;          /* the move chosen */
    int64_t worlds, of;     /* worlds looked at, of so many; of = -1: too many to count */
    double exploitability;  /* of an equilibrium; -1 where there is none */
    uint64_t nodes;
    double seconds;
    int32_t n_line;
    uint32_t line[MAX_LINE]; /* principal line, moves in order */
    char objective[32];     /* what the values are about; a solver fills it */
    char why[MAX_ERROR];
    Choice list[MAX_MOVES];
} Result;

struct Tell; /* what choices tell in a world: tells.h */
typedef struct Table Table; /* a transposition table, owned by the caller */

/* ---- a game ----------------------------------------------------------------------------------------------- */

typedef struct Game {
    const char *id;
    int32_t place;              /* where the game stands in lists: lower numbers first, equal ones by name */
    uint32_t state_size;
    int32_t n_options;
    const Option *options;
    const char *const *zones;   /* names of the zones; ends with NULL; so do the next three */
    const char *const *says;    /* ids of announcements (strings table: say.GAME.ID) */
    const char *const *reasons; /* ids of reasons (strings table: why.GAME.ID); [0] is "" = legal */
    const char *const *labels;  /* ids of breakdown rows (strings table: row.GAME.ID) */

    /* Seats of a match with these options (indices as in .options), or -1 with a refusal in error. */
    int32_t (*seats)(const int32_t *options, char *error);
    /* Starts a match. json: an explicit deal (well-formed JSON text) or NULL = from the seed. deck: the game's
     * deck file as JSON text, or NULL where the game needs none. 0, or -1 with a refusal in error. */
    int32_t (*deal)(void *state, const int32_t *options, uint64_t seed, const char *json, const char *deck,
                    Chance *chance, char *error);
    int32_t (*to_act)(const void *state);       /* seat, or -1 when over */
    int32_t (*moves)(const void *state, uint32_t *moves); /* legal moves of to_act; their count, 0 when over */
    /* Plays a legal move. events and chance may be NULL. */
    void (*play)(void *state, uint32_t move, Events *events, Chance *chance);
    int32_t (*over)(const void *state);         /* 1 when the match is over */
    void (*scores)(const void *state, double *scores); /* one number a seat, at any time */
    uint32_t (*winners)(const void *state);     /* bits of the seats with the best result; 0 before the end */
    int32_t (*move_text)(const void *state, uint32_t move, char *text);  /* length */
    /* The move a text means in this position, legal or not; NO_MOVE where it means none. */
    uint32_t (*move_parse)(const void *state, const char *text);
    int32_t (*why_not)(const void *state, uint32_t move); /* index into reasons; 0 = legal */
    int32_t (*card_text)(const void *state, int32_t card, char *text);   /* length */
    /* The "state" object of the record format as JSON, all cards (seat = -1) or as one seat may see it; length. */
    int32_t (*describe)(const void *state, int32_t seat, char *json);
    /* Every card where it lies, as seat sees it (-1: all cards), hands and stacks in the order to be drawn;
     * stacks that show only their top may list the rest as NO_CARD. Count of cards. */
    int32_t (*cards)(const void *state, int32_t seat, Placed *cards);
    /* Replaces all that seat cannot know by a random alternative of true probability (see above). */
    void (*redeal)(void *state, int32_t seat, Rng *rng);
    int32_t (*breakdown)(const void *state, int32_t seat, Row *rows);    /* what scores what; count of rows */

    /* What follows may be NULL: the shared parts then do without. */

    /* More fields of the "state" object, as a JSON object: what follows from those of describe by the rules, for whoever
     * knows none. Apart from it, for the randomness of an AI is made of what describe tells. Length. */
    int32_t (*derive)(const void *state, char *json);
    /* Reward of a playout that began at root: 1 with a number 0 .. 1000 a seat when the playout may end here
     * (the match, or the hand it is played for, is over), else 0. NULL: from scores at the end. */
    int32_t (*reward)(const void *root, const void *state, int32_t *rewards);
    void (*rollout)(void *state, Rng *rng);     /* uniformly random legal moves to the end of the match */
    /* Exact values of every legal move, all cards open. objective: text, "" = the default. */
    void (*solve)(const void *state, const char *objective, const Limits *limits, Table *table,
                  Progress *progress, Result *result);
    /* What an AI plays. world is a redeal of the true state for the seat to act: a search may redeal it again
     * and again, and learns from it only what that seat knows. game: this table, for the shared calls that need
     * one. NULL: information-set search for all levels. */
    void (*advise)(const struct Game *game, const void *world, int32_t level, const Limits *limits, Table *table,
                   Progress *progress, Result *result);
    /* Notes with tell_choice (tells.h) what the others' choices, as far as the state remembers them, tell seat in this
     * world, by a quick model of a player. NULL: nothing. */
    void (*tells)(const void *world, int32_t seat, struct Tell *tell);
    /* 1 when nothing that the hand under way pays can change any more, in any deal that this seat can imagine and
     * whatever anybody plays. NULL: never. */
    int32_t (*settled)(const void *state, int32_t seat);
} Game;

/* ---- calls ------------------------------------------------------------------------------------------------ */

int32_t game_count(void);
const Game *game_at(int32_t index);
const char *level_name(int32_t level);
const char *engine_build(void); /* compiler and architecture */

Table *table_new(uint32_t mb);  /* mb = 0: a table that holds nothing; NULL when memory is out */
void table_free(Table *table);
void memory_trim(void);         /* gives freed memory back to the system, where it does not go back by itself; some ms */
void table_forget(Table *table); /* no entry of before is found again */

/* Exact values; STATUS_UNFIT for a game or a position that cannot be solved. */
void solve(const Game *game, const void *state, const char *objective, const Limits *limits, Table *table,
           Progress *progress, Result *result);
/* Advice for the seat to act. Redeals the state first, so that nothing after it can see what is hidden. */
void advise(const Game *game, const void *state, int32_t level, const Limits *limits, Table *table,
            Progress *progress, Result *result);

/* Whether this thread's stack has room for any search, and for the rest of its life will have. Without room a search
 * may not begin: it would end the process. */
int32_t stack_ready(void);

void rng_seed(Rng *rng, uint64_t seed, uint64_t stream);
uint32_t rng_below(Rng *rng, uint32_t n); /* 0 .. n-1, each equally likely */

/* Plays n random matches from this state to the end; returns the moves played. For benchmarks and tests. */
uint64_t playouts(const Game *game, const void *state, uint64_t seed, uint32_t n);

#define PERFT_TOO_LARGE 0xFFFFFFFFFFFFFFFF
#define PERFT_NO_MEMORY 0xFFFFFFFFFFFFFFFE
/* Leaves at every depth up to `depth` (MAX_DEPTH at most) of the tree of legal moves (chance as the seed has it);
 * or why there is no count: it has more than `most` positions, or memory is out. */
uint64_t perft(const Game *game, const void *state, int32_t depth, uint64_t most);

/* ---- sounds (tones.c) ------------------------------------------------------------------------------------- */

/* A buffer holds frames of two floats, left and right, -1 .. 1 where it is not too loud. Nothing here decides a
 * move, so floating point may differ between machines. */

#define TONE_RATE 32000     /* frames a second */

#define TONE_PLUCK 0        /* a plucked string of that pitch */
#define TONE_STRUCK 1       /* a struck body of a material, its lowest mode at pitch */
#define TONE_NOISE 2        /* noise in a band that moves from pitch to glide */
#define TONE_CRACKLE 3      /* sparks: short knocks at random moments, in the same band */
#define TONE_PAD 4          /* a bowed chord note: harmonics that swell */

#define TONE_WOOD 0
#define TONE_GEM 1
#define TONE_COIN 2
#define TONE_SKIN 3         /* a small frame drum */

typedef struct Tone {
    int32_t kind, material; /* material: of TONE_STRUCK */
    double at;              /* s from the beginning of the buffer */
    double length;          /* s until it is cut off, softly */
    double attack, decay;   /* s until it is full; s until a thousandth of it is left */
    double pitch, glide;    /* Hz at its beginning and at its end */
    double level, pan;      /* 0 .. 1; -1 left .. 1 right */
    double bright;          /* 0 dull .. 1 sharp: harmonics, or the width of the band */
} Tone;

typedef struct Room Room;   /* a small hall that still rings from what was heard before */

/* Adds n tones to a buffer; what lies beyond its end is left out. seed: of their noise. */
void tones_add(const Tone *tones, int32_t n, uint64_t seed, float *buffer, int32_t frames);
Room *room_new(void);       /* NULL when memory is out */
void room_free(Room *room);
/* Lets a buffer be heard in the room; wet 0 .. 1 is the share of what the walls give back. */
void room_add(Room *room, double wet, float *buffer, int32_t frames);
/* A buffer as 16 bits, times gain, its peaks bent softly below full scale. */
void tones_round(const float *buffer, int32_t frames, double gain, int16_t *samples);

#endif
