import Values

/// Units that one activity moves in one position, for a run through the position's quantities alone.
struct Move {
    /// Whose it is: an activity of the batch by its place, or one of the book by its row.
    enum Origin {
        case book(row: Int)
        case batch(Int)
    }

    let posting: Posting
    let date: Day
    /// Microseconds; those without a time come first on their day.
    let time: Int64
    let origin: Origin

    init(_ posting: Posting, date: Day, time: Instant?, origin: Origin) {
        self.posting = posting
        self.date = date
        self.time = time?.microseconds ?? .min
        self.origin = origin
    }

    /// By position, then in replay order; what is in the book was entered before the batch.
    static func precedes(_ a: Move, _ b: Move) -> Bool {
        if a.posting.position != b.posting.position { return a.posting.position.rawValue < b.posting.position.rawValue }
        return (a.date, a.time, a.entry) < (b.date, b.time, b.entry)
    }

    private var entry: Int {
        switch origin {
        case .book(let row): row
        case .batch(let index): index + 1 << 40
        }
    }
}
