/* deck.c: reads and checks the deck file of Fairy Tale (rules: tale, the deck).
 *
 * The printed rules do not list the cards, so the deck is a file that an owner of the game may
 * correct. The file is read in two passes: first the names, so that cards may refer to later ones,
 * then everything else. The first fault ends the reading with an error that names card and word.
 *
 * No card is special here: the Trickster is the card that is almighty, the Egg the one that has all
 * factions. */

#include "deck.h"

#include <stdlib.h>

#define FACTIONS 4
#define MOST_POINTS 20
#define MOST_COUNT 5

static const char *const trait_names[TALE_TRAITS] = {
    "Dragonvale", "Fairywood", "Holy Empire", "Shadow", "Character", "Story", "Home"};
static const char *const card_keys[] = {"name",      "faction",   "category", "set",
                                        "copies",    "points",    "times",    "effect",
                                        "condition", "counts_as", "almighty", "reconstructed"};

typedef struct Reader {
    Json json;
    TaleState *state;
    const char *card;   /* name of the card being read */
    char *error;
} Reader;

int tale_find(const TaleState *state, const char *name)
{
    assert(name);
    for (int kind = 0; kind < state->kinds; kind++)
        if (!strcmp(tale_name(state, kind), name))
            return kind;
    return NO_KIND;
}

/* ---- values ---- */

/* Reads a short text of the card; `key` names it in an error. 0, or -1 with an error, as all
 * readers here. */
static int32_t read_text(Reader *reader, int32_t node, const char *key, char *out)
{
    if (!json_string(&reader->json, node, out, TALE_NAME + 8))
        return fail(reader->error, "deck_text\ncard=%s\nkey=%s", reader->card, key);
    return 0;
}

static int32_t read_number(Reader *reader, int32_t object, const char *key, int low, int high,
                           int *number)
{
    int32_t value;
    if (!json_int(&reader->json, json_get(&reader->json, object, key), low, high, &value))
        return fail(reader->error, "deck_number\ncard=%s\nlow=%d\nhigh=%d\nkey=%s", reader->card,
                    low, high, key);
    *number = value;
    return 0;
}

/* Reads one of the traits from .. to - 1. */
static int32_t read_trait(Reader *reader, int32_t node, const char *key, int from, int to,
                          uint8_t *trait)
{
    assert(from < to && to <= TALE_TRAITS);
    char words[TALE_NAME + 8];
    if (read_text(reader, node, key, words))
        return -1;
    for (int i = from; i < to; i++)
        if (!strcmp(words, trait_names[i])) {
            *trait = (uint8_t)i;
            return 0;
        }
    return fail(reader->error, "deck_trait\ncard=%s\nkind=%s\ntrait=%s", reader->card,
                from ? "category" : to == FACTIONS ? "faction" : "either", words);
}

/* Reads the bit of one of the traits from .. to - 1, or all of these bits for the word `all`. */
static int32_t read_traits(Reader *reader, int32_t node, const char *key, const char *all, int from,
                           int to, uint8_t *bits)
{
    uint8_t trait = 0;
    if (json_equals(&reader->json, node, all)) {
        *bits = (uint8_t)((1 << to) - (1 << from));
        return 0;
    }
    if (read_trait(reader, node, key, from, to, &trait))
        return -1;
    *bits = (uint8_t)(1 << trait);
    return 0;
}

/* Reads the name of a card, which may be defined further down. */
static int32_t read_reference(Reader *reader, int32_t node, const char *key, uint8_t *kind)
{
    char words[TALE_NAME + 8];
    if (read_text(reader, node, key, words))
        return -1;
    *kind = (uint8_t)tale_find(reader->state, words);
    if (*kind == NO_KIND)
        return fail(reader->error, "deck_refers\ncard=%s\nother=%s", reader->card, words);
    return 0;
}

/* Reads a list of least .. most names. */
static int32_t read_references(Reader *reader, int32_t node, const char *key, int least, int most,
                               uint8_t *kinds)
{
    int n = json_size(&reader->json, node);
    if (!json_is_array(&reader->json, node, -1) || n < least || n > most)
        return fail(reader->error, "deck_list\ncard=%s\nleast=%d\nmost=%d\nkey=%s", reader->card,
                    least, most, key);
    node = json_first(&reader->json, node);
    for (int i = 0; i < n; i++, node = json_next(&reader->json, node))
        if (read_reference(reader, node, key, &kinds[i]))
            return -1;
    return 0;
}

