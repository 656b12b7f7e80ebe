import Values

/// Finds the sales of a batch for which too little is held, or which leave too little for a later sale of the book.
struct Shortages {
    /// The book before the batch.
    let state: ReplayState
    var replayer: Replayer

    /// Puts an error to each activity whose sale has to be refused. The moves are sorted by position and in replay order.
    mutating func refuse(_ moves: [Move], errors: inout [LedgerError?]) {
        var mixed: [Range<Int>] = []
        var start = 0
        while start < moves.count {
            let slot = moves[start].posting.position
            var end = start
            while end < moves.count, moves[end].posting.position == slot { end += 1 }
            let range = start..<end
            start = end
            if replayer.mayGoShort(slot) || !moves[range].contains(where: { $0.posting.target == .relieve }) { continue }
            if followsBook(moves[range.lowerBound]) {
                run(moves[range], from: state.positions[slot.index].quantity, errors: &errors)
            } else {
                mixed.append(range)
            }
        }
        mix(moves, mixed, errors: &errors)
    }

    /// Whether the position's trades in the book all come before.
    private func followsBook(_ move: Move) -> Bool {
        let position = state.positions[move.posting.position.index]
        if position.isStale { return false }
        if position.lastRow < 0 { return true }
        let row = Int(position.lastRow)
        return (replayer.activities.date(at: row), replayer.activities.time(at: row)?.microseconds ?? .min) <= (move.date, move.time)
    }

    /// Runs through positions whose trades in the book come between those of the batch.
    private mutating func mix(_ moves: [Move], _ ranges: [Range<Int>], errors: inout [LedgerError?]) {
        if ranges.isEmpty { return }
        var isMarked = [Bool](repeating: false, count: replayer.activities.slots.positions.count)
        for range in ranges { isMarked[moves[range.lowerBound].posting.position.index] = true }
        var all = ranges.flatMap { moves[$0] }
        for row in replayer.activities.rows(inPositions: isMarked) {
            // What is in the book has been compiled before.
            guard (try? replayer.compile(Int(row))) != nil else { continue }
            let (date, time) = (replayer.activities.date(at: Int(row)), replayer.activities.time(at: Int(row)))
            for posting in replayer.postings.postings where posting.isTrade && isMarked[posting.position.index] {
                all.append(Move(posting, date: date, time: time, origin: .book(row: Int(row))))
            }
        }
        all.sort(by: Move.precedes)
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].posting.position == all[start].posting.position { end += 1 }
            run(all[start..<end], from: .zero, errors: &errors)
            start = end
        }
    }

    /// Runs through the trades of one position, letting in each sale of the batch that can be.
    ///
    /// A sale may take what is held less what the sales of the book that follow need; purchases of the batch count in full. So the
    /// earlier sale is let in before the later one, and none is refused that could have been let in beside the others.
    private func run(_ moves: ArraySlice<Move>, from quantity: FixedDecimal, errors: inout [LedgerError?]) {
        let needs = needs(moves)
        var held = quantity
        for (place, move) in zip(moves.indices, moves) {
            guard let after = try? move.posting.changing(held) else { continue }
            if case .batch(let index) = move.origin, move.posting.target == .relieve {
                let need = needs[place - moves.startIndex]
                if after.isNegative {
                    errors[index] = oversold(move, held: held)
                } else if after < need {
                    errors[index] = stranding(move, followedBy: moves[(place + 1)...], held: after)
                }
                if errors[index] != nil { continue }
            }
            held = after
        }
    }

    /// What must be held after each trade so that no sale of the book that follows finds too little.
    private func needs(_ moves: ArraySlice<Move>) -> [FixedDecimal] {
        var needs = [FixedDecimal](repeating: .zero, count: moves.count)
        var need = FixedDecimal.zero
        for (place, move) in zip(moves.indices, moves).reversed() {
            needs[place - moves.startIndex] = need
            switch (move.posting.target, move.origin) {
            case (.relieve, .batch): break
            case (.relieve, .book): need = (try? need + move.posting.quantity) ?? .greatest
            default: need = max(.zero, (try? need - move.posting.quantity) ?? .zero)
            }
        }
        return needs
    }

    private func oversold(_ move: Move, held: FixedDecimal) -> LedgerError {
        let (account, symbol) = replayer.names(of: move.posting.position)
        return .oversold(account: account, symbol: symbol, date: move.date, held: held, asked: move.posting.quantity)
    }

    /// The error of a sale that leaves too little for a sale of the book, the first of those that follow to fall short.
    private func stranding(_ move: Move, followedBy later: ArraySlice<Move>, held: FixedDecimal) -> LedgerError {
        let (account, symbol) = replayer.names(of: move.posting.position)
        var held = held
        for next in later {
            switch (next.posting.target, next.origin) {
            case (.relieve, .batch): continue
            case (.relieve, .book(let row)) where next.posting.quantity > held:
                return .strandsSale(
                    act: "the sell of \(move.posting.quantity) \(symbol) on \(move.date)", account: account, symbol: symbol,
                    saleDate: next.date, sale: replayer.activities.id(at: row), held: held, asked: next.posting.quantity)
            default: held = (try? next.posting.changing(held)) ?? held
            }
        }
        // Only sums beyond the largest decimal lead here.
        return oversold(move, held: held)
    }
}
