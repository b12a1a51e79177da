/* game.c: the null game as the engine sees it. */

#include "rules.h"

const Game game_null = {
    .id = "null", .place = 6, .state_size = sizeof(NullState), .n_options = NULL_OPTIONS, .options = null_options,
    .zones = null_zones, .says = null_says, .reasons = null_reasons, .labels = null_labels,
    .seats = null_seats, .deal = null_deal, .to_act = null_to_act, .moves = null_moves, .play = null_play,
    .over = null_over, .scores = null_scores, .winners = null_winners, .move_text = null_move_text,
    .move_parse = null_move_parse, .why_not = null_why_not, .card_text = null_card_text,
    .describe = null_describe, .cards = null_cards, .redeal = null_redeal, .breakdown = null_breakdown,
};