static int32_t check_keys(Reader *reader, int32_t object, const char *const *keys, int n,
                          const char *what)
{
    const Json *json = &reader->json;
    int32_t at = json_first(json, object);
    for (int i = 0; i < json_size(json, object); i++, at = json_next(json, json_next(json, at))) {
        int known = 0;
        char key[TALE_NAME + 8];
        json_string(json, at, key, sizeof key);
        for (int j = 0; j < n; j++)
            known |= !strcmp(key, keys[j]);
        if (!known)
            return fail(reader->error, "deck_key\ncard=%s\nunknown=%s\nplace=%s", reader->card, key,
                        what);
    }
    return 0;
}

/* A missing flag is false. */
static int32_t read_flag(Reader *reader, int32_t object, const char *key, uint8_t *flag)
{
    int kind = json_kind(&reader->json, json_get(&reader->json, object, key));
    *flag = kind == JSON_TRUE;
    if (kind == JSON_MISSING || kind == JSON_TRUE || kind == JSON_FALSE)
        return 0;
    return fail(reader->error, "deck_flag\ncard=%s\nkey=%s", reader->card, key);
}

/* ---- effects and conditions ---- */

static int32_t read_who(Reader *reader, int32_t effect, TaleCard *card)
{
    int32_t who = json_get(&reader->json, effect, "who");
    card->everybody = (uint8_t)json_equals(&reader->json, who, "all");
    if (!card->everybody && !json_equals(&reader->json, who, "you"))
        return fail(reader->error, "deck_who\ncard=%s", reader->card);
    if (card->everybody && card->effect == TALE_DRAW)
        return fail(reader->error, "deck_draw_all\ncard=%s", reader->card);
    return 0;
}

static int32_t read_what(Reader *reader, int32_t effect, TaleCard *card)
{
    static const struct {
        const char *word;
        uint8_t effect;
    } words[] = {
        {"hunt", TALE_HUNT}, {"unflip", TALE_UNFLIP}, {"flip", TALE_FLIP}, {"draw", TALE_DRAW}};
    char what[TALE_NAME + 8];
    if (read_text(reader, json_get(&reader->json, effect, "what"), "effect_what", what))
        return -1;
    for (int i = 0; i < COUNT(words); i++)
        if (!strcmp(words[i].word, what)) {
            card->effect = words[i].effect;
            return 0;
        }
    return fail(reader->error, "deck_effect\ncard=%s\neffect=%s", reader->card, what);
}

static int32_t read_effect(Reader *reader, int32_t effect, TaleCard *card)
{
    static const char *const keys[] = {"who", "what", "count", "faction"};
    static const int needed[TALE_NOTHING] = {
        [TALE_HUNT] = 10, [TALE_UNFLIP] = 15, [TALE_FLIP] = 15, [TALE_DRAW] = 7};
    int count = 0, has = 0;
    if (json_kind(&reader->json, effect) != JSON_OBJECT)
        return fail(reader->error, "deck_effect_table\ncard=%s", reader->card);
    if (check_keys(reader, effect, keys, COUNT(keys), "effect") || read_what(reader, effect, card))
        return -1;
    for (int i = 0; i < COUNT(keys); i++)
        has |= (json_get(&reader->json, effect, keys[i]) != 0) << i;
    for (int i = 0; i < COUNT(keys); i++)
        if ((has ^ needed[card->effect]) >> i & 1)
            return fail(reader->error, "deck_effect_key\ncard=%s\nhas=%s\nmember=%s", reader->card,
                        has >> i & 1 ? "useless" : "lacking", keys[i]);
    if (has & 1 && read_who(reader, effect, card))
        return -1;
    if (has & 4 && read_number(reader, effect, "count", 1, MOST_COUNT, &count))
        return -1;
    if (has & 8 && read_traits(reader, json_get(&reader->json, effect, "faction"), "effect_faction",
                               "any", 0, FACTIONS, &card->faction))
        return -1;
    card->count = (uint8_t)count;
    if (card->effect == TALE_HUNT && card->faction == TALE_FACTIONS)
        return fail(reader->error, "deck_hunts\ncard=%s", reader->card);
    if ((card->effect == TALE_FLIP || card->effect == TALE_UNFLIP) &&
        card->faction == TALE_FACTIONS)
        card->effect++;
    return 0;
}

