/* A referee of Go, written by superko from the clauses that are named in it.
 *
 * Rules: $RULES
 * Boards: any up to $LARGEST.
 *
 * The first part declares what a program calls. Compile this file with `cc -O2 -c`; where its functions are called,
 * write `#define SUPERKO_DECLARATIONS` and include it. To link referees of several rule sets, give each file names of
 * its own, as with `sed 's/superko_/chinese_/g; s/SUPERKO_/CHINESE_/g'`.
 *
 * A point is row * columns + column, both counted from 0 at the top left. Nothing is drawn by chance, and nothing is
 * kept but in games: with a game for each, threads need no lock. */
#ifndef SUPERKO_REFEREE
#define SUPERKO_REFEREE

#include <stdbool.h>

typedef struct superko_game superko_game;
typedef enum { SUPERKO_PASS, SUPERKO_MOVE, SUPERKO_UNBLOCK } superko_kind;

/* A game on an empty board; NULL if it is too large, or without memory. `superko_free` takes it back. */
superko_game *superko_new(int columns, int rows);

/* A game from rows such as "X./.O", the top one first: X black, O white; the phase is "main" but in cleanup. NULL if no
 * game can start so: a stone has no liberty, there is no such phase, or the rows show no board. */
superko_game *superko_set_up(int columns, int rows, const char *stones, char player, const char *phase, int handicap);

/* The same game once more, or NULL without memory; each goes its own way. */
superko_game *superko_copy(const superko_game *game);
void superko_free(superko_game *game);

/* Whether a turn is legal; and the clause that forbids it, "" for a legal turn, NULL where there is none such, as beyond
 * the board or once the game is over. Of a pass, the point is not looked at. */
bool superko_is_legal(const superko_game *game, superko_kind kind, int point);
const char *superko_forbidden_by(const superko_game *game, superko_kind kind, int point);

/* Take a turn; false, and nothing is changed, if it is not legal, or without memory. */
bool superko_play(superko_game *game, superko_kind kind, int point);

/* Who takes the next turn, 'B' or 'W'; the phase, "over" once the game is; X, O or . at a point; whether a stone is
 * marked there; and how many stones of a player were captured. */
char superko_player(const superko_game *game);
const char *superko_phase(const superko_game *game);
char superko_at(const superko_game *game, int point);
bool superko_is_marked(const superko_game *game, int point);
int superko_captured(const superko_game *game, char player);

/* The clause by which the last turn ended the phase or the game, or "". */
const char *superko_ended_by(const superko_game *game);

/* How a game that is over came out: 'B', 'W' or '=' with both scores, or 0 without result. */
bool superko_is_over(const superko_game *game);
char superko_score(const superko_game *game, double *black, double *white);

#endif
#ifndef SUPERKO_DECLARATIONS

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { $CONSTANTS };

/* Events that happened, each with how often, and a table of places to find them by a hash: what is found is compared
 * whole. Events of an earlier era no longer count. `ever` has each bit that some event had. */
typedef struct {
    uint64_t *events;
    uint32_t *places;
    size_t room, number, width;
    uint64_t era, ever[WIDEST];
} history;
enum { ERA, TIMES, BESIDES };

struct superko_game {
    int columns, rows;
    history past[HISTORIES];
$REGISTERS};

static const size_t widths[HISTORIES] = {$WIDTHS};
static const char *const phases[] = {$PHASES};
static const char *const clauses[] = {$CLAUSES};

static size_t place_in(const history *past, const uint64_t *event)
{
    const size_t last = 2 * past->room - 1;
    uint64_t mixed = 0;
    for (size_t word = 0; word < past->width; word++) {
        mixed = (mixed ^ event[word]) * UINT64_C(0x9E3779B97F4A7C15);
        mixed ^= mixed >> 32;
    }
    size_t place = (size_t)mixed & last;
    while (past->places[place] != 0) {
        const uint64_t *other = past->events + (past->places[place] - 1) * (past->width + BESIDES);
        if (memcmp(other, event, past->width * sizeof *event) == 0) break;
        place = (place + 1) & last;
    }
    return place;
}

