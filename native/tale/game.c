/* game.c: Fairy Tale as the engine sees it. */

#include "play.h"
#include "redeal.h"
#include "rules.h"
#include "score.h"

const Game game_tale = {
    .id = "tale",
    .place = 5,
    .state_size = sizeof(TaleState),
    .n_options = TALE_OPTIONS,
    .options = tale_options,
    .zones = tale_zones,
    .says = tale_says,
    .reasons = tale_reasons,
    .labels = tale_labels,
    .seats = tale_seats,
    .deal = tale_deal,
    .to_act = tale_to_act,
    .moves = tale_moves,
    .play = tale_play,
    .over = tale_over,
    .scores = tale_scores,
    .winners = tale_winners,
    .move_text = tale_move_text,
    .move_parse = tale_move_parse,
    .why_not = tale_why_not,
    .card_text = tale_card_text,
    .describe = tale_describe,
    .derive = tale_derive,
    .cards = tale_cards,
    .redeal = tale_redeal,
    .breakdown = tale_breakdown,
    .reward = tale_reward,
    .rollout = tale_rollout,
    .advise = tale_advise,
};
