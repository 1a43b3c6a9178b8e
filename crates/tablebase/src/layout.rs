//! The layout of one sub-table: which men it counts in which order, and the index of a position.
//!
//! The men come in groups: the leading one (three different men, the two kings, or the pawns of one
//! side) is reduced by symmetry, the others are sets of equal men on the squares left over. The
//! index is a mixed-radix number with one digit for each group.

use chess::{Color, PieceType, Position};

use crate::bytes::Damaged;
use crate::material::Material;
use crate::squares::{
    KING_PAIRS, PAWN_SQUARES, TRIPLES, above_diagonal, binomial, king_pair, leading_pawn_base,
    pawn_order, triple,
};

const SQUARES: usize = 64;

/// Equal men and the place value of their digit.
#[derive(Clone, Copy, Debug)]
struct Group {
    color: Color,
    kind: PieceType,
    count: usize,
    factor: u64,
}

/// What the leading group consists of.
#[derive(Clone, Copy, Debug)]
enum Lead {
    Triple,
    Kings,
    /// Pawns: the base of their number, by the leading pawn's rank.
    Pawns([u64; 8]),
}

/// The layout of a sub-table.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    lead: Lead,
    /// Men and groups of the leading group.
    lead_men: usize,
    lead_groups: usize,
    lead_factor: u64,
    /// Whether the second group are the other side's pawns.
    second_pawns: bool,
    groups: Vec<Group>,
    /// The number of indices.
    pub(crate) size: u64,
}

/// What a file says about the layout of a sub-table.
pub(crate) struct Header<'a> {
    pub(crate) material: Material,
    /// The file of the leading pawn, from a to d.
    pub(crate) file: usize,
    /// The digit of the leading group and that of the second pawns, from the lowest.
    pub(crate) order: [u8; 2],
    /// The men: 1 to 6 from pawn to king, black ones with 8 added.
    pub(crate) men: &'a [u8],
}

impl Layout {
    pub(crate) fn new(header: &Header<'_>) -> Result<Self, Damaged> {
        let material = header.material;
        let groups = groups_of(header)?;
        let lead = if material.has_pawns() {
            let count = groups[0].count;
            let bases = std::array::from_fn(|rank| leading_pawn_base(count, header.file, rank));
            Lead::Pawns(bases)
        } else if material.has_unique_piece() {
            Lead::Triple
        } else {
            Lead::Kings
        };
        let lead_groups = match lead {
            Lead::Triple => 3,
            Lead::Kings => 2,
            Lead::Pawns(_) => 1,
        };
        let leading = groups.get(..lead_groups).ok_or(Damaged)?;
        let lead_men = leading.iter().map(|group| group.count).sum();
        let is_lead_right = match lead {
            Lead::Triple | Lead::Kings => lead_men == lead_groups,
            Lead::Pawns(_) => leading[0].kind == PieceType::Pawn,
        };
        let second_pawns = material.both_have_pawns();
        let is_second_right = !second_pawns
            || groups
                .get(1)
                .is_some_and(|group| group.kind == PieceType::Pawn);
        if !is_lead_right || !is_second_right {
            return Err(Damaged);
        }
        let mut layout = Self {
            lead,
            lead_men,
            lead_groups,
            lead_factor: 0,
            second_pawns,
            groups,
            size: 0,
        };
        layout.set_factors(header.order)?;
        Ok(layout)
    }

    /// Gives each group the place value of its digit.
    fn set_factors(&mut self, order: [u8; 2]) -> Result<(), Damaged> {
        let lead_size = match self.lead {
            Lead::Triple => TRIPLES,
            Lead::Kings => KING_PAIRS,
            Lead::Pawns(bases) => bases[7],
        };
        let first_free = self.lead_groups + usize::from(self.second_pawns);
        let digits = self.groups.len() - self.lead_groups + 1;
        let mut free = SQUARES - self.lead_men;
        if self.second_pawns {
            free -= self.groups[1].count;
        }
        let (mut factor, mut next) = (1_u64, first_free);
        let (mut has_lead, mut has_second) = (false, !self.second_pawns);
        for digit in 0..digits {
            let size = if digit == usize::from(order[0]) {
                has_lead = true;
                self.lead_factor = factor;
                lead_size
            } else if self.second_pawns && digit == usize::from(order[1]) {
                has_second = true;
                let count = self.groups[1].count;
                self.groups[1].factor = factor;
                binomial(count, PAWN_SQUARES - self.lead_men)
            } else {
                let group = self.groups.get_mut(next).ok_or(Damaged)?;
                next += 1;
                group.factor = factor;
                let size = binomial(group.count, free);
                free -= group.count;
                size
            };
            factor = factor.checked_mul(size).ok_or(Damaged)?;
        }
        self.size = factor;
        if has_lead && has_second {
            Ok(())
        } else {
            Err(Damaged)
        }
    }

