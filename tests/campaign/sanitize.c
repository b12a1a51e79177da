/* sanitize.c: plays the whole engine at random, to be compiled with the address and undefined behaviour sanitizers.
 *
 * Everything it does is a step, and a step is a line of text:
 *
 *     game ID | options N ... | seed N | deal JSON | chance JSON        what a match is made of
 *     table MB                                                          searches have such a table; 0: none
 *     start                                                             deals
 *     play TEXT                                                         a legal move
 *     look SEAT                          describe, cards, breakdown (-1: all cards open)
 *     redeal SEAT NUMBER                 a redealt copy, which must look the same to the seat
 *     preview SEAT NUMBER TEXT           the events of a move in a redealt copy
 *     advise LEVEL NUMBER PERMILLE STOP  STOP: microseconds after which it is told to stop; 0: never
 *     solve NODES STOP OBJECTIVE
 *     playouts NUMBER N
 *
 * "random" writes the steps of the match under way into a file before it takes them; "steps" takes them from a file.
 * So whatever goes wrong leaves a text behind that makes it go wrong again, and lines can be taken out of it until no
 * more can be. A step that cannot be taken where it stands (an illegal move, a deal that is refused) does nothing.
 * Besides what the sanitizers find, what the interface promises is demanded. A step that takes too long is a finding.
 */

#define _DEFAULT_SOURCE

#include "engine/clock.h"
#include "engine/common.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define MAX_CHANCE 512
#define LONGEST_STEP 120 /* seconds */

static const char *const objectives[] = {
    "", "outcome", "lines", "margin", "coalition", "power", "maxn", "bridge:0", "bridge:0,2", "bridge:1,2", "nonsense",
};

#define MOST_GAMES 16
#define MOVES_A_LOOK 1000 /* shares of more moves look at one in so many times fewer of them */

typedef struct Counts {
    uint64_t matches, moves, looks, redeals, previews, refused, stops;
    uint64_t advised[LEVELS], solved[COUNT(objectives)];
    uint64_t choices[MOST_GAMES];   /* of each game, the choices of its options of which a share was played */
    double slowest_stop;            /* seconds of processor time from the stop flag to the end of the search */
    char slowest[256];              /* the step that it was */
} Counts;

typedef struct Desk {
    const char *decks;              /* a folder with GAME.json, or NULL */
    int log;                        /* of the match under way; -1: none */
    const Game *game;
    int32_t options[MAX_OPTIONS];
    uint64_t seed;
    char *deal, *deck, *chances[MAX_CHANCE];
    Chance chance;
    int dealt;
    int32_t seats;
    _Alignas(16) char state[MAX_STATE];
    Events events;
    Placed cards[MAX_PLACED];
    Row rows[MAX_ROWS];
    char views[2][MAX_DESCRIPTION];
    Result result;
    Table *table;
    double end;                     /* when to stop; 0: after the rounds */
    Counts counts;
} Desk;

#define DEMAND(holds)                                                                                                 \
    do {                                                                                                              \
        if (!(holds)) {                                                                                               \
            fprintf(stderr, "sanitize: not so: %s (line %d)\n", #holds, __LINE__);                                    \
            abort();                                                                                                  \
        }                                                                                                             \
    } while (0)

/* ---- the clock: a search is told to stop, a step that hangs is ended ---- */

static Progress progress;
static timer_t stopper;
static volatile double told; /* processor time at which the search was told to stop; 0: not yet */

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void tell_to_stop(int signal_number)
{
    (void)signal_number;
    told = processor_seconds();
    progress.stop = 1;
}

static void give_up(int signal_number)
{
    static const char words[] = "sanitize: a step does not end\n";
    (void)signal_number;
    if (write(2, words, sizeof words - 1) < 0)
        _exit(3);
    abort();
}

static void clock_begin(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    signal(SIGUSR1, tell_to_stop);
    signal(SIGALRM, give_up);
    DEMAND(!timer_create(CLOCK_MONOTONIC, &event, &stopper));
}

/* Sets the stop flag after so many microseconds. 0: never. */
static void stop_after(long us)
{
    struct itimerspec timer = {{0, 0}, {us / 1000000, us % 1000000 * 1000}};
    DEMAND(!timer_settime(stopper, 0, &timer, NULL));
}

static void search_begun(long stop)
{
    progress = (Progress){0, 0, 0, 0, 0};
    told = 0;
    if (stop)
        stop_after(stop);
}

/* line: the step. */
static void search_ended(Counts *counts, const char *game, const char *line)
{
    double end = processor_seconds();
    stop_after(0);
    if (told <= 0)
        return;
    counts->stops++;
    if (end - told <= counts->slowest_stop)
        return;
    counts->slowest_stop = end - told;
    snprintf(counts->slowest, sizeof counts->slowest, "%s: %s", game, line);
}

/* ---- reading a line ---- */

/* Whether the line begins with this word; *rest is what follows it. */
static int says(const char *line, const char *word, const char **rest)
{
    size_t n = strlen(word);
    if (strncmp(line, word, n) || (line[n] && line[n] != ' '))
        return 0;
    *rest = line[n] ? line + n + 1 : line + n;
    return 1;
}

/* The next number of a line, 0 where there is none; *at goes on to what follows it and one blank. */
static int64_t number(const char **at)
{
    char *end;
    int64_t found = strtoll(*at, &end, 10);
    *at = *end == ' ' ? end + 1 : end;
    return found;
}

/* ---- making a match ---- */

static char *text_copy(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    DEMAND(copy);
    return strcpy(copy, text);
}

static char *file_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    DEMAND(!fseek(file, 0, SEEK_END));
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t)size + 1);
    DEMAND(size >= 0 && text && fread(text, 1, (size_t)size, file) == (size_t)size);
    text[size] = 0;
    fclose(file);
    return text;
}

