//! What `texel` prints while it works.

use evaluation::Tunable;
use texel::{Data, Iteration, Tables, Values};

/// What was read.
pub fn tell_data(data: &Data) {
    for line in &data.damage {
        warn!("skipped: {line}");
    }
    let [games, held_out] = data.games;
    warn!(
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
    warn!("iteration {number}: loss {loss:.6}, held out {held_out}");
}

/// Piece values and the loss, before and after. Returns the losses on held-out results, if there are
/// any.
pub fn tell_result<R: Tunable>(
    data: &Data,
    before: &Values,
    after: &Tables<R>,
) -> [Option<f64>; 2] {
    let old = Tables::<R>::rounded(before, &data.training);
    warn!("                      before         after   (middlegame, endgame)");
    let (_, kinds) = R::KINDS.split_last().expect("a game has a king");
    let line = |name: &str, of: &dyn Fn(&Tables<R>, usize) -> i32| {
        let [[old, old_end], [new, new_end]] =
            [&old, after].map(|tables| [0, 1].map(|phase| of(tables, phase)));
        warn!("{name:<18} {old:>5} {old_end:>5}   {new:>5} {new_end:>5}");
    };
    for (kind, name) in kinds.iter().enumerate() {
        line(name, &|tables, phase| tables.material[phase][kind]);
    }
    for feature in 0..R::FEATURES {
        let name = R::feature_name(feature);
        line(&name, &|tables, phase| tables.features[phase][feature]);
    }
    warn!("{:<18} {:>5} {:>13}", "Tempo", old.tempo, after.tempo);
    let losses = [before, &after.values()].map(|values| texel::held_out_loss(data, values));
    let [old, new] = losses.map(words);
    warn!("loss on held-out results, each at its best scale: {old} before, {new} after");
    losses
}

fn words(loss: Option<f64>) -> String {
    loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"))
}
