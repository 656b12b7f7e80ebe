import Ledger
public import Values

/// Compares the splits that a provider reports with those that a book has.
///
/// A split that is missing in the book leaves the units of before and the prices of after it: a holding that seems to have lost most of
/// its worth. So it is pointed out; it is never recorded by itself.
public enum SplitCheck {
    /// Days that two records of one split may lie apart: one is dated by the record day, another by the first day of trade.
    public static let daysApart = 5

    /// The reported splits that the book does not have, in the order given.
    ///
    /// A recorded one stands for one reported at most: the nearest of the same ratio, `8:2` being `4:1`. Splits on or before `heldFrom`,
    /// the day of the first purchase, do not matter to the book. O(n·m), of which there are few.
    public static func missing(reported: [SplitEvent], recorded: [SplitEvent], heldFrom: Day = .min) -> [SplitEvent] {
        var left = recorded
        return reported.filter { split in
            guard split.date > heldFrom else { return false }
            let candidates = left.indices.filter { abs(left[$0].date.days(to: split.date)) <= daysApart && isSame(left[$0].ratio, split.ratio) }
            guard let nearest = candidates.min(by: { abs(left[$0].date.days(to: split.date)) < abs(left[$1].date.days(to: split.date)) }) else {
                return true
            }
            left.remove(at: nearest)
            return false
        }
    }

    /// By products across, so that 3:2 is 1.5 and 1:3 needs no endless fraction.
    private static func isSame(_ a: Ratio, _ b: Ratio) -> Bool {
        guard let left = try? a.new * b.old, let right = try? b.new * a.old else { return a == b }
        return left == right
    }
}