static void match_clear(Desk *desk)
{
    for (int i = 0; i < desk->chance.n; i++)
        free(desk->chances[i]);
    free(desk->deal);
    free(desk->deck);
    desk->deal = desk->deck = NULL;
    desk->chance = (Chance){.list = (const char *const *)desk->chances};
    desk->dealt = 0;
    desk->seed = 0;
}

static void step_game(Desk *desk, const char *id)
{
    char path[1024];
    match_clear(desk);
    desk->game = NULL;
    for (int32_t i = 0; i < game_count(); i++)
        if (!strcmp(game_at(i)->id, id))
            desk->game = game_at(i);
    for (int i = 0; desk->game && i < desk->game->n_options; i++)
        desk->options[i] = desk->game->options[i].standard;
    snprintf(path, sizeof path, "%s/%s.json", desk->decks, id);
    desk->deck = file_text(path);
}

/* The numbers that an option may have: the first, and one after the last. */
static int32_t option_first(const Option *option)
{
    return option->kind == OPTION_SEAT ? -1 : option->kind == OPTION_INT ? option->low : 0;
}

static int32_t option_end(const Option *option)
{
    if (option->kind == OPTION_BOOL)
        return 2;
    if (option->kind != OPTION_CHOICE)
        return option->high + 1;
    int32_t n = 1;
    for (const char *at = option->choices; *at; at++)
        n += *at == ' ';
    return n;
}

static void step_options(Desk *desk, const char *text)
{
    for (int i = 0; i < desk->game->n_options; i++) {
        const Option *option = &desk->game->options[i];
        char *end;
        long value = strtol(text, &end, 10);
        if (end == text)
            return;
        text = end;
        if (value >= option_first(option) && value < option_end(option))
            desk->options[i] = (int32_t)value;
    }
}

static void step_chance(Desk *desk, const char *text)
{
    if (desk->chance.n < MAX_CHANCE)
        desk->chances[desk->chance.n++] = text_copy(text);
}

static void step_table(Desk *desk, const char *text)
{
    table_free(desk->table);
    desk->table = table_new((uint32_t)number(&text) & 15);
    DEMAND(desk->table);
}

static void step_start(Desk *desk)
{
    char error[MAX_ERROR] = "";
    desk->chance.used = 0;
    desk->chance.error[0] = 0;
    memset(desk->state, 0xA5, sizeof desk->state);
    desk->seats = desk->game->seats(desk->options, error);
    desk->dealt = desk->seats > 0 && !desk->game->deal(desk->state, desk->options, desk->seed, desk->deal, desk->deck,
                                                       &desk->chance, error);
    DEMAND(desk->dealt || error[0]);
    DEMAND(memchr(error, 0, sizeof error));
    desk->counts.matches += (uint64_t)desk->dealt;
    desk->counts.refused += !desk->dealt;
}

/* ---- steps of a match ---- */

static int is_legal(const Game *game, const void *state, uint32_t move)
{
    uint32_t moves[MAX_MOVES];
    int32_t n = game->moves(state, moves);
    for (int32_t i = 0; i < n; i++)
        if (moves[i] == move)
            return 1;
    return 0;
}

