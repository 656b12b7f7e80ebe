import Ledger
import Values

/// The order in which the statements of a double-entry book count.
struct DirectiveOrder {
    private let book: DoubleEntryBook

    /// - Parameter book: what the file says beside its statements.
    init(_ book: DoubleEntryBook) { self.book = book }

    /// Statements by day; of one day accounts are opened first, then balances are told, and accounts closed at the end.
    private func inOrder(_ directives: [DoubleEntryBook.Directive]) -> [DoubleEntryBook.Directive] {
        func rank(_ directive: DoubleEntryBook.Directive) -> Int {
            switch directive.content {
            case .open: 0
            case .commodity, .pad: 1
            case .balance: 2
            case .transaction, .price, .part, .leftOut, .notRun: 3
            case .close: 4
            }
        }
        // A number that grows with day, rank and place; most files are in order already.
        let keys = directives.enumerated().map { place, directive in (Int(directive.day.number) * 8 + rank(directive)) << 32 | place }
        if book.countsOwnLines, book.sections.count > 1 { return inOrderOfLines(directives, keys.map { $0 >> 32 }) }
        let isInOrder = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
        return salesBehindPurchases(isInOrder ? directives : keys.sorted().map { directives[$0 & 0xFFFF_FFFF] })
    }

    /// The statements in which a sale that names a lot of its own day stands behind the purchase of it: journals are read file by file, whatever their order in a day.
    private func salesBehindPurchases(_ directives: [DoubleEntryBook.Directive]) -> [DoubleEntryBook.Directive] {
        guard book.isLenient else { return directives }
        var keys: [Int: Int] = [:]
        for place in directives.indices {
            let day = directives[place].day, sold = Self.postings(of: directives[place]) { $0.units?.number?.isNegative == true && $0.cost?.day == day }
            if sold.isEmpty { continue }
            func brings(_ other: Int) -> Bool { !Self.postings(of: directives[other]) { come in sold.contains { Self.isLot($0, of: come) } }.isEmpty }
            if directives[..<place].indices.reversed().prefix(while: { directives[$0].day == day }).contains(where: brings) { continue }
            let purchase = directives[(place + 1)...].indices.prefix { directives[$0].day == day }.first(where: brings)
            if let purchase { keys[place] = purchase * 2 + 1 }
        }
        if keys.isEmpty { return directives }
        return directives.indices.sorted { (keys[$0] ?? $0 * 2, $0) < (keys[$1] ?? $1 * 2, $1) }.map { directives[$0] }
    }

    /// Whether units that leave are of the lot that others come into: by its name, or by what one of them cost.
    private static func isLot(_ sold: DoubleEntryBook.Posting, of come: DoubleEntryBook.Posting) -> Bool {
        guard (come.units?.number ?? .zero) > .zero, come.account == sold.account, come.units?.commodity == sold.units?.commodity, let terms = sold.cost else { return false }
        if let label = terms.label, let own = come.cost?.label { return label == own }
        let cost = come.cost?.number, price = come.price?.isTotal == false ? come.price?.number : nil
        return !terms.isTotal && terms.number != nil && terms.number == (cost == nil || come.cost?.isTotal == true ? price : cost)
    }

    /// The postings of a transaction for which something holds; none of other statements.
    private static func postings(of directive: DoubleEntryBook.Directive, where holds: (DoubleEntryBook.Posting) -> Bool) -> [DoubleEntryBook.Posting] {
        if case .transaction(let transaction) = directive.content { transaction.postings.filter(holds) } else { [] }
    }

    /// Statements by their keys, and those of one key by the numbers of their lines in their own files.
    private func inOrderOfLines(_ directives: [DoubleEntryBook.Directive], _ keys: [Int]) -> [DoubleEntryBook.Directive] {
        var section = 0
        let lines = directives.map { directive in
            while section + 1 < book.sections.count, book.sections[section + 1].first <= directive.line { section += 1 }
            return directive.line - book.sections[section].first
        }
        return directives.indices.sorted { (keys[$0], lines[$0], $0) < (keys[$1], lines[$1], $1) }.map { directives[$0] }
    }

    /// The statements in order, with a transaction in the place of each pad, which brings about the balance that follows.
    func padded(_ statements: [DoubleEntryBook.Directive]) -> [DoubleEntryBook.Directive] {
        let directives = Self.joiningSplits(inOrder(statements))
        guard directives.contains(where: { if case .pad = $0.content { true } else { false } }) else { return directives }
        var trial = DoubleEntryBooking(book), waiting: [String: (place: Int, source: String)] = [:], postings: [Int: [DoubleEntryBook.Posting]] = [:]
        for (place, directive) in directives.enumerated() {
            switch directive.content {
            case .open(let account, let booking): trial.open(account, booking)
            case .transaction(let transaction): _ = try? trial.book(transaction, on: directive.day)
            case .pad(let account, let source): waiting[account] = (place, source)
            case .balance(let account, let told, let tolerance):
                guard let pad = waiting[account], let now = try? trial.balance(account, told.commodity), let lack = try? told.number - now, lack.magnitude > tolerance else {
                    continue
                }
                let line = directives[pad.place].line
                if postings[pad.place]?.contains(where: { $0.units?.commodity == told.commodity }) == true { continue }
                let pair = [(account, lack), (pad.source, -lack)].map {
                    DoubleEntryBook.Posting(line: line, account: $0.0, units: DoubleEntryBook.WrittenAmount(number: $0.1, digits: 0, commodity: told.commodity))
                }
                postings[pad.place, default: []] += pair
                _ = try? trial.book(DoubleEntryBook.Transaction(postings: pair), on: directive.day)
            case .close, .commodity, .price, .part, .leftOut, .notRun: break
            }
        }
        return directives.enumerated().map { place, directive in
            guard case .pad(let account, _) = directive.content, let own = postings[place] else { return directive }
            let transaction = DoubleEntryBook.Transaction(narration: "padding of \(account)", postings: own)
            return DoubleEntryBook.Directive(line: directive.line, day: directive.day, content: .transaction(transaction))
        }
    }
}

extension DirectiveOrder {
    /// Leaves out prices beside another of the same day in another currency: luca keeps one, in the currency of the instrument where there is such a one.
    static func leaveOutPrices(_ directives: inout [DoubleEntryBook.Directive], _ plan: inout PlanBuilder) {
        struct Key: Hashable { let day: Day, commodity: String }
        // Hardly a commodity has prices in several currencies.
        var told: [String: Set<String>] = [:]
        for directive in directives { if case .price(let commodity, let amount) = directive.content { told[commodity, default: []].insert(amount.commodity) } }
        let several = Set(told.lazy.filter { $0.value.count > 1 }.map(\.key))
        if several.isEmpty { return }
        var kept: [Key: [Int]] = [:], currencies: [Key: String] = [:]
        func leaveOut(_ places: [Int]) {
            for place in places { directives[place].content = .leftOut(noun: "price of a day in another currency") }
        }
        for place in directives.indices {
            guard case .price(let commodity, let amount) = directives[place].content, several.contains(commodity) else { continue }
            let number = plan.instrument(named: commodity), key = Key(day: directives[place].day, commodity: commodity)
            guard number != 0 else { continue }
            if let known = currencies[key], known != amount.commodity {
                guard amount.commodity == plan.instrument(number).currency.code else {
                    leaveOut([place])
                    continue
                }
                leaveOut(kept.removeValue(forKey: key) ?? [])
            }
            currencies[key] = amount.commodity
            kept[key, default: []].append(place)
        }
    }
}