static int64_t times_in(const history *past, const uint64_t *event)
{
    uint64_t never = 0;
    for (size_t word = 0; word < past->width; word++) never |= event[word] & ~past->ever[word];
    if (never != 0 || past->room == 0) return 0;
    const uint32_t at = past->places[place_in(past, event)];
    if (at == 0) return 0;
    const uint64_t *besides = past->events + (at - 1) * (past->width + BESIDES) + past->width;
    return besides[ERA] == past->era ? (int64_t)besides[TIMES] : 0;
}

/* Let an event happen, for which there must be room. */
static void add_to(history *past, const uint64_t *event)
{
    const size_t size = past->width + BESIDES, place = place_in(past, event);
    if (past->places[place] == 0) {
        past->places[place] = (uint32_t)++past->number;
        memcpy(past->events + (past->number - 1) * size, event, past->width * sizeof *event);
        past->events[(past->number - 1) * size + past->width + ERA] = past->era - 1;
        for (size_t word = 0; word < past->width; word++) past->ever[word] |= event[word];
    }
    uint64_t *besides = past->events + (past->places[place] - 1) * size + past->width;
    if (besides[ERA] != past->era) besides[TIMES] = 0;
    besides[ERA] = past->era;
    besides[TIMES]++;
}

/* Whether a history now has room for another event. */
static bool has_room(history *past)
{
    if (past->number < past->room) return true;
    const size_t room = past->room == 0 ? 64 : 2 * past->room, size = past->width + BESIDES;
    uint32_t *places = calloc(2 * room, sizeof *places);
    uint64_t *events = places == NULL ? NULL : realloc(past->events, room * size * sizeof *events);
    if (events == NULL) {
        free(places);
        return false;
    }
    free(past->places);
    past->events = events;
    past->places = places;
    past->room = room;
    for (uint32_t at = 0; at < past->number; at++) past->places[place_in(past, events + at * size)] = at + 1;
    return true;
}

$PROGRAMS
static bool has_room_in_all(superko_game *game)
{
    for (int number = 0; number < HISTORIES; number++)
        if (!has_room(&game->past[number])) return false;
    return true;
}

static void put(uint64_t *points, int column, int row)
{
    const int place = row * COLUMNS + column;
    points[place / 64] |= UINT64_C(1) << place % 64;
}

/* Whether there is such a point; if so, it is all that is left in `points`. */
static bool put_alone(const superko_game *game, int point, uint64_t *points)
{
    memset(points, 0, WORDS * sizeof *points);
    if (point < 0 || point >= game->columns * game->rows) return false;
    put(points, point % game->columns, point / game->columns);
    return true;
}

static bool holds(const superko_game *game, const uint64_t *points, int point)
{
    uint64_t alone[WORDS], common = 0;
    if (!put_alone(game, point, alone)) return false;
    for (int word = 0; word < WORDS; word++) common |= points[word] & alone[word];
    return common != 0;
}

static superko_game *nothing(int columns, int rows)
{
    if (columns < 1 || columns > COLUMNS || rows < 1 || rows > ROWS) return NULL;
    superko_game *game = calloc(1, sizeof *game);
    if (game == NULL) return NULL;
    game->columns = columns;
    game->rows = rows;
    for (int point = 0; point < columns * rows; point++) put(game->board, point % columns, point / columns);
    for (int number = 0; number < HISTORIES; number++) game->past[number].width = widths[number];
    if (has_room_in_all(game)) return game;
    superko_free(game);
    return NULL;
}

superko_game *superko_new(int columns, int rows)
{
    superko_game *game = nothing(columns, rows);
    if (game != NULL) begin(game, NULL);
    return game;
}