/* What the interface promises of the legal moves. */
static void check_moves(const Game *game, const void *state)
{
    uint32_t moves[MAX_MOVES];
    char text[MAX_TEXT];
    int32_t n = game->moves(state, moves);
    DEMAND(n >= 0 && n <= MAX_MOVES && !n == !!game->over(state) && !n == (game->to_act(state) < 0));
    for (int32_t i = 0; i < n; i++) {
        DEMAND(game->move_text(state, moves[i], text) == (int32_t)strlen(text));
        DEMAND(game->move_parse(state, text) == moves[i]);
        DEMAND(!game->why_not(state, moves[i]));
    }
}

static void step_play(Desk *desk, const char *text)
{
    _Alignas(16) char before[MAX_STATE];
    uint32_t move = desk->game->move_parse(desk->state, text);
    if (move == NO_MOVE)
        return;
    if (!is_legal(desk->game, desk->state, move)) {
        DEMAND(desk->game->why_not(desk->state, move));
        return;
    }
    int32_t used = desk->chance.used;
    memcpy(before, desk->state, sizeof before);
    desk->events.n = 0;
    desk->game->play(desk->state, move, &desk->events, &desk->chance);
    DEMAND(desk->events.n >= 0 && desk->events.n <= MAX_EVENTS);
    desk->counts.moves++;
    if (desk->chance.error[0]) {
        memcpy(desk->state, before, sizeof before);
        desk->chance.error[0] = 0;
        desk->chance.used = used;
        desk->counts.refused++;
        return;
    }
    check_moves(desk->game, desk->state);
}

static void look(Desk *desk, const void *state, int32_t seat, char *view)
{
    char text[MAX_TEXT];
    double scores[MAX_SEATS];
    const Game *game = desk->game;
    int32_t n = game->describe(state, seat, view);
    DEMAND(n == (int32_t)strlen(view) && n < MAX_DESCRIPTION);
    int32_t placed = game->cards(state, seat, desk->cards);
    DEMAND(placed >= 0 && placed <= MAX_PLACED);
    for (int32_t i = 0; i < placed; i++)
        if (desk->cards[i].card != NO_CARD)
            DEMAND(game->card_text(state, desk->cards[i].card, text) == (int32_t)strlen(text));
    int32_t rows = game->breakdown(state, seat < 0 ? 0 : seat, desk->rows);
    DEMAND(rows >= 0 && rows <= MAX_ROWS);
    game->scores(state, scores);
    DEMAND(!game->winners(state) == !game->over(state));
    if (game->settled && seat >= 0)
        (void)game->settled(state, seat);
}

static void step_look(Desk *desk, int32_t seat)
{
    desk->counts.looks++;
    look(desk, desk->state, seat, desk->views[0]);
}

/* A redealt copy in `copy`. */
static void redealt(const Desk *desk, int32_t seat, uint64_t number, char *copy)
{
    Rng rng;
    rng_seed(&rng, number, 0);
    memcpy(copy, desk->state, MAX_STATE);
    desk->game->redeal(copy, seat, &rng);
}

static void step_redeal(Desk *desk, int32_t seat, uint64_t number)
{
    _Alignas(16) char copy[MAX_STATE];
    redealt(desk, seat, number, copy);
    check_moves(desk->game, copy);
    look(desk, desk->state, seat, desk->views[0]);
    look(desk, copy, seat, desk->views[1]);
    DEMAND(!strcmp(desk->views[0], desk->views[1]));
    desk->counts.redeals++;
}

static void step_preview(Desk *desk, int32_t seat, uint64_t number, const char *text)
{
    _Alignas(16) char copy[MAX_STATE];
    redealt(desk, seat, number, copy);
    uint32_t move = desk->game->move_parse(copy, text);
    if (move == NO_MOVE || !is_legal(desk->game, copy, move))
        return;
    desk->events.n = 0;
    desk->game->play(copy, move, &desk->events, NULL);
    check_moves(desk->game, copy);
    desk->counts.previews++;
}

static void check_line(const Desk *desk)
{
    _Alignas(16) char copy[MAX_STATE];
    memcpy(copy, desk->state, sizeof copy);
    DEMAND(desk->result.n_line >= 0 && desk->result.n_line <= MAX_LINE);
    for (int32_t i = 0; i < desk->result.n_line && is_legal(desk->game, copy, desk->result.line[i]); i++)
        desk->game->play(copy, desk->result.line[i], NULL, NULL);
}

