/* An engine that leaves the rules to a referee, which `superko rules RULES --emit c` writes as referee.c. */
#define SUPERKO_DECLARATIONS
#include "referee.c"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static superko_game *game;
static int columns, rows;
static char said[1 << 16];
static const char *letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

static superko_kind kind_of(const char *turn)
{
    return *turn == 'p' ? SUPERKO_PASS : *turn == 'u' ? SUPERKO_UNBLOCK : SUPERKO_MOVE;
}

static int point_of(const char *turn)
{
    const char *vertex = strncmp(turn, "unblock ", 8) ? turn : turn + 8;
    if (*turn == 'p') return -1;
    return (rows - atoi(vertex + 1)) * columns + (int)(strchr(letters, *vertex) - letters);
}

/* Where the game stands; each time in a copy of the game, so that copies are tried as well. */
static const char *told(void)
{
    superko_game *copy = superko_copy(game);
    superko_free(game);
    game = copy;
    char *at = said;
    double black = 0, white = 0;
    if (superko_is_over(game)) {
        const char winner = superko_score(game, &black, &white);
        if (winner == 0) return "over no-result";
        sprintf(said, "over %g %g %s", black, white, winner == 'B' ? "B" : winner == 'W' ? "W" : "draw");
        return said;
    }
    at += sprintf(at, "state %c ", superko_player(game));
    for (int point = 0; point < columns * rows; point++) {
        if (point > 0 && point % columns == 0) *at++ = '/';
        *at++ = superko_at(game, point);
    }
    at += sprintf(at, " %d %d %s", superko_captured(game, 'B'), superko_captured(game, 'W'), superko_phase(game));
    for (int point = 0; point < columns * rows; point++) {
        const char *clause = superko_forbidden_by(game, SUPERKO_MOVE, point);
        if (*clause && superko_at(game, point) == '.')
            at += sprintf(at, " -%c%d:%s", letters[point % columns], rows - point / columns, clause);
    }
    return said;
}

const char *set_up(int width, int height, const char *stones, char player, const char *phase, int handicap)
{
    superko_free(game);
    columns = width, rows = height;
    game = superko_set_up(width, height, stones, player, phase, handicap);
    return game == NULL ? "no game can start so" : told();
}

int is_legal(const char *turn)
{
    return superko_is_legal(game, kind_of(turn), point_of(turn));
}

const char *play(const char *turn)
{
    return superko_play(game, kind_of(turn), point_of(turn)) ? told() : "it is not legal";
}
