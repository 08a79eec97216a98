// A small engine for area rules with superko, and mistakes to be planted in it by name, through the environment.
use std::collections::BTreeSet;

const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
type Board = Vec<char>;

pub struct Game {
    width: usize,
    height: usize,
    board: Board,
    player: char,
    passes: u32,
    captures: [u32; 2],
    button: Option<char>,
    past: Vec<(Board, char, bool)>, // With the button, a state also holds whether anybody has passed.
}

fn said(name: &str, value: &str) -> bool {
    static ENVIRONMENT: std::sync::OnceLock<Vec<(String, String)>> = std::sync::OnceLock::new();
    ENVIRONMENT.get_or_init(|| std::env::vars().collect()).iter().any(|(known, is)| known == name && is == value)
}

fn mistaken(name: &str) -> bool {
    said("MISTAKE", name)
}

fn other(color: char) -> char {
    if color == 'X' { 'O' } else { 'X' }
}

fn hash(board: &Board) -> u64 {
    let stones = board.iter().enumerate().filter(|(_, &at)| at != '.');
    stones.fold(0, |sum, (point, &at)| sum ^ ((2 * point as u64 + 2 + u64::from(at == 'X')).wrapping_mul(0x9e3779b97f4a7c15) >> 48))
}

impl Game {
    fn neighbors(&self, point: usize) -> Vec<usize> {
        let (column, row) = (point % self.width, point / self.width);
        let mut beside = vec![];
        if column > 0 { beside.push(point - 1) }
        if column + 1 < self.width { beside.push(point + 1) }
        if row > 0 { beside.push(point - self.width) }
        if row + 1 < self.height { beside.push(point + self.width) }
        beside
    }

    /// The colors beside the region of a point.
    fn touched(&self, board: &Board, point: usize) -> BTreeSet<char> {
        let (mut points, mut touches, mut at) = (vec![point], BTreeSet::new(), 0);
        while at < points.len() {
            for next in self.neighbors(points[at]) {
                if board[next] != board[point] {
                    touches.insert(board[next]);
                } else if !points.contains(&next) {
                    points.push(next);
                }
            }
            at += 1;
        }
        touches
    }

    fn capture(&self, board: &mut Board, color: char) -> u32 {
        let gone: Vec<usize> =
            (0..board.len()).filter(|&at| board[at] == color && !self.touched(board, at).contains(&'.')).collect();
        gone.iter().for_each(|&point| board[point] = '.');
        gone.len() as u32
    }

    fn stood(&self, board: &Board, next: char) -> bool {
        let first = if mistaken("forgets-the-start") { 1 } else { 0 };
        let first = if mistaken("looks-back-eight-boards") { self.past.len().saturating_sub(8) } else { first };
        let by_player = said("KO", "SITUATIONAL") && !mistaken("ignores-the-player");
        let by_hash = mistaken("hash-of-16-bits");
        self.past.iter().skip(first).any(|(before, player, passed)| {
            *passed == self.button.is_some() &&
            (if by_hash { hash(before) == hash(board) } else { before == board }) && (!by_player || *player == next)
        })
    }

    fn after(&self, turn: &str) -> Option<(Board, u32, u32)> {
        let column = COLUMNS.find(&turn[..1]).unwrap();
        let point = (self.height - turn[1..].parse::<usize>().unwrap()) * self.width + column;
        let mut board = self.board.clone();
        if board[point] != '.' { return None }
        board[point] = self.player;
        let mut own = if mistaken("own-stones-first") { self.capture(&mut board, self.player) } else { 0 };
        let taken = self.capture(&mut board, other(self.player));
        let unsuicided = board.clone();
        own += self.capture(&mut board, self.player);
        if own > 0 && said("SUICIDE", "no") && !(mistaken("suicide-of-two") && own == 2) { return None }
        let looked_at = if mistaken("suicide-unseen") { &unsuicided } else { &board };
        if self.stood(looked_at, other(self.player)) { None } else { Some((board, taken, own)) }
    }

    fn told(&mut self) -> String {
        self.past.push((self.board.clone(), self.player, self.button.is_some()));
        if self.passes < 2 {
            let rows: Vec<String> = self.board.chunks(self.width).map(|row| row.iter().collect()).collect();
            let player = if self.player == 'X' { 'B' } else { 'W' };
            return format!("state {player} {} {} {} main", rows.join("/"), self.captures[0], self.captures[1]);
        }
        let komi: f64 = std::env::var("KOMI").map_or(0.0, |komi| komi.parse().unwrap());
        let mut score = [0.0, if mistaken("komi-twice") { 2.0 * komi } else { komi }];
        for point in 0..self.board.len() {
            let touches = self.touched(&self.board, point);
            match self.board[point] {
                'X' => score[0] += 1.0,
                'O' => score[1] += 1.0,
                _ if touches.contains(&'X') && (!touches.contains(&'O') || mistaken("dame-to-black")) => score[0] += 1.0,
                _ if touches.contains(&'O') && !touches.contains(&'X') => score[1] += 1.0,
                _ => {}
            }
        }
        if let Some(first) = self.button {
            score[usize::from((first == 'O') != mistaken("button-to-the-second"))] += 0.5;
        }
        let winner = if score[0] > score[1] { "B" } else if score[0] < score[1] { "W" } else { "draw" };
        format!("over {} {} {winner}", score[0], score[1])
    }

    pub fn set_up(width: usize, height: usize, rows: &str, player: char, _phase: &str, _handicap: u32) -> (Game, String) {
        let (board, player) = (rows.replace('/', "").chars().collect(), if player == 'B' { 'X' } else { 'O' });
        let mut game = Game { width, height, board, player, passes: 0, captures: [0, 0], button: None, past: vec![] };
        let told = game.told();
        (game, told)
    }

    pub fn is_legal(&self, turn: &str) -> bool {
        turn == "pass" || self.after(turn).is_some()
    }

    pub fn play(&mut self, turn: &str) -> String {
        if turn == "pass" {
            if said("BUTTON", "yes") && self.button.is_none() { self.button = Some(self.player) } else { self.passes += 1 }
        } else {
            let (board, taken, own) = self.after(turn).unwrap();
            self.captures[usize::from(self.player == 'X')] += taken;
            self.captures[usize::from(self.player == 'O')] += own;
            (self.board, self.passes) = (board, 0);
        }
        self.player = other(self.player);
        self.told()
    }
}