/* rest: of the line. */
static void step_advise(Desk *desk, const char *line, const char *rest)
{
    int32_t level = (int32_t)number(&rest);
    uint64_t seed = (uint64_t)number(&rest);
    uint32_t permille = (uint32_t)number(&rest);
    if (level < 0 || level >= LEVELS || desk->game->over(desk->state))
        return;
    Limits limits = {.mb = 4, .seed = seed, .permille = permille};
    table_forget(desk->table);
    search_begun((long)number(&rest));
    advise(desk->game, desk->state, level, &limits, desk->table, &progress, &desk->result);
    search_ended(&desk->counts, desk->game->id, line);
    DEMAND(is_legal(desk->game, desk->state, desk->result.move));
    double sum = 0;
    for (int32_t i = 0; i < desk->result.n; i++) {
        DEMAND(is_legal(desk->game, desk->state, desk->result.list[i].move));
        DEMAND(desk->result.list[i].weight >= 0);
        sum += desk->result.list[i].weight;
    }
    DEMAND(sum < 1.001);
    desk->counts.advised[level]++;
}

/* rest: of the line. */
static void step_solve(Desk *desk, const char *line, const char *rest)
{
    Limits limits = {.nodes = (uint64_t)number(&rest), .mb = 4};
    table_forget(desk->table);
    search_begun((long)number(&rest));
    const char *objective = rest;
    solve(desk->game, desk->state, objective, &limits, desk->table, &progress, &desk->result);
    search_ended(&desk->counts, desk->game->id, line);
    if (desk->result.status == STATUS_UNFIT) {
        DEMAND(desk->result.why[0]);
        return;
    }
    if (desk->result.status == STATUS_EXACT)
        check_line(desk);
    for (int i = 0; i < COUNT(objectives); i++)
        desk->counts.solved[i] += !strcmp(objectives[i], objective);
}

/* ---- a step from its line ---- */

static int take_set_up(Desk *desk, const char *line)
{
    const char *rest;
    if (says(line, "game", &rest))
        step_game(desk, rest);
    else if (says(line, "table", &rest))
        step_table(desk, rest);
    else if (!desk->game)
        return 1;
    else if (says(line, "options", &rest))
        step_options(desk, rest);
    else if (says(line, "seed", &rest))
        desk->seed = strtoull(rest, NULL, 10);
    else if (says(line, "deal", &rest)) {
        free(desk->deal);
        desk->deal = text_copy(rest);
    } else if (says(line, "chance", &rest))
        step_chance(desk, rest);
    else if (says(line, "start", &rest))
        step_start(desk);
    else
        return 0;
    return 1;
}

/* What a seat does, or somebody who sees all (-1). */
static void take_seat_step(Desk *desk, const char *line)
{
    const char *rest = line + strcspn(line, " ");
    int64_t seat = number(&rest);
    int looks = says(line, "look", &line);
    if (seat >= desk->seats || seat < (looks ? -1 : 0))
        return;
    if (looks) {
        step_look(desk, (int32_t)seat);
        return;
    }
    uint64_t seed = (uint64_t)number(&rest);
    if (says(line, "redeal", &line))
        step_redeal(desk, (int32_t)seat, seed);
    else if (says(line, "preview", &line))
        step_preview(desk, (int32_t)seat, seed, rest);
}

static void take_step(Desk *desk, const char *line)
{
    const char *rest;
    alarm(LONGEST_STEP);
    if (take_set_up(desk, line) || !desk->dealt)
        return;
    if (says(line, "play", &rest))
        step_play(desk, rest);
    else if (says(line, "solve", &rest))
        step_solve(desk, line, rest);
    else if (says(line, "advise", &rest))
        step_advise(desk, line, rest);
    else if (says(line, "playouts", &rest)) {
        uint64_t seed = (uint64_t)number(&rest);
        playouts(desk->game, desk->state, seed, (uint32_t)number(&rest) & 15);
    } else
        take_seat_step(desk, line);
}

/* ---- at random ---- */

typedef struct Share {
    uint64_t decisions, solves, moves; /* wanted of each game with each choice of its options, a round */
} Share;

/* Writes a step down, then takes it. */
static void note(Desk *desk, const char *format, ...) PRINTF_LIKE(2, 3);
static void note(Desk *desk, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    DEMAND(n > 0 && n < (int)sizeof line - 1);
    line[n] = '\n';
    if (desk->log >= 0)
        DEMAND(write(desk->log, line, (size_t)n + 1) == n + 1);
    line[n] = 0;
    take_step(desk, line);
}

