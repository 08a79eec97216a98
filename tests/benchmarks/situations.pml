/* Every situation of Go on WIDTH by HEIGHT points under simple ko, suicide being legal: what stands, who has the turn,
   and the point that simple ko forbids. Written from the text of the rules; SPIN's `states, stored` counts them. */
#define SIZE (WIDTH * HEIGHT)
#define OTHER (3 - player)

byte board[SIZE];               /* 0 for an empty point, 1 for a black stone, 2 for a white one */
byte player = 1;
byte banned = SIZE;             /* SIZE is no point */

/* What follows is for calculating, and no part of a situation. */
hidden byte before[SIZE], after[SIZE], breathes[SIZE], at, gone, captured, spot, more, same;

#define EACH(does) at = 0; do :: at < SIZE -> does; at++ :: else -> break od
#define LENDS(point, color) (board[point] == 0 || (board[point] == color && breathes[point]))
#define HAS_AIR(color) ((at % WIDTH > 0 && LENDS(at - 1, color)) || (at % WIDTH < WIDTH - 1 && LENDS(at + 1, color)) \
	|| (at >= WIDTH && LENDS(at - WIDTH, color)) || (at + WIDTH < SIZE && LENDS(at + WIDTH, color)))

inline take_off(color) {        /* Take off the groups of a color without liberties. */
	EACH(breathes[at] = false);
	more = true;
	do
	:: more -> more = false;
		EACH(if :: board[at] == color && !breathes[at] && HAS_AIR(color) -> breathes[at] = true; more = true
			:: else fi)
	:: else -> break
	od;
	gone = 0;
	EACH(if :: board[at] == color && !breathes[at] -> board[at] = 0; gone++; spot = at :: else fi)
}

inline compare() {              /* Does the board stand as before the move? */
	same = true;
	EACH(same = same && board[at] == before[at])
}

inline move(point) {
	EACH(before[at] = board[at]);
	board[point] = player;
	take_off(OTHER);
	captured = gone;
	compare();
	if
	:: captured == 0 -> take_off(player); compare(); captured = 0
	:: else
	fi;
	if
	:: same                 /* A move must change the board; this one is not taken. */
	:: else ->
		banned = SIZE;
		if
		:: captured == 1 -> /* Would the answer there bring the board back? */
			captured = spot;
			EACH(after[at] = board[at]);
			board[captured] = OTHER;
			take_off(player);
			compare();
			EACH(board[at] = after[at]);
			if :: same -> banned = captured :: else fi
		:: else
		fi;
		player = OTHER
	fi
}

#define MOVE(point) :: d_step { point < SIZE && board[point % SIZE] == 0 && point != banned -> move(point % SIZE) }

active proctype game() {
	do
	:: d_step { banned = SIZE; player = OTHER }     /* a pass */
	MOVE(0) MOVE(1) MOVE(2) MOVE(3) MOVE(4) MOVE(5) MOVE(6) MOVE(7) MOVE(8) MOVE(9) MOVE(10) MOVE(11)
	od
}
