//! What depends on several pieces together: mobility, cannon lines, attacks on the palace, guards.

use game::dense_enum;
use xiangqi::{
    Bitboard, Color, PieceType, Position, Rank, between, cannon_attacks, cross_of, horse_attacks,
    rook_attacks,
};

dense_enum! {
    /// Something that is counted for each side.
    Feature, 17, mask 31, {
        RookMobility = 0, HorseMobility = 1, TrappedHorse = 2, CannonMobility = 3,
        RookAtKing = 4, HollowCannon = 5, CannonBehindTwo = 6, BottomCannon = 7,
        PalaceAttack = 8, OpenPalaceAttack = 9, AttackerPair = 10, CannonScreens = 11,
        LostAdvisor = 12, LostElephant = 13, ConnectedPawns = 14, PawnAtPalace = 15,
        Threat = 16,
    }
}

/// The pieces that go far.
const MOBILE: [PieceType; 4] = [
    PieceType::Pawn,
    PieceType::Horse,
    PieceType::Cannon,
    PieceType::Rook,
];

/// How often each feature is there, by its index.
pub type Counts = [i32; Feature::COUNT];

/// The features of a side.
///
/// Never inline: one copy for both sides leaves more of the instruction cache to the search.
#[inline(never)]
pub fn features(position: &Position, us: Color) -> Counts {
    let mut counts = [0; Feature::COUNT];
    let mut add = |feature: Feature, count: u32| counts[feature.index()] += count.cast_signed();
    let them = !us;
    let occupied = position.occupied();
    let free = !position.color(us);
    let king = position.king(them);
    let palace = Bitboard::palace(them);
    let across = Bitboard::home(them);
    let [pawns, horses, cannons, rooks] = MOBILE.map(|kind| position.pieces(us, kind));
    let [_, their_horses, their_cannons, their_rooks] =
        MOBILE.map(|kind| position.pieces(them, kind));
    let (mut palace_attacks, mut threats) = (0, 0);

    for square in rooks {
        let attacks = rook_attacks(square, occupied);
        add(Feature::RookMobility, (attacks & free).count());
        palace_attacks += (attacks & palace).count();
    }
    for square in horses {
        let attacks = horse_attacks(square, occupied);
        let mobility = (attacks & free).count();
        add(Feature::HorseMobility, mobility);
        add(Feature::TrappedHorse, u32::from(mobility <= 1));
        palace_attacks += (attacks & palace).count();
        threats += (attacks & their_rooks).count();
    }
    for square in cannons {
        let attacks = cannon_attacks(square, occupied);
        let quiets = rook_attacks(square, occupied).without(occupied);
        add(Feature::CannonMobility, quiets.count());
        palace_attacks += (attacks & palace).count();
        threats += (attacks & their_rooks).count();
    }
    add(Feature::RookAtKing, (rooks & cross_of(king)).count());
    for square in cannons & cross_of(king) {
        let screens = (between(square, king) & occupied).count();
        add(Feature::HollowCannon, u32::from(screens == 0));
        add(Feature::CannonBehindTwo, u32::from(screens == 2));
    }
    let last_rank = Bitboard::rank(Rank::R9.relative_to(us));
    if last_rank.has(king) {
        add(Feature::BottomCannon, (cannons & last_rank).count());
    }
    let crossed = pawns & across;
    let reached = crossed.forward(us) | crossed.east() | crossed.west();
    let their_pieces = their_horses | their_cannons | their_rooks;
    add(Feature::ConnectedPawns, (crossed & crossed.east()).count());
    add(Feature::PawnAtPalace, (reached & palace).count());
    threats += ((reached | pawns.forward(us)) & their_pieces).count();
    add(Feature::Threat, threats);

    let attackers = ((rooks | horses | cannons) & across).count();
    let force = 2 * rooks.count() + horses.count() + cannons.count();
    let advisors = position.pieces(them, PieceType::Advisor).count();
    let elephants = position.pieces(them, PieceType::Elephant).count();
    let (lost_advisors, lost_elephants) = (2 - advisors, 2 - elephants);
    add(Feature::PalaceAttack, palace_attacks);
    add(
        Feature::OpenPalaceAttack,
        palace_attacks * (lost_advisors + lost_elephants),
    );
    add(
        Feature::AttackerPair,
        attackers * attackers.saturating_sub(1) / 2,
    );
    add(
        Feature::CannonScreens,
        cannons.count() * (advisors + elephants),
    );
    add(Feature::LostAdvisor, lost_advisors * force);
    add(Feature::LostElephant, lost_elephants * force);
    counts
}