static void random_look(Desk *desk, Rng *rng, const char *move)
{
    int32_t seat = (int32_t)rng_below(rng, (uint32_t)desk->seats);
    uint32_t what = rng_below(rng, 16);
    if (what < 4)
        note(desk, "look %d", what ? (int)seat : -1);
    else if (what < 8)
        note(desk, "redeal %d %u", (int)seat, (unsigned)rng_below(rng, 1000));
    else if (what < 11)
        note(desk, "preview %d %u %s", (int)desk->game->to_act(desk->state), (unsigned)rng_below(rng, 1000), move);
    else if (what == 11 && rng_below(rng, 8) == 0)
        note(desk, "playouts %u 3", (unsigned)rng_below(rng, 1000));
}

/* One in four searches is told to stop at some moment. */
static unsigned random_stop(Rng *rng) { return rng_below(rng, 4) ? 0 : 1u << rng_below(rng, 16); }

/* Levels take turns. Two of three turns of those that weigh what others have chosen go to a quicker one: late in a duel
 * such a decision takes five seconds here, however small its counts. Every third, not one of three by chance: so each
 * level is asked as often whatever the seed. */
static void random_advice(Desk *desk, Rng *rng, uint64_t done)
{
    unsigned permille = 1u << rng_below(rng, 10);
    int32_t level = (int32_t)(done % LEVELS);
    if ((level == LEVEL_EVEN || level == LEVEL_DRAGON) && done / LEVELS % 3)
        level = (int32_t)rng_below(rng, LEVEL_EVEN);
    note(desk, "advise %d %u %u %u", (int)level, (unsigned)rng_below(rng, 1000), permille, random_stop(rng));
}

static void random_solve(Desk *desk, Rng *rng, uint64_t done)
{
    static const unsigned nodes[] = {500, 8000, 128000};
    note(desk, "solve %u %u %s", nodes[rng_below(rng, 3)], random_stop(rng), objectives[done % COUNT(objectives)]);
}

/* Whether so many of `all`, spread evenly over the moves of a share, are due by now. */
static int is_due(uint64_t done, uint64_t all, uint64_t moves, const Share *share)
{
    return done * share->moves < moves * all;
}

static void play_random_match(Desk *desk, Rng *rng, const Share *share, Share *done)
{
    uint32_t moves[MAX_MOVES];
    char text[MAX_TEXT];
    while (desk->dealt && !desk->game->over(desk->state)) {
        int32_t n = desk->game->moves(desk->state, moves);
        desk->game->move_text(desk->state, moves[rng_below(rng, (uint32_t)n)], text);
        if (!rng_below(rng, (uint32_t)(1 + share->moves / MOVES_A_LOOK)))
            random_look(desk, rng, text);
        for (; is_due(done->decisions, share->decisions, done->moves, share); done->decisions++)
            random_advice(desk, rng, done->decisions);
        for (; is_due(done->solves, share->solves, done->moves, share); done->solves++)
            random_solve(desk, rng, done->solves);
        note(desk, "play %s", text);
        done->moves++;
    }
    step_look(desk, -1);
}

/* Matches of one game with one choice of options until a share is done. */
static void play_share(Desk *desk, Rng *rng, const Game *game, const int32_t *options, const Share *share, Share *done)
{
    Share start = *done;
    while (done->moves - start.moves < share->moves && !(desk->end > 0 && now_seconds() > desk->end)) {
        char numbers[128];
        Text text = text_start(numbers, sizeof numbers);
        for (int i = 0; i < game->n_options; i++)
            text_add(&text, " %d", (int)options[i]);
        if (desk->log >= 0)
            DEMAND(!ftruncate(desk->log, 0) && lseek(desk->log, 0, SEEK_SET) == 0);
        note(desk, "game %s", game->id);
        if (text.n)
            note(desk, "options%s", numbers);
        note(desk, "seed %llu", (unsigned long long)rng_next(rng));
        note(desk, "table %u", (unsigned)rng_below(rng, 3));
        note(desk, "start");
        play_random_match(desk, rng, share, done);
    }
}

/* The next choice of options; 0 after the last. */
static int next_options(const Game *game, int32_t *options)
{
    for (int i = 0; i < game->n_options; i++) {
        if (++options[i] < option_end(&game->options[i]))
            return 1;
        options[i] = option_first(&game->options[i]);
    }
    return 0;
}

/* One round: every game, from the `first`th on, with every choice of its options, of which each `of`th belongs to
 * `part`. A long share may use up the time with a single game, so another one comes first the next time. */
