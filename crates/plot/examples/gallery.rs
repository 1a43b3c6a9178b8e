//! Draws one picture of each kind into a folder.
//!
//! `cargo run -p plot --example gallery -- FOLDER`

use std::fs;
use std::path::PathBuf;

use plot::{
    Edge, Ladder, Level, LineChart, Network, Node, Rung, Series, ladder, line_chart, network,
};

const NAMES: [&str; 7] = [
    "Quietus 0.3",
    "Stockfish 15.1 (5,000 nodes)",
    "Ethereal 12.00",
    "Quietus 0.2 with a rather long description",
    "GNU Chess 6.2.9",
    "Quietus 0.1",
    "random",
];

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".to_owned()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("line_chart.svg"), curve())?;
    fs::write(folder.join("ladder.svg"), ratings())?;
    for players in [2, 4, 7, 12] {
        fs::write(
            folder.join(format!("network_{players}.svg")),
            meetings(players),
        )?;
    }
    Ok(())
}

fn curve() -> String {
    let wave = |scale: f64| {
        move |i: i32| {
            let x = f64::from(i);
            (
                x * 10.0,
                scale * (x / 400.0 + (x / 17.0).sin() * 0.3 + (x / 3.0).cos() * 0.1),
            )
        }
    };
    line_chart(&LineChart {
        title: "SPRT of new against old, normalized [0, 5]".to_owned(),
        x_label: "pairs".to_owned(),
        y_label: "log-likelihood ratio".to_owned(),
        series: vec![
            Series::new("normalized", (0..1200).map(wave(1.0)).collect()),
            Series::new("logistic", (0..1200).map(wave(0.8)).collect()),
        ],
        levels: vec![
            Level::new("H1 accepted", 2.94),
            Level::new("H0 accepted", -2.94),
        ],
        log_y: false,
    })
}

fn ratings() -> String {
    let rung = |(place, name): (usize, &&str)| Rung {
        name: (*name).to_owned(),
        elo: 2600.0 - 37.3 * (place * place) as f64 / 2.0,
        error: [12.3, 9.8, 0.0, 15.5, 21.0, 8.4, 640.0][place],
        remark: format!("{} games", 400 * (place + 1)),
    };
    ladder(&Ladder {
        title: "Ratings".to_owned(),
        rungs: NAMES.iter().enumerate().map(rung).collect(),
    })
}

fn meetings(players: usize) -> String {
    let node = |index: usize| Node {
        name: NAMES[index % NAMES.len()].to_owned(),
        remark: format!("{} ± 12", 2600 - 50 * index),
    };
    let pairs = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    network(&Network {
        title: "Who met whom".to_owned(),
        nodes: (0..players).map(node).collect(),
        edges: pairs
            .map(|(one, other)| Edge {
                one,
                other,
                games: 100 * (1 + (one * other) as u64),
                points: 60.5 * (1 + one * other) as f64,
            })
            .collect(),
    })
}