static int32_t read_two(Reader *reader, int32_t node, TaleCard *card)
{
    const Json *json = &reader->json;
    if (!json_is_array(json, node, 2))
        return fail(reader->error, "deck_two_list\ncard=%s", reader->card);
    int32_t first = json_first(json, node);
    card->condition = TALE_TWO;
    if (read_trait(reader, first, "condition", 0, FACTIONS, &card->a) ||
        read_trait(reader, json_next(json, first), "condition", 0, FACTIONS, &card->b))
        return -1;
    if (card->a == card->b)
        return fail(reader->error, "deck_two\ncard=%s", reader->card);
    return 0;
}

static int32_t read_condition(Reader *reader, int32_t node, TaleCard *card)
{
    const Json *json = &reader->json;
    uint8_t kinds[2] = {NO_KIND, NO_KIND};
    int32_t key = json_first(json, node), value = json_next(json, key);
    if (json_kind(json, node) != JSON_OBJECT || json_size(json, node) != 1)
        return fail(reader->error, "deck_condition_table\ncard=%s", reader->card);
    if (json_equals(json, key, "most")) {
        card->condition = TALE_MOST;
        return read_trait(reader, value, "condition", 0, TALE_TRAITS, &card->a);
    }
    if (json_equals(json, key, "two"))
        return read_two(reader, value, card);
    if (!json_equals(json, key, "cards"))
        return fail(reader->error, "deck_condition\ncard=%s", reader->card);
    if (read_references(reader, value, "condition", 1, 2, kinds))
        return -1;
    card->condition = TALE_HAVE;
    card->a = kinds[0];
    card->b = kinds[1];
    return 0;
}

/* ---- cards ---- */

static int32_t read_set(Reader *reader, int32_t node, TaleCard *card)
{
    char words[TALE_NAME + 8];
    if (read_text(reader, node, "set", words))
        return -1;
    card->expert = !strcmp(words, "expert");
    if (!card->expert && strcmp(words, "basic"))
        return fail(reader->error, "deck_set\ncard=%s\nset=%s", reader->card, words);
    return 0;
}

static int32_t read_nature(Reader *reader, int32_t node, TaleCard *card)
{
    const Json *json = &reader->json;
    uint8_t factions = 0, categories = 0;
    int copies = 0, points = 0;
    if (read_traits(reader, json_get(json, node, "faction"), "faction", "all", 0, FACTIONS,
                    &factions) ||
        read_traits(reader, json_get(json, node, "category"), "category", "all", FACTIONS,
                    TALE_TRAITS, &categories) ||
        read_set(reader, json_get(json, node, "set"), card) ||
        read_number(reader, node, "copies", 1, TALE_DECK, &copies) ||
        read_number(reader, node, "points", -MOST_POINTS, MOST_POINTS, &points))
        return -1;
    card->traits = factions | categories;
    card->copies = (uint8_t)copies;
    card->points = (int8_t)points;
    return 0;
}

/* Reads a card; all names must be known. */
static int32_t read_card(Reader *reader, int32_t node, TaleCard *card)
{
    const Json *json = &reader->json;
    int32_t times = json_get(json, node, "times"), effect = json_get(json, node, "effect");
    int32_t condition = json_get(json, node, "condition"), as = json_get(json, node, "counts_as");
    uint8_t reconstructed;
    card->effect = TALE_NOTHING;
    card->times = card->as[0] = card->as[1] = card->as[2] = NO_KIND;
    reader->card = reader->state->names + card->name;
    if (check_keys(reader, node, card_keys, COUNT(card_keys), "card") ||
        read_nature(reader, node, card) || read_flag(reader, node, "almighty", &card->almighty) ||
        read_flag(reader, node, "reconstructed", &reconstructed))
        return -1;
    if ((times && read_reference(reader, times, "times", &card->times)) ||
        (effect && read_effect(reader, effect, card)) ||
        (condition && read_condition(reader, condition, card)) ||
        (as && read_references(reader, as, "counts_as", 1, COUNT(card->as), card->as)))
        return -1;
    return 0;
}

