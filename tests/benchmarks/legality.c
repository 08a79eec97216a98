/* How long a referee in C takes for a legality test of an empty point, and for a turn, in random games without passes. */
#define SUPERKO_DECLARATIONS
#include "referee.c"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

int main(int number, char **given)
{
    const int side = number > 1 ? atoi(given[1]) : 19;
    double asking = 0, playing = 0;
    long tests = 0, turns = 0;
    unsigned chance = 1;
    for (int games = 0; games < 20; games++) {
        superko_game *game = superko_new(side, side);
        for (int turn = 0; turn < 250; turn++) {
            int legal[52 * 52], moves = 0, empty[52 * 52], points = 0;
            for (int point = 0; point < side * side; point++)
                if (superko_at(game, point) == '.') empty[points++] = point;
            const double before = seconds();
            for (int place = 0; place < points; place++)
                if (superko_is_legal(game, SUPERKO_MOVE, empty[place])) legal[moves++] = empty[place];
            const double between = seconds();
            chance = chance * 1103515245u + 12345u;
            if (moves == 0 || !superko_play(game, SUPERKO_MOVE, legal[(chance >> 8) % (unsigned)moves])) break;
            asking += between - before, playing += seconds() - between, tests += points, turns++;
        }
        superko_free(game);
    }
    printf("%dx%d: %.3f us a legality test, %.2f us a turn\n", side, side, asking / tests * 1e6, playing / turns * 1e6);
    return 0;
}
