/* Runs a suite against an engine:  cc runner.c your_engine.c && ./a.out < tromp-taylor.suite
 *
 * Write these three functions. A turn is "C3", "pass" or "unblock C3". What set_up and play return is where the game
 * then stands, in the words of the suite, with ? for what the engine does not know: "state W .X./... 0 0 main" or, once
 * the game is over, "over 4 2 B". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *set_up(int width, int height, const char *rows, char player, const char *phase, int handicap);
int is_legal(const char *turn);
const char *play(const char *turn);

enum { LONGEST = 1 << 16 };
static char line[LONGEST], turns[LONGEST], said[LONGEST], name[256];

/* Whether the first words of two lines differ, of a state the first six. */
static int differs(const char *right, const char *other) {
    for (int words = strncmp(right, "state", 5) ? 4 : 6; words > 0; words--) {
        size_t a = strcspn(right, " \n"), b = strcspn(other, " \n");
        int unknown = b == 1 && *other == '?';
        if (!unknown && (a != b || strncmp(right, other, a))) return 1;
        right += a + (right[a] == ' ');
        other += b + (other[b] == ' ');
    }
    return 0;
}

/* The clause by which a state forbids a point, written into `clause`; 0 if none does. */
static int forbids(const char *state, const char *point, char *clause) {
    char word[64];
    snprintf(word, sizeof word, " -%.31s:", point);
    const char *at = strstr(state, word);
    if (at) sscanf(at + strlen(word), "%255s", clause);
    return at != NULL;
}

static int wrong_turn(const char *state, char *wrong) {
    const char *row = strchr(state, ' ') + 3;
    char clause[256] = "", turn[32];
    int number = 1, column = 0;
    for (const char *at = row; *at != ' '; at++) number += *at == '/';
    for (; *row != ' '; row++, column++) {
        if (*row == '/') { number--; column = -1; continue; }
        snprintf(turn, sizeof turn, "%c%d", "ABCDEFGHJKLMNOPQRSTUVWXYZ"[column], number);
        int forbidden = forbids(state, turn, clause);
        if (*row != '.') forbidden = 1, strcpy(clause, "the stone there");
        if ((is_legal(turn) != 0) != forbidden) continue;
        sprintf(wrong, forbidden ? "%s is forbidden by %s" : "%s is legal", turn, clause);
        return 1;
    }
    strcpy(wrong, "pass is legal");
    if (!is_legal("pass")) return 1;
    for (const char *at = state; (at = strstr(at, " *")); at++) {
        size_t length = strcspn(at + 2, " ");
        int unblocked = 0;
        for (const char *word = state; (word = strstr(word, " +")); word++)
            unblocked |= strcspn(word + 2, " ") == length && !strncmp(word + 2, at + 2, length);
        snprintf(turn, sizeof turn, "unblock %.*s", (int)length, at + 2);
        sprintf(wrong, unblocked ? "%s is legal" : "%s is forbidden by its mark", turn);
        if ((is_legal(turn) != 0) != unblocked) return 1;
    }
    return 0;
}

int main(void) {
    int faults = 0, is_wrong = 0;
    while (fgets(line, LONGEST, stdin)) {
        char rows[1024], phase[32], player, wrong[2048] = "";
        int width, height, handicap;
        line[strcspn(line, "\n")] = 0;
        if (sscanf(line, "game %255s %dx%d %1023s %c %31s %d", name, &width, &height, rows, &player, phase, &handicap) == 7) {
            is_wrong = 0;
            strcpy(turns, "");
            strcpy(said, set_up(width, height, rows, player, phase, handicap));
        } else if (!strncmp(line, "play ", 5) && !is_wrong) {
            strcat(turns, line + 4);
            strcpy(said, play(line + 5));
        } else if ((!strncmp(line, "state ", 6) || !strncmp(line, "over ", 5)) && !is_wrong) {
            if ((is_wrong = differs(line, said)))
                snprintf(wrong, sizeof wrong, "it is \"%.900s\", not \"%.900s\"", line, said);
            else if (*line == 's')
                is_wrong = wrong_turn(line, wrong);
            if (is_wrong) printf("%s: after%s, %s.\n", name, *turns ? turns : " no turn", wrong);
            faults += is_wrong;
        }
    }
    if (!faults) puts("The engine says what the suite says.");
    return faults > 0;
}
