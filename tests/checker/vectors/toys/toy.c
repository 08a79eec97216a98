/* A small engine for area rules with superko, and mistakes to be planted in it by name, through the environment. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 625, LONGEST = 2048 };
typedef struct { char at[MOST + 1]; } Board;
static const char *columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
static int width, height, passes, captures[2], button = -1, length;
static Board board, past[LONGEST];
static char player, past_players[LONGEST], told[2 * MOST];
static uint64_t past_hashes[LONGEST], hash_now;
static int past_buttons[LONGEST];  /* With the button, a state also holds whether anybody has passed. */

static int mistaken(const char *name) { const char *m = getenv("MISTAKE"); return m && !strcmp(m, name); }
static int says(const char *name, const char *value) { const char *v = getenv(name); return v && !strcmp(v, value); }
static char other(char color) { return color == 'X' ? 'O' : 'X'; }

static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}
static uint64_t of_stone(int point, char color) { return mixed(2 * point + (color == 'X') + 1); }

static int neighbors(int point, int *beside) {
    int n = 0, column = point % width, row = point / width;
    if (column) beside[n++] = point - 1;
    if (column < width - 1) beside[n++] = point + 1;
    if (row) beside[n++] = point - width;
    if (row < height - 1) beside[n++] = point + width;
    return n;
}

/* The points joined to one, written down; whether a color is beside them is counted in `touches`. */
static int region(const Board *b, int point, int *points, int touches[128]) {
    char seen[MOST] = {0};
    int n = 0;
    points[n++] = point;
    seen[point] = 1;
    memset(touches, 0, 128 * sizeof *touches);
    for (int i = 0; i < n; i++) {
        int beside[4], count = neighbors(points[i], beside);
        for (int j = 0; j < count; j++) {
            int next = beside[j];
            touches[(int)b->at[next]]++;
            if (b->at[next] == b->at[point] && !seen[next]) { seen[next] = 1; points[n++] = next; }
        }
    }
    return n;
}

static int capture(Board *b, char color, uint64_t *hash) {
    int removed = 0;
    char gone[MOST] = {0};
    for (int point = 0; point < width * height; point++) {
        int points[MOST], touches[128];
        if (b->at[point] != color) continue;
        int n = region(b, point, points, touches);
        if (!touches['.']) { gone[point] = 1; removed++; }
        (void)n;
    }
    for (int point = 0; point < width * height; point++)
        if (gone[point]) { b->at[point] = '.'; if (!mistaken("captured-stones-in-the-hash")) *hash ^= of_stone(point, color); }
    return removed;
}

static int stood(const Board *b, char next, uint64_t hash) {
    int first = mistaken("forgets-the-start");
    if (mistaken("looks-back-eight-boards") && length > 8) first = length - 8;
    int by_player = says("KO", "SITUATIONAL") && !mistaken("ignores-the-player");
    for (int i = first; i < length; i++) {
        int same = mistaken("hash-of-16-bits")               ? (past_hashes[i] & 0xffff) == (hash & 0xffff)
                   : mistaken("captured-stones-in-the-hash") ? past_hashes[i] == hash
                                                             : !strcmp(past[i].at, b->at);
        if (same && past_buttons[i] == (button >= 0) && (!by_player || past_players[i] == next)) return 1;
    }
    return 0;
}

static int try(int point, Board *after, int taken[2], uint64_t *hash) {
    *after = board;
    *hash = hash_now ^ of_stone(point, player);
    if (board.at[point] != '.') return 0;
    after->at[point] = player;
    taken[1] = mistaken("own-stones-first") ? capture(after, player, hash) : 0;
    taken[0] = capture(after, other(player), hash);
    Board unsuicided = *after;
    taken[1] += capture(after, player, hash);
    if (taken[1] && says("SUICIDE", "no") && !(mistaken("suicide-of-two") && taken[1] == 2)) return 0;
    return !stood(mistaken("suicide-unseen") ? &unsuicided : after, other(player), *hash);
}

static int point_of(const char *turn) {
    return (height - atoi(turn + 1)) * width + (int)(strchr(columns, *turn) - columns);
}

static void remember(void) { past[length] = board; past_players[length] = player; past_buttons[length] = button >= 0; past_hashes[length++] = hash_now; }

static const char *tell(void) {
    if (passes >= 2) {
        double score[2] = {0, atof(getenv("KOMI") ? getenv("KOMI") : "0")};
        if (mistaken("komi-twice")) score[1] *= 2;
        for (int point = 0; point < width * height; point++) {
            int points[MOST], touches[128];
            char color = board.at[point];
            if (color != '.') { score[color == 'O']++; continue; }
            region(&board, point, points, touches);
            if (touches['X'] && (!touches['O'] || mistaken("dame-to-black"))) score[0]++;
            if (touches['O'] && !touches['X']) score[1]++;
        }
        if (says("BUTTON", "yes") && button >= 0) score[button ^ mistaken("button-to-the-second")] += .5;
        sprintf(told, "over %g %g %s", score[0], score[1], score[0] > score[1] ? "B" : score[0] < score[1] ? "W" : "draw");
        return told;
    }
    char *at = told + sprintf(told, "state %c ", player == 'X' ? 'B' : 'W');
    for (int row = 0; row < height; row++) {
        if (row) *at++ = '/';
        memcpy(at, board.at + row * width, width);
        at += width;
    }
    sprintf(at, " %d %d main", captures[0], captures[1]);
    return told;
}

const char *set_up(int w, int h, const char *rows, char to_play, const char *phase, int handicap) {
    (void)phase, (void)handicap;
    width = w, height = h, passes = captures[0] = captures[1] = length = 0, button = -1, hash_now = 0;
    memset(&board, 0, sizeof board);
    for (int n = 0; *rows; rows++) if (*rows != '/') board.at[n++] = *rows;
    for (int n = 0; n < w * h; n++) if (board.at[n] != '.') hash_now ^= of_stone(n, board.at[n]);
    player = to_play == 'B' ? 'X' : 'O';
    remember();
    return tell();
}

int is_legal(const char *turn) {
    Board after;
    uint64_t hash;
    int taken[2];
    return !strcmp(turn, "pass") || try(point_of(turn), &after, taken, &hash);
}

const char *play(const char *turn) {
    if (!strcmp(turn, "pass")) {
        int with_button = says("BUTTON", "yes") && button < 0;
        if (with_button) button = player == 'O';
        passes += !with_button;
    } else {
        int taken[2];
        try(point_of(turn), &board, taken, &hash_now);
        captures[player == 'X'] += taken[0];
        captures[player == 'O'] += taken[1];
        passes = 0;
    }
    player = other(player);
    remember();
    return tell();
}
