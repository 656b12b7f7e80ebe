import Values

/// Finds the sales of a batch for which too little is held, or which leave too little for a later sale of the book.
struct Shortages {
    /// The book before the batch.
    let state: ReplayState
    let replayer: Replayer
    /// From this row on, activities of the book may wait for units that come later.
    let waitingFrom: Int

    /// Puts an error to each activity of the batch whose sale has to be refused.
    func refuse(_ moves: [Move], errors: inout [LedgerError?]) {
        var groups = Move.byPosition(moves)
        groups.removeAll { group in !group.contains(where: \.isSale) || replayer.mayGoShort(group[0].slot) }
        let mixed = groups.indices.filter { !followsBook(groups[$0][0]) }
        if !mixed.isEmpty { mixInBook(&groups, mixed) }
        let isMixed = Set(mixed)
        for (index, group) in groups.enumerated() {
            run(group, from: isMixed.contains(index) ? .zero : state.positions[group[0].slot.index].quantity, errors: &errors)
        }
    }

    /// Whether the position's trades in the book all come before.
    private func followsBook(_ move: Move) -> Bool {
        let lastRow = Int(state.positions[move.slot.index].lastRow)
        if state.positions[move.slot.index].isStale { return false }
        if lastRow < 0 { return true }
        let activities = replayer.activities
        return (activities.date(at: lastRow), activities.place(at: lastRow)) < (move.date, move.place)
    }

    /// Puts the trades of the book between those of the batch, for some of the positions.
    private func mixInBook(_ groups: inout [[Move]], _ mixed: [Int]) {
        var postings = PostingBuffer(policy: replayer.policy), places: [Int: Int] = [:]
        var isMixed = [Bool](repeating: false, count: replayer.activities.slots.positions.count)
        for place in mixed {
            let slot = groups[place][0].slot.index
            (isMixed[slot], places[slot]) = (true, place)
        }
        for row in replayer.activities.rows(inPositions: isMixed) {
            // What is in the book has been compiled before.
            guard (try? replayer.compile(Int(row), into: &postings)) != nil else { continue }
            let (date, place) = (replayer.activities.date(at: Int(row)), replayer.activities.place(at: Int(row)))
            for posting in postings.postings where posting.target.changesLots {
                guard let group = places[posting.position.index] else { continue }
                groups[group].append(Move(posting, date: date, place: place, row: Int(row)))
            }
        }
        for place in mixed { groups[place].sort(by: Move.precedes) }
    }

    /// Runs through the trades of one position, letting in each sale of the batch that can be.
    ///
    /// A sale may take what is held less what the sales of the book that follow need; purchases of the batch count in full. So the
    /// earlier sale is let in before the later one, and none is refused that could have been let in beside the others.
    private func run(_ moves: [Move], from quantity: FixedDecimal, errors: inout [LedgerError?]) {
        let needs = needs(moves)
        var held = quantity
        for (place, move) in moves.enumerated() {
            guard let after = try? move.changing(held) else { continue }
            if let index = move.batchIndex, move.isSale {
                if after.isNegative {
                    errors[index] = oversold(move, held: held)
                } else if after < needs[place] {
                    errors[index] = stranding(move, followedBy: moves[(place + 1)...], held: after)
                }
                if errors[index] != nil { continue }
            }
            if after.isNegative, mayWait(move) { continue }
            held = after
        }
    }

    /// What must be held after each trade so that no sale of the book that follows finds too little.
    private func needs(_ moves: [Move]) -> [FixedDecimal] {
        var needs = [FixedDecimal](repeating: .zero, count: moves.count)
        var need = FixedDecimal.zero
        for (place, move) in moves.enumerated().reversed() {
            needs[place] = need
            if !move.isSale {
                need = max(.zero, (try? need - move.quantity) ?? .zero)
            } else if move.batchIndex == nil, !mayWait(move) {
                need = (try? need + move.quantity) ?? .greatest
            }
        }
        return needs
    }

    private func mayWait(_ move: Move) -> Bool { move.batchIndex == nil && move.row >= waitingFrom }

    private func oversold(_ move: Move, held: FixedDecimal) -> LedgerError {
        replayer.oversold(move.slot, move.date, held: held, asked: move.quantity)
    }

    /// The error of a sale that leaves too little for a sale of the book, the first of those that follow to fall short.
    private func stranding(_ move: Move, followedBy later: ArraySlice<Move>, held: FixedDecimal) -> LedgerError {
        let (account, symbol) = replayer.names(of: move.slot)
        var held = held
        for next in later {
            if next.isSale, next.batchIndex != nil || mayWait(next) { continue }
            if next.isSale, next.quantity > held {
                return .strands(
                    act: "the sell of \(move.quantity) \(symbol) on \(move.date)", event: replayer.act(at: next.row), account: account, symbol: symbol,
                    date: next.date, entry: replayer.activities.id(at: next.row), held: held, asked: next.quantity)
            }
            held = (try? next.changing(held)) ?? held
        }
        // Only sums beyond the largest decimal lead here.
        return oversold(move, held: held)
    }
}

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

    /// The moves of each position that has some, in replay order. A batch may be one sale in a book of many positions.
    fileprivate static func byPosition(_ moves: [Move]) -> [[Move]] {
        var places: [UInt32: Int] = [:], groups: [[Move]] = []
        for move in moves {
            let place = places[move.slot.rawValue] ?? groups.count
            if place == groups.count {
                places[move.slot.rawValue] = place
                groups.append([])
            }
            groups[place].append(move)
        }
        // Rows mostly come in order, which the sort notices.
        for place in groups.indices where groups[place].count > 1 { groups[place].sort(by: precedes) }
        return groups
    }
}