    /// The index of a position with this material, or with colors swapped if `swap` says so.
    pub(crate) fn index(&self, position: &Position, swap: bool) -> Option<u64> {
        let mut men = [0; crate::MAX_MEN];
        let mut len = 0;
        for group in &self.groups {
            let color = if swap { !group.color } else { group.color };
            for square in position.pieces(color, group.kind) {
                let slot = men.get_mut(len)?;
                *slot = if swap {
                    square.index() ^ 56
                } else {
                    square.index()
                };
                len += 1;
            }
        }
        self.index_of(&mut men[..len])
    }

    /// The index of men on squares, in the order of the file; mirrors them.
    pub(crate) fn index_of(&self, men: &mut [usize]) -> Option<u64> {
        let lead = match self.lead {
            Lead::Pawns(bases) => self.index_pawns(men, &bases),
            Lead::Triple => {
                reduce(men, 3);
                triple([men[0], men[1], men[2]])
            }
            Lead::Kings => {
                reduce(men, 2);
                king_pair(men[0], men[1])?
            }
        };
        let index = lead * self.lead_factor + self.index_others(men);
        (index < self.size).then_some(index)
    }

    /// Mirrors the leading pawn to the files a to d, and gives the number of the leading pawns.
    fn index_pawns(&self, men: &mut [usize], bases: &[u64; 8]) -> u64 {
        let pawns = &mut men[..self.lead_men];
        pawns.sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
        if men[0] & 7 > 3 {
            men.iter_mut().for_each(|square| *square ^= 7);
            // The mirror swaps neighbors in the order.
            let others = &mut men[1..self.lead_men];
            others.sort_unstable_by_key(|&square| std::cmp::Reverse(pawn_order(square)));
        }
        let others = men[1..self.lead_men].iter().rev();
        others
            .enumerate()
            .fold(bases[men[0] >> 3], |sum, (i, &square)| {
                sum + binomial(i + 1, pawn_order(square))
            })
    }

    /// The digits of the other groups: sets of squares, numbered among those that earlier groups
    /// left free.
    fn index_others(&self, men: &mut [usize]) -> u64 {
        let mut start = self.lead_men;
        let mut index = 0;
        for (number, group) in self.groups.iter().enumerate().skip(self.lead_groups) {
            let (before, rest) = men.split_at_mut(start);
            let set = &mut rest[..group.count];
            set.sort_unstable();
            // Pawns cannot stand on the first rank.
            let unused = if self.second_pawns && number == 1 {
                8
            } else {
                0
            };
            let digit: u64 = set
                .iter()
                .enumerate()
                .map(|(i, &square)| {
                    let taken = before.iter().filter(|&&other| other < square).count();
                    binomial(i + 1, square - taken - unused)
                })
                .sum();
            index += digit * group.factor;
            start += group.count;
        }
        index
    }

    /// The file of the leading pawn, from a to d, in a table with pawns.
    pub(crate) fn leading_file(&self, position: &Position, swap: bool) -> usize {
        let group = &self.groups[0];
        let color = if swap { !group.color } else { group.color };
        let leading = position
            .pieces(color, PieceType::Pawn)
            .into_iter()
            .map(|square| square.index() ^ if swap { 56 } else { 0 })
            .max_by_key(|&square| pawn_order(square));
        leading.map_or(0, |square| (square & 7).min(7 - (square & 7)))
    }
}

/// The groups of equal men in the order of the file. Their counts must be those of the material.
fn groups_of(header: &Header<'_>) -> Result<Vec<Group>, Damaged> {
    let mut groups: Vec<Group> = Vec::with_capacity(header.men.len());
    for run in header.men.chunk_by(|a, b| a == b) {
        let code = usize::from(run[0]);
        let kind = (code & 7).checked_sub(1).filter(|&kind| kind < 6);
        let kind = PieceType::from_index(kind.ok_or(Damaged)?);
        let color = Color::from_index(code >> 3);
        let is_new = groups.iter().all(|g| (g.color, g.kind) != (color, kind));
        if !is_new || header.material.count(color, kind) != run.len() {
            return Err(Damaged);
        }
        groups.push(Group {
            color,
            kind,
            count: run.len(),
            factor: 0,
        });
    }
    if groups.is_empty() {
        Err(Damaged)
    } else {
        Ok(groups)
    }
}

/// Reflects all men so that the first stands in the triangle a1-d1-d4 and the first of the leading
/// ones that is off the diagonal a1-h8 stands below it.
fn reduce(men: &mut [usize], leading: usize) {
    let flip = if men[0] & 7 > 3 { 7 } else { 0 } | if men[0] >> 3 > 3 { 56 } else { 0 };
    men.iter_mut().for_each(|square| *square ^= flip);
    let off = men[..leading].iter().map(|&square| above_diagonal(square));
    if off.into_iter().find(|&above| above != 0) > Some(0) {
        for square in men {
            *square = (*square >> 3) | (*square & 7) << 3;
        }
    }
}