/* Names must be unambiguous in moves, "exchange [down ]NAME for [down ]NAME", and in JSON. */
static int32_t check_name(const Reader *reader, const char *name)
{
    if (!*name || strlen(name) > TALE_NAME)
        return fail(reader->error, "deck_name_length\nmost=%d\nname=%s", TALE_NAME, name);
    for (const char *at = name; *at; at++)
        if (*at < ' ' || *at > '~' || *at == '\\' || *at == '"')
            return fail(reader->error, "deck_name_plain\nname=%s", name);
    if (!strncmp(name, "down ", 5) || strstr(name, " for ") || name[0] == ' ' ||
        name[strlen(name) - 1] == ' ')
        return fail(reader->error, "deck_name_taken\nname=%s", name);
    if (tale_find(reader->state, name) != NO_KIND)
        return fail(reader->error, "deck_twice\nname=%s", name);
    return 0;
}

static int32_t read_names(Reader *reader, int32_t node)
{
    TaleState *state = reader->state;
    size_t used = 0;
    assert(state->kinds == 0);
    for (int i = json_size(&reader->json, node), at = json_first(&reader->json, node); i > 0; i--) {
        char name[TALE_NAME + 8];
        if (!json_string(&reader->json, json_get(&reader->json, at, "name"), name, sizeof name))
            return fail(reader->error, "deck_nameless\nn=%d", state->kinds + 1);
        if (check_name(reader, name))
            return -1;
        if (state->kinds == TALE_KINDS || used + strlen(name) >= TALE_NAMES)
            return fail(reader->error, "deck_full\nname=%s", name);
        state->cards[state->kinds++].name = (uint16_t)used;
        memcpy(state->names + used, name, strlen(name) + 1);
        used += strlen(name) + 1;
        at = json_next(&reader->json, at);
    }
    return 0;
}

/* Checks the number of cards and the number of draws. */
static int32_t check_sums(const TaleState *state, char *error)
{
    int basic = 0, all = 0, draws = 0, almighty = 0;
    for (int kind = 0; kind < state->kinds; kind++) {
        const TaleCard *card = &state->cards[kind];
        basic += card->expert ? 0 : card->copies;
        all += card->copies;
        draws += card->effect == TALE_DRAW ? card->copies * card->count : 0;
        almighty += card->almighty ? card->copies : 0;
        if (card->effect == TALE_DRAW && !card->expert)
            return fail(error, "deck_basic_draws\ncard=%s", tale_name(state, kind));
    }
    if (basic != TALE_BASIC || all != TALE_DECK)
        return fail(error, "deck_size\nbasic=%d\nexpert=%d\nhas=%d\nhas_expert=%d", TALE_BASIC,
                    TALE_DECK - TALE_BASIC, basic, all - basic);
    if (draws > TALE_DRAWS)
        return fail(error, "deck_draws\nmost=%d\nn=%d", TALE_DRAWS, draws);
    if (almighty > 1)
        return fail(error, "deck_almighty\nn=%d", almighty);
    return 0;
}

int32_t tale_read_deck(TaleState *state, const char *json, char *error)
{
    Reader reader = {.state = state, .card = "", .error = error};
    if (!json)
        return fail(error, "deck_missing");
    int32_t list = json_read(&reader.json, json) ? 0 : json_get(&reader.json, 1, "card");
    if (!json_is_array(&reader.json, list, -1) || json_size(&reader.json, 1) != 1)
        return fail(error, "deck_cards");
    if (read_names(&reader, list))
        return -1;
    int32_t node = json_first(&reader.json, list);
    for (int kind = 0; kind < state->kinds; kind++, node = json_next(&reader.json, node))
        if (read_card(&reader, node, &state->cards[kind]))
            return -1;
    return check_sums(state, error);
}