superko_game *superko_set_up(int columns, int rows, const char *stones, char player, const char *phase, int handicap)
{
    superko_game *game = nothing(columns, rows);
    bool any = false, fits = game != NULL && (player == 'B' || player == 'W') && handicap >= 0;
    for (int row = 0; row < rows && fits; row++) {
        for (int column = 0; column < columns && fits; column++, stones++) {
            fits = *stones == 'X' || *stones == 'O' || *stones == '.';
            if (fits && *stones != '.') put(*stones == 'X' ? game->black : game->white, column, row);
            any |= *stones != '.';
        }
        fits = fits && *stones++ == (row < rows - 1 ? '/' : '\0');
    }
    if (fits) {
        game->phase = 0;
        while (game->phase < OVER && strcmp(phases[game->phase], phase) != 0) game->phase++;
        game->player = player == 'W';
        game->handicap = handicap;
        if (!any && game->player == 0 && game->phase == 0 && handicap == 0)
            begin(game, NULL);
        else
            fits = may_be_set_up(game, NULL) != 0 && begin_set_up(game, SUPERKO_PASS, NULL) == 0;
    }
    if (fits) return game;
    superko_free(game);
    return NULL;
}

superko_game *superko_copy(const superko_game *game)
{
    superko_game *other = malloc(sizeof *other);
    if (other == NULL) return NULL;
    memcpy(other, game, sizeof *other);
    bool complete = true;
    for (int number = 0; number < HISTORIES; number++) {
        const history *from = &game->past[number];
        history *to = &other->past[number];
        const size_t events = from->room * (from->width + BESIDES) * sizeof *to->events;
        const size_t places = 2 * from->room * sizeof *to->places;
        to->events = malloc(events);
        to->places = malloc(places);
        complete &= to->events != NULL && to->places != NULL;
        if (to->events != NULL) memcpy(to->events, from->events, from->number * (from->width + BESIDES) * sizeof *to->events);
        if (to->places != NULL) memcpy(to->places, from->places, places);
    }
    if (complete) return other;
    superko_free(other);
    return NULL;
}

void superko_free(superko_game *game)
{
    for (int number = 0; game != NULL && number < HISTORIES; number++) {
        free(game->past[number].events);
        free(game->past[number].places);
    }
    free(game);
}

/* The number of the clause that forbids a turn, 0 for a legal one, -1 where there is none such. */
static int asked(const superko_game *game, superko_kind kind, int point)
{
    uint64_t points[WORDS];
    const bool is_point = put_alone(game, point, points);
    const bool is_turn = kind == SUPERKO_PASS || (is_point && (unsigned)kind <= SUPERKO_UNBLOCK);
    return is_turn && !superko_is_over(game) ? forbidden(game, kind, points) : -1;
}

bool superko_is_legal(const superko_game *game, superko_kind kind, int point)
{
    return asked(game, kind, point) == 0;
}

const char *superko_forbidden_by(const superko_game *game, superko_kind kind, int point)
{
    const int number = asked(game, kind, point);
    return number < 0 ? NULL : clauses[number];
}

bool superko_play(superko_game *game, superko_kind kind, int point)
{
    uint64_t points[WORDS];
    if (!superko_is_legal(game, kind, point) || !has_room_in_all(game)) return false;
    put_alone(game, kind == SUPERKO_PASS ? -1 : point, points);
    take(game, kind, points);
    if (game->outcome == SCORED) scores(game, NULL);
    return true;
}

char superko_player(const superko_game *game)
{
    return "BW"[game->player];
}

const char *superko_phase(const superko_game *game)
{
    return phases[superko_is_over(game) ? OVER : game->phase];
}

char superko_at(const superko_game *game, int point)
{
    return holds(game, game->black, point) ? 'X' : holds(game, game->white, point) ? 'O' : '.';
}

bool superko_is_marked(const superko_game *game, int point)
{
    return holds(game, game->marks, point);
}

int superko_captured(const superko_game *game, char player)
{
    return (int)(player == 'B' ? game->captures_of_black : game->captures_of_white);
}

const char *superko_ended_by(const superko_game *game)
{
    return clauses[game->ended_by];
}

bool superko_is_over(const superko_game *game)
{
    return game->outcome == SCORED || game->outcome == NO_RESULT;
}

char superko_score(const superko_game *game, double *black, double *white)
{
    if (game->outcome != SCORED) return 0;
    *black = game->score_of_black;
    *white = game->score_of_white;
    return "BW="[game->winner];
}

#endif
