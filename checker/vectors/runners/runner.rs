// Runs a suite against an engine:  rustc -O runner.rs && ./runner < tromp-taylor.suite
//
// Write engine.rs beside it: a type `Game` with these three functions. A turn is "C3", "pass" or "unblock C3". What
// set_up and play return is where the game then stands, in the words of the suite, with ? for what the engine does not
// know: "state W .X./... 0 0 main" or, once the game is over, "over 4 2 B".
//   fn set_up(width: usize, height: usize, rows: &str, player: char, phase: &str, handicap: u32) -> (Game, String)
//   fn is_legal(&self, turn: &str) -> bool
//   fn play(&mut self, turn: &str) -> String
mod engine;
use engine::Game;
use std::io::{stdin, BufRead};

fn differs(line: &str, said: &str) -> bool {
    let number = if line.starts_with("state") { 6 } else { 4 };
    let mut words = said.split(' ');
    line.split(' ').take(number).any(|word| words.next().map_or(true, |other| other != "?" && other != word))
}

fn wrong_turn(line: &str, game: &Game) -> Option<String> {
    let words: Vec<&str> = line.split(' ').collect();
    let rows: Vec<&str> = words[2].split('/').collect();
    let clause = |turn: &str| words[6..].iter().find_map(|word| word.strip_prefix(&format!("-{turn}:")));
    let mut turns = vec![("pass".to_string(), None)];
    for (row, points) in rows.iter().enumerate() {
        for (column, point) in points.chars().enumerate() {
            let turn = format!("{}{}", &"ABCDEFGHJKLMNOPQRSTUVWXYZ"[column..=column], rows.len() - row);
            let why = if point == '.' { clause(&turn) } else { Some("the stone there") };
            turns.push((turn, why));
        }
    }
    for stone in words[6..].iter().filter_map(|word| word.strip_prefix('*')) {
        let why = if words.contains(&format!("+{stone}").as_str()) { None } else { Some("its mark") };
        turns.push((format!("unblock {stone}"), why));
    }
    let (turn, why) = turns.into_iter().find(|(turn, why)| game.is_legal(turn) == why.is_some())?;
    Some(why.map_or(format!("{turn} is legal"), |why| format!("{turn} is forbidden by {why}")))
}

fn main() {
    let (mut name, mut turns, mut said, mut is_wrong, mut faults) = (String::new(), String::new(), String::new(), false, 0);
    let mut game = None;
    for line in stdin().lock().lines().map(|line| line.unwrap()) {
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "game" {
            let sides: Vec<usize> = words[2].split('x').map(|side| side.parse().unwrap()).collect();
            let player = words[4].chars().next().unwrap();
            let begun = Game::set_up(sides[0], sides[1], words[3], player, words[5], words[6].parse().unwrap());
            (name, turns, is_wrong) = (words[1].to_string(), String::new(), false);
            (game, said) = (Some(begun.0), begun.1);
        } else if words[0] == "play" && !is_wrong {
            turns += &line[4..];
            said = game.as_mut().unwrap().play(&line[5..]);
        } else if (words[0] == "state" || words[0] == "over") && !is_wrong {
            let wrong = if differs(&line, &said) {
                Some(format!("it is \"{line}\", not \"{said}\""))
            } else if words[0] == "state" {
                wrong_turn(&line, game.as_ref().unwrap())
            } else {
                None
            };
            if let Some(wrong) = wrong {
                println!("{name}: after{}, {wrong}.", if turns.is_empty() { " no turn" } else { &turns });
                (is_wrong, faults) = (true, faults + 1);
            }
        }
    }
    if faults == 0 {
        println!("The engine says what the suite says.");
    }
    std::process::exit(i32::from(faults > 0));
}
