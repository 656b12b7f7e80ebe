import Values

/// Finds what of a batch has to be refused where positions hang together, or where splits and the like change units: by running
/// through the book's activities and the batch's as one, as often as something is refused for the sake of what stands already.
struct LinkedShortages {
    let batch: [Activity]
    /// Where each of the batch stands within its day.
    let places: [DayPlace]
    let replayer: Replayer
    /// From this row on, activities of the book may wait for units that come later.
    let waitingFrom: Int

    /// An activity of the book, by its row, or of the batch, by its place.
    private enum Entry {
        /// The activity of a row of the book.
        case book(Int)
        /// The activity at a place in the batch.
        case batch(Int)
    }

    /// Puts an error to each of the activities, given by their places in the batch, that has to be refused.
    func refuse(_ indices: [Int], errors: inout [LedgerError?]) {
        for group in groups(indices) {
            var left = group
            while !left.isEmpty {
                if let stranding = firstStranding(entries(left), of: left, errors: &errors) { errors[stranding.place] = stranding.error }
                // Without what is refused the others may come in another order.
                let rest = left.filter { errors[$0] == nil }
                if rest.count == left.count { break }
                left = rest
            }
        }
    }

    /// The activities of positions that hang together.
    private func groups(_ indices: [Int]) -> [[Int]] {
        var groups: [UInt32: [Int]] = [:]
        for place in indices {
            groups[slots(of: place).map(\.rawValue).min() ?? 0, default: []].append(place)
        }
        return groups.sorted { $0.key < $1.key }.map(\.value)
    }

    private func slots(of place: Int) -> [PositionSlot] {
        let slots = replayer.activities.slots
        return slots.linked(to: slots.known(batch[place].account, batch[place].instrument))
    }

    /// The book's activities and the batch's in replay order; the book's come first among those of one moment, but for what comes before one of them.
    private func entries(_ indices: [Int]) -> [Entry] {
        let activities = replayer.activities
        let own = indices.sorted { (batch[$0].date, places[$0]) < (batch[$1].date, places[$1]) }
        var entries: [Entry] = [], next = 0
        // As they were recorded: in what order units of a day arrive and leave is found for all of them together.
        let rows = activities.rows(in: slots(of: indices[0])).map(Int.init).sorted {
            (activities.date(at: $0), activities.place(at: $0)) < (activities.date(at: $1), activities.place(at: $1))
        }
        for row in rows {
            while next < own.count, (batch[own[next]].date, places[own[next]]) < (activities.date(at: row), activities.place(at: row)) {
                entries.append(.batch(own[next]))
                next += 1
            }
            entries.append(.book(row))
        }
        return arranged(entries + own[next...].map(Entry.batch))
    }

    /// Those of each day in an order in which units arrive before they leave.
    private func arranged(_ entries: [Entry]) -> [Entry] {
        var result: [Entry] = [], start = 0
        while start < entries.count {
            let end = entries[start...].firstIndex { day(of: $0) != day(of: entries[start]) } ?? entries.count
            let items = entries[start..<end].map(item)
            let isCrossed = items.contains { $0.pair != nil && $0.isArrival } && items.contains { $0.pair != nil && !$0.isArrival }
            result += isCrossed ? DayArrangement.order(items).map { entries[start + $0] } : Array(entries[start..<end])
            start = end
        }
        return result
    }

    private func day(of entry: Entry) -> Day {
        switch entry {
        case .book(let row): replayer.activities.date(at: row)
        case .batch(let place): batch[place].date
        }
    }

    private func item(_ entry: Entry) -> DayArrangement.Item {
        switch entry {
        case .book(let row): replayer.activities.item(at: row)
        case .batch(let place):
            DayArrangement.Item(batch[place].kind, batch[place].detail, account: batch[place].account, instrument: batch[place].instrument, isTimed: batch[place].time != nil)
        }
    }

    /// Lets in what can be, and puts an error to each of the batch that finds too few units. Where it is one of the book that does,
    /// the last of the batch before it that gave units away is to be refused; where none did, the last that may have put its day into another order.
    private func firstStranding(_ entries: [Entry], of group: [Int], errors: inout [LedgerError?]) -> (place: Int, error: LedgerError)? {
        var run = QuantityRun(replayer), givers: [Int] = []
        var postings = PostingBuffer(policy: replayer.policy)
        for entry in entries {
            do throws(LedgerError) {
                switch entry {
                case .batch(let place):
                    if errors[place] != nil { continue }
                    try replayer.compile(batch[place], into: &postings)
                    if let shortage = try run.take(postings, on: batch[place].date) {
                        errors[place] = oversold(shortage, at: place)
                    } else if postings.postings.contains(where: \.target.takesUnits) {
                        givers.append(place)
                    }
                case .book(let row):
                    try replayer.compile(row, into: &postings)
                    if let shortage = try run.take(postings, on: replayer.activities.date(at: row)), row < waitingFrom,
                        let last = givers.last ?? reordering(replayer.activities.date(at: row), group, errors)
                    {
                        return (last, stranding(shortage, by: last, sale: row))
                    }
                }
            } catch {
                if case .batch(let place) = entry { errors[place] = error }
            }
        }
        return nil
    }

    /// The last of the batch on a day: of a side of a transfer the other side has to come in another order, and so may what stands between.
    private func reordering(_ day: Day, _ group: [Int], _ errors: [LedgerError?]) -> Int? {
        let own = group.filter { errors[$0] == nil && batch[$0].date == day }
        return own.last { item(.batch($0)).pair != nil } ?? own.last
    }

    private func oversold(_ shortage: QuantityRun.Shortage, at place: Int) -> LedgerError {
        let (account, symbol) = replayer.names(of: shortage.slot), activity = batch[place]
        let act = activity.subtype?.noun ?? activity.kind.noun
        guard let asked = shortage.asked else { return .nothingHeld(act: act, account: account, symbol: symbol, date: activity.date) }
        if activity.kind == .sell { return replayer.oversold(shortage.slot, activity.date, held: shortage.held, asked: asked) }
        return .tooFew(act: act, account: account, symbol: symbol, date: activity.date, held: shortage.held, asked: asked)
    }

    private func stranding(_ shortage: QuantityRun.Shortage, by place: Int, sale row: Int) -> LedgerError {
        let act = "the \(batch[place].kind.rawValue) on \(batch[place].date)"
        guard let asked = shortage.asked else { return replayer.stranded(shortage.slot, row, by: act) }
        let (account, symbol) = replayer.names(of: shortage.slot)
        return .strands(
            act: act, event: replayer.act(at: row), account: account, symbol: symbol,
            date: replayer.activities.date(at: row), entry: replayer.activities.id(at: row), held: shortage.held, asked: asked)
    }
}