static void play_round(Desk *desk, Rng *rng, const Share *share, Share *done, uint64_t first, uint64_t part,
                       uint64_t of)
{
    uint64_t turn = 0;
    char error[MAX_ERROR];
    DEMAND(game_count() <= MOST_GAMES);
    for (int32_t i = 0; i < game_count(); i++) {
        int32_t g = (int32_t)((first + (uint64_t)i) % (uint64_t)game_count());
        const Game *game = game_at(g);
        int32_t options[MAX_OPTIONS];
        for (int k = 0; k < game->n_options; k++)
            options[k] = option_first(&game->options[k]);
        do {
            if (desk->end > 0 && now_seconds() > desk->end)
                return;
            if (game->seats(options, error) > 0 && turn++ % of == part) {
                play_share(desk, rng, game, options, share, done);
                desk->counts.choices[g]++;
            }
        } while (next_options(game, options));
    }
}

/* ---- what was done ---- */

static void print_counts(const Counts *c)
{
    printf("{\"matches\": %llu, \"moves\": %llu, \"looks\": %llu, \"redeals\": %llu, \"previews\": %llu, ",
           (unsigned long long)c->matches, (unsigned long long)c->moves, (unsigned long long)c->looks,
           (unsigned long long)c->redeals, (unsigned long long)c->previews);
    printf("\"refused\": %llu, \"stops\": %llu, \"slowest_stop\": %.4f, \"slowest\": \"%s\", ",
           (unsigned long long)c->refused, (unsigned long long)c->stops, c->slowest_stop, c->slowest);
    printf("\"advised\": {");
    for (int i = 0; i < LEVELS; i++)
        printf("%s\"%s\": %llu", i ? ", " : "", level_name(i), (unsigned long long)c->advised[i]);
    printf("}, \"solved\": {");
    for (int i = 0; i < COUNT(objectives); i++)
        printf("%s\"%s\": %llu", i ? ", " : "", objectives[i], (unsigned long long)c->solved[i]);
    printf("}, \"choices\": {");
    for (int32_t g = 0; g < game_count(); g++)
        printf("%s\"%s\": %llu", g ? ", " : "", game_at(g)->id, (unsigned long long)c->choices[g]);
    printf("}}\n");
}

static void random_rounds(Desk *desk, char **words)
{
    uint64_t seed = strtoull(words[0], NULL, 10), part = strtoull(words[1], NULL, 10);
    uint64_t of = strtoull(words[2], NULL, 10), rounds = strtoull(words[3], NULL, 10);
    double seconds = strtod(words[4], NULL);
    desk->end = seconds > 0 ? now_seconds() + seconds : 0;
    Share share = {.decisions = strtoull(words[5], NULL, 10), .solves = strtoull(words[6], NULL, 10),
                   .moves = strtoull(words[7], NULL, 10)};
    desk->log = open(words[8], O_WRONLY | O_CREAT | O_TRUNC, 0644);
    DEMAND(desk->log >= 0);
    Rng rng;
    Share done = {0, 0, 0};
    rng_seed(&rng, seed, part);
    for (uint64_t i = 0; i < rounds && (desk->end <= 0 || now_seconds() < desk->end); i++)
        play_round(desk, &rng, &share, &done, seed + i, part, of);
}

static void take_steps(Desk *desk, const char *path)
{
    char *text = file_text(path);
    if (!text) {
        fprintf(stderr, "sanitize: %s cannot be read\n", path);
        exit(2);
    }
    for (char *at = text, *end; *at; at = end) {
        end = at + strcspn(at, "\n");
        if (*end)
            *end++ = 0;
        take_step(desk, at);
    }
    free(text);
}

int main(int n, char **words)
{
    static Desk desk;
    if (!(n == 4 && !strcmp(words[2], "steps")) && !(n == 12 && !strcmp(words[2], "random"))) {
        fprintf(stderr, "sanitize DECKS steps FILE\n"
                        "sanitize DECKS random SEED PART OF ROUNDS SECONDS DECISIONS SOLVES MOVES FILE\n");
        return 2;
    }
    clock_begin();
    desk.decks = words[1];
    desk.log = -1;
    desk.table = table_new(1);
    match_clear(&desk);
    if (!strcmp(words[2], "steps"))
        take_steps(&desk, words[3]);
    else
        random_rounds(&desk, words + 3);
    match_clear(&desk);
    table_free(desk.table);
    print_counts(&desk.counts);
    return 0;
}
