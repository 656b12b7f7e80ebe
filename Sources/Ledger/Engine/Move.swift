import Values

/// Units that one activity moves in one position, for a run through the position's quantities alone.
struct Move {
    let slot: PositionSlot
    let isSale: Bool
    let quantity: FixedDecimal
    let date: Day
    let place: DayPlace
    /// Whose it is: the row of an activity of the book, or past all rows the place of one in the batch.
    private let entry: Int

    private static let firstOfBatch = 1 << 40

    init(_ posting: Posting, date: Day, place: DayPlace, row: Int) {
        self.init(posting, date, place, entry: row)
    }

    init(_ posting: Posting, date: Day, place: DayPlace, batchIndex: Int) {
        self.init(posting, date, place, entry: Self.firstOfBatch + batchIndex)
    }

    private init(_ posting: Posting, _ date: Day, _ place: DayPlace, entry: Int) {
        slot = posting.position
        isSale = posting.target == .relieve
        quantity = posting.quantity
        self.date = date
        self.place = place
        self.entry = entry
    }

    /// Its place in the batch; nil where it is of the book.
    var batchIndex: Int? { entry < Self.firstOfBatch ? nil : entry - Self.firstOfBatch }

    /// Its row in the book, if it is of the book.
    var row: Int { entry }

    /// Replay order within a position; what is in the book was entered before the batch.
    static func precedes(_ a: Move, _ b: Move) -> Bool {
        (a.date, a.place, a.entry) < (b.date, b.place, b.entry)
    }

    /// The units held after it.
    func changing(_ held: FixedDecimal) throws(DecimalError) -> FixedDecimal {
        isSale ? try held - quantity : try held + quantity
    }

    /// The moves by position, each position's in replay order.
    static func byPosition(_ moves: [Move], count: Int) -> [[Move]] {
        var sizes = [Int](repeating: 0, count: count)
        for move in moves { sizes[move.slot.index] += 1 }
        var groups = [[Move]](repeating: [], count: count)
        for (slot, size) in sizes.enumerated() where size > 0 { groups[slot].reserveCapacity(size) }
        for move in moves { groups[move.slot.index].append(move) }
        // Rows mostly come in order, which the sort notices.
        for slot in groups.indices where sizes[slot] > 1 { groups[slot].sort(by: precedes) }
        return groups
    }
}
