//! What `tune` prints while it works.

use chess::PieceType;
use texel::{Data, Iteration, Tables, Target, Values};

/// What was read.
pub fn tell_data(data: &Data) {
    for line in &data.damage {
        eprintln!("skipped: {line}");
    }
    let [games, held_out] = data.games;
    eprintln!(
        "{} positions of {games} games for training, {} of {held_out} held out",
        data.training.len(),
        data.validation.len()
    );
}

/// The loss after an iteration.
pub fn tell_round(round: Iteration) {
    let Iteration {
        number,
        loss,
        validation,
    } = round;
    let held_out = words(validation);
    eprintln!("iteration {number}: loss {loss:.6}, held out {held_out}");
}

/// Piece values and the loss, before and after. Returns the losses on held-out results, if there are
/// any.
pub fn tell_result(data: &Data, before: &Tables, after: &Tables) -> [Option<f64>; 2] {
    eprintln!("            before         after   (middlegame, endgame)");
    for kind in PieceType::ALL
        .into_iter()
        .filter(|&kind| kind != PieceType::King)
    {
        let of = |tables: &Tables| tables.material.map(|phase| phase[kind.index()]);
        let ([old, old_end], [new, new_end]) = (of(before), of(after));
        let name = format!("{kind:?}");
        eprintln!("{name:<8} {old:>5} {old_end:>5}   {new:>5} {new_end:>5}");
    }
    eprintln!("{:<8} {:>5} {:>13}", "Tempo", before.tempo, after.tempo);
    // Values that fit better expect more of the same size, so that each has a scale of its own.
    let held_out = |tables: &Tables| {
        let values = Values::from(tables);
        let scale = texel::fit_scale(&data.training, &values).ok()?;
        let results = Target {
            result_weight: 1.0,
            scale,
        };
        texel::loss(&data.validation, &values, &results)
    };
    let losses = [before, after].map(held_out);
    let [old, new] = losses.map(words);
    eprintln!("loss on held-out results, each at its best scale: {old} before, {new} after");
    losses
}

fn words(loss: Option<f64>) -> String {
    loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"))
}
