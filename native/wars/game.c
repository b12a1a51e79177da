/* game.c: Dragon Wars as the engine sees it. */

#include "play.h"
#include "redeal.h"
#include "rules.h"
#include "solve.h"

const Game game_wars = {
    .id = "wars",
    .place = 4,
    .state_size = sizeof(WarsState),
    .n_options = WARS_OPTIONS,
    .options = wars_options,
    .zones = wars_zones,
    .says = wars_says,
    .reasons = wars_reasons,
    .labels = wars_labels,
    .seats = wars_seats,
    .deal = wars_deal,
    .to_act = wars_to_act,
    .moves = wars_moves,
    .play = wars_play,
    .over = wars_over,
    .scores = wars_scores,
    .winners = wars_winners,
    .move_text = wars_move_text,
    .move_parse = wars_move_parse,
    .why_not = wars_why_not,
    .card_text = wars_card_text,
    .describe = wars_describe,
    .derive = wars_derive,
    .cards = wars_cards,
    .redeal = wars_redeal,
    .breakdown = wars_breakdown,
    .reward = wars_reward,
    .rollout = wars_rollout,
    .solve = wars_solve,
    .advise = wars_advise,
};
