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
            // Refusing a sale changes what is held after it, so after each refusal for the sake of a later sale the run begins again.
            while run(all[start..<end], from: .zero, errors: &errors) {}
            start = end
        }
    }

    /// Runs through the trades of one position. True if a sale of the batch was refused for the sake of a later one in the book.
    @discardableResult
    private func run(_ moves: ArraySlice<Move>, from quantity: FixedDecimal, errors: inout [LedgerError?]) -> Bool {
        var held = quantity
        var latestSale: (move: Move, index: Int)?
        for move in moves {
            if case .batch(let index) = move.origin, errors[index] != nil { continue }
            let isSale = move.posting.target == .relieve
            if isSale, move.posting.quantity > held {
                switch move.origin {
                case .batch(let index):
                    let (account, symbol) = replayer.names(of: move.posting.position)
                    errors[index] = .oversold(
                        account: account, symbol: symbol, date: move.date, held: held, asked: move.posting.quantity)
                    continue
                case .book(let row):
                    // Without a sale of the batch before it, the book fell short by itself, which is not the batch's fault.
                    guard let latestSale else { break }
                    errors[latestSale.index] = stranding(latestSale.move, sale: row, asked: move.posting.quantity, held: held)
                    return true
                }
            }
            if isSale, case .batch(let index) = move.origin { latestSale = (move, index) }
            guard let after = try? move.posting.changing(held) else { continue }
            held = after
        }
        return false
    }

    private func stranding(_ move: Move, sale row: Int, asked: FixedDecimal, held: FixedDecimal) -> LedgerError {
        let (account, symbol) = replayer.names(of: move.posting.position)
        return .strandsSale(
            act: "the sell of \(move.posting.quantity) \(symbol) on \(move.date)", account: account, symbol: symbol,
            saleDate: replayer.activities.date(at: row), sale: replayer.activities.id(at: row), held: held, asked: asked)
    }
}
