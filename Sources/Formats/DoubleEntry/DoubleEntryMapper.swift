import Ledger
import Values

/// Makes luca's activities of the transactions of a double-entry book.
///
/// Whatever a transaction says, each account of luca's gets the units and the cash that the postings to its accounts tell: trades and payments take
/// what they account for, and what is left comes or goes as a transfer between the accounts, a deposit or a withdrawal.
struct DoubleEntryMapper {
    let accounts: DoubleEntryAccounts
    /// Days, groups of transfers and how often each was used, so that each has its own.
    private var groups: [String: Int] = [:]
    /// Commodities left out, and how many postings name them.
    private(set) var leftOut: [String: Int] = [:]
    /// Units that move to another account at another cost, beside money that is paid.
    var dearerMoves = 0
    /// Units that move to another account at another cost, where nothing tells why, as where lots were averaged.
    var averagedMoves = 0
    /// Dividends that nothing tells the payer of.
    private(set) var namelessDividends = 0
    /// How many trades have a fee.
    private(set) var feeCount = 0
    /// How many lots were bought for money on a later day than the file tells for them.
    private(set) var olderLots = 0
    /// How many sales name lots that are not there.
    private(set) var wrongLots = 0
    /// How many sales brought something else than their prices say.
    private(set) var otherProceeds = 0
    /// Accounts of income and expenses beside trades of which nothing tells what they mean, and how many postings they have there.
    private(set) var unknown: [String: Int] = [:]
    /// The number by which rows name the last lot that no posting opens.
    var extraRow = 500_000_000

    init(_ accounts: DoubleEntryAccounts) { self.accounts = accounts }

    /// What a transaction comes to in luca.
    struct Result {
        /// The activities, in the order in which they happened.
        var drafts: [ImportedDraft] = []
        /// The rows by which lots go from now on, by the number of the posting that opened them in the file.
        var moved: [(account: String, row: Int, rows: [Int])] = []
        /// The gains that it tells of sales, and of whose where it parts into those of several accounts.
        var gains: [DoubleEntryBook.Amount] = [], gainsByAccount: [(account: String, gain: DoubleEntryBook.Amount)] = []
        /// Why nothing of it concerns luca; nil where something does.
        var skipped: String?

        /// Takes in what another part of the transaction comes to.
        mutating func add(_ other: Result, of account: String?) {
            skipped = drafts.isEmpty ? other.skipped : nil
            (drafts, moved) = (drafts + other.drafts, moved + other.moved)
            if let account { gainsByAccount += other.gains.map { (account, $0) } } else { gains += other.gains }
        }
    }

    /// The activities of a transaction, or of a part of it that stands for itself.
    mutating func map(part postings: [BookedPosting], of transaction: DoubleEntryBook.Transaction, on day: Day, _ booking: DoubleEntryBooking) throws -> Result {
        let inventory = booking.inventory
        var sums = TransactionSums(day: day, notes: Self.notes(transaction)), units: [UnitLeg] = []
        for posting in postings {
            let kind = accounts.kind(posting.units.commodity)
            if kind != .currency, posting.units.number.isZero { continue }
            if kind == .neither {
                leftOut[posting.units.commodity, default: 0] += 1
                continue
            }
            let role = accounts.role(posting.account)
            if case .held = role { try checkMoney(posting) }
            switch (role, kind) {
            case (.held(let name), .instrument): units.append(UnitLeg(posting: posting, account: name))
            case (.held(let name), _): try sums.addCash(name, posting)
            case (let role, _): try sums.addSource(role, posting, isUnits: kind == .instrument)
            }
        }
        wrongLots += postings.count(where: \.missesLot)
        if units.isEmpty, sums.cash.isEmpty { return Result(skipped: Self.outside(postings.map(\.account))) }
        var result = Result()
        let takesLots = units.contains { $0.isTaken || $0.posting.sellsHeld }
        try move(&units, &sums, &result)
        try sums.findGains(units, accounts.isSpent)
        let told = try sums.toldGains()
        if takesLots { result.gains = told }
        try split(&units, &sums, &result, booking)
        try deem(&units, &sums, &result, inventory)
        try rewrite(&units, &sums, &result, inventory)
        // Gains of which nothing leaves were paid by the instrument that the file names.
        let isTold = transaction.instrument != nil
        if isTold, !postings.contains(where: { $0.units.number.isNegative && accounts.kind($0.units.commodity) == .instrument }) { sums.distributeGains() }
        try trade(units, &sums, &result)
        try sums.pay { instrument(named: transaction, units) }
        namelessDividends += sums.namelessDividends
        for source in sums.unknownBesideTrades where accounts.isUnknown(source.account) { unknown[source.account, default: 0] += 1 }
        // What is handed on may have been bought just before.
        let isHandedOn = result.drafts.contains { move in
            move.draft.kind == ActivityKind.transferOut.rawValue
                && sums.drafts.contains { $0.draft.kind == ActivityKind.buy.rawValue && $0.draft.symbol == move.draft.symbol && $0.draft.account == move.draft.account }
        }
        result.drafts = isHandedOn ? sums.drafts + result.drafts : result.drafts + sums.drafts
        result.drafts += try sums.rest { group(day, $0) }
        // GnuCash takes no lots in a transaction; what is sold in it has its gain beside it all the same.
        if !takesLots, accounts.areKeptApart, result.drafts.contains(where: { $0.draft.kind == ActivityKind.sell.rawValue }) { result.gains = told }
        if result.drafts.isEmpty { result.skipped = "it changes nothing that luca keeps" }
        if result.skipped != nil { return result }
        try Self.checkGains(of: result, coversShorts: postings.contains(where: \.coversShort))
        return result
    }

    /// Gives activities the ids by which the file knows them: that of the transaction, where it comes to one.
    static func number(_ drafts: inout [ImportedDraft], _ transaction: DoubleEntryBook.Transaction) {
        let isSplit = drafts.map { $0.draft.kind == ActivityKind.split.rawValue }, areApart = isSplit.count(where: \.self) == transaction.splitIDs.count
        var splitIDs = areApart ? transaction.splitIDs[...] : [], count = 0
        let others = drafts.count - splitIDs.count
        for place in drafts.indices {
            if isSplit[place], let id = splitIDs.popFirst() {
                drafts[place].sourceID = id
                continue
            }
            count += 1
            drafts[place].sourceID = others == 1 ? transaction.id : "\(transaction.id)/\(count)"
        }
    }

    /// Refuses a gain of which nothing is sold, as where lots are sold and become others in one transaction: it would be lost.
    private static func checkGains(of result: Result, coversShorts: Bool) throws(ImportIssue) {
        guard let gain = result.gains.first(where: { $0.number.magnitude > FixedDecimal.cent }) else { return }
        let isSold = result.drafts.contains {
            $0.draft.kind == ActivityKind.sell.rawValue || $0.draft.kind == ActivityKind.split.rawValue && $0.draft.amount != nil
                || $0.draft.subtype == ActivitySubtype.returnOfCapital.rawValue
        }
        if coversShorts || isSold { return }
        throw ImportIssue(
            .badWord, message: "it tells a gain of \(gain.number) \(gain.commodity), but its lots become others and nothing is sold",
            hint: "make two transactions of it: the sale, and what became of the rest")
    }

    /// Refuses what is paid with an instrument: its cost would be in that, and luca keeps costs in money.
    private func checkMoney(_ posting: BookedPosting) throws(ImportIssue) {
        let paid = posting.weight.commodity, told = posting.units.commodity
        guard paid != told, accounts.kind(paid) == .instrument else { return }
        throw ImportIssue(
            .badCurrency, text: paid, message: "\(MessageText.cut(told)) is paid with \(MessageText.cut(paid)), which is no money: luca keeps what units cost in money",
            hint: "write two transactions: \(MessageText.cut(paid)) sold for money at its price of the day, and \(MessageText.cut(told)) bought for as much")
    }

    private static func notes(_ transaction: DoubleEntryBook.Transaction) -> String {
        if transaction.payee.isEmpty, transaction.marks.isEmpty { return transaction.narration }
        return ([transaction.words] + transaction.marks).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The one instrument that a transaction trades, or names in its words; nil where there is none, or several.
    private func instrument(named transaction: DoubleEntryBook.Transaction, _ legs: [UnitLeg]) -> String? {
        if let told = transaction.instrument { return told }
        let traded = Set(legs.map(\.posting.units.commodity))
        if traded.count == 1 { return traded.first }
        let words = "\(transaction.payee) \(transaction.narration)".split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "-" }
        let named = Set(words.map(String.init).filter { $0.count > 1 && accounts.kind($0) == .instrument })
        if named.count < 2 { return named.first }
        // Words of two letters are a country's code as often as a ticker.
        let longer = named.filter { $0.count > 2 }
        return longer.count == 1 ? longer.first : nil
    }

    private static func outside(_ accounts: [String]) -> String {
        "it is of no account that luca keeps: \(MessageText.cut(accounts.distinct.prefix(2).joined(separator: ", ")))"
    }

    /// The name of a pair of transfers, the same whenever the file is read.
    mutating func group(_ day: Day, _ what: String) -> String {
        let name = "\(day) \(what)"
        groups[name, default: 0] += 1
        let count = groups[name] ?? 1
        return count == 1 ? name : "\(name) #\(count)"
    }

    // MARK: units that become others

    /// Takes out units that leave an account and come back to it: a split, where they become others at the same cost, or nothing.
    private mutating func split(_ legs: inout [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result, _ booking: DoubleEntryBooking) throws {
        if legs.count < 2 { return }
        let inventory = booking.inventory
        if let split = try plainSplit(legs, sums, booking) {
            result.drafts.append(split)
            return legs.removeAll()
        }
        var places: [UnitPlace] = []
        for leg in legs where !places.contains(leg.place) { places.append(leg.place) }
        for place in places {
            let own = legs.filter { $0.place == place }, old = own.filter { $0.units.isNegative }, new = own.filter { $0.units > .zero }
            guard !old.isEmpty, !new.isEmpty, own.allSatisfy({ $0.posting.row > 0 || $0.units.isNegative }) else { continue }
            // What was sold for money is no split, though as much was bought again.
            let gone = try old.reduce(FixedDecimal.zero) { try $0 - $1.units }, come = try new.reduce(FixedDecimal.zero) { try $0 + $1.units }
            // As many units at the same price are no split either: they were sold for it, and bought again, unless they went from one account to another.
            let isOfOne = Set(own.map(\.posting.account)).count == 1
            // Where nothing is paid, nor told of a gain, other units for as much are no sale.
            let isBare = !sums.isPaid && sums.sources.isEmpty && gone != come
            func isSold(_ leg: UnitLeg) -> Bool {
                !isBare && (leg.posting.total ?? (isOfOne && gone == come ? leg.posting.price?.number : nil) ?? .zero) > .zero && !leg.leavesAtCost
            }
            if old.contains(where: { $0.isSale || isSold($0) }) { continue }
            let change = try own.reduce(FixedDecimal.zero) { try $0 + $1.posting.weight.number }
            guard change.magnitude <= FixedDecimal.cent, Set(own.map(\.posting.weight.commodity)).count == 1 else { continue }
            // Lots that keep their days keep their costs in a split: else they were averaged.
            if new.allSatisfy({ $0.comesBack(on: sums.day) }), try !Self.isSplit(old.flatMap(\.parts), new, gone, come) { continue }
            if gone != come {
                // What other accounts of the file hold for the same one of luca's would be split, too.
                let left = Set(own.map(\.posting.account) + accounts.sources(of: place.account)).reduce(0) { $0 + inventory.count($1, place.symbol) }
                guard left == new.count, let ratio = Ratio(come, for: gone) else {
                    throw ImportIssue(
                        .badWord, message: "it looks like a split of \(place.symbol), but takes in only some of the units in \(place.account)",
                        hint: "record the split by hand, and leave this transaction out")
                }
                var draft = sums.draft(.split, place.account)
                (draft.symbol, draft.ratio) = (place.symbol, ratio)
                let split = sums.imported(draft, name: accounts.words[place.symbol] ?? "")
                try pay(for: split, of: places.count, come, own[0].posting.weight.commodity, &sums, &result)
            }
            let rows = old.flatMap(\.rows)
            for (count, leg) in new.enumerated() where leg.posting.row > 0 {
                result.moved.append((leg.posting.account, leg.posting.row, new.count == rows.count ? [rows[count]] : rows))
            }
            legs.removeAll { $0.place == place }
        }
    }

    /// The split that it is where all units of an instrument leave and others come for them, with neither a cost nor a price, and equity makes up for the difference; else nil.
    private func plainSplit(_ legs: [UnitLeg], _ sums: TransactionSums, _ booking: DoubleEntryBooking) throws -> ImportedDraft? {
        guard let place = legs.first?.place, legs.allSatisfy({ $0.place == place && $0.posting.price == nil }), !sums.isPaid, sums.sources.allSatisfy({ $0.role == .equity }),
            legs.allSatisfy({ if case .opened = $0.posting.lots { false } else { true } })
        else { return nil }
        let gone = try legs.reduce(FixedDecimal.zero) { $1.units.isNegative ? try $0 - $1.units : $0 }
        let come = try legs.reduce(FixedDecimal.zero) { $1.units.isNegative ? $0 : try $0 + $1.units }
        // Units whose cost nobody knows are in no lot.
        let left = try Set(legs.map(\.posting.account) + accounts.sources(of: place.account)).reduce(FixedDecimal.zero) {
            try $0 + (booking.balances[$1]?[place.symbol] ?? .zero)
        }
        guard !gone.isZero, !come.isZero, gone != come, left == come, let ratio = Ratio(come, for: gone) else { return nil }
        var draft = sums.draft(.split, place.account)
        (draft.symbol, draft.ratio) = (place.symbol, ratio)
        return sums.imported(draft, name: accounts.words[place.symbol] ?? "")
    }

    /// Takes a split of shares with the gain that it tells: what was paid in lieu of a fraction. Where a fraction stays, nothing was sold.
    private func pay(
        for split: ImportedDraft, of count: Int, _ units: FixedDecimal, _ currency: String, _ sums: inout TransactionSums, _ result: inout Result
    ) throws {
        let gain = try sums.gains(currency)
        guard gain > .zero, sums.isPaid else { return result.drafts.append(split) }
        if count > 1 {
            throw ImportIssue(.badWord, message: "it splits several instruments, and which of them paid the gain of \(gain) is not told", hint: "make a transaction of each")
        }
        guard try units.rounded(to: 0) == units else {
            result.drafts.append(split)
            return sums.distributeGains()
        }
        var split = split
        (split.draft.amount, split.draft.currency) = (gain, currency)
        try sums.take(split, gain, currency)
    }

    /// Whether each of some lots is one of the new ones, at the same cost and by the ratio of all.
    private static func isSplit(_ old: [LotInventory.Part], _ new: [UnitLeg], _ gone: FixedDecimal, _ come: FixedDecimal) throws -> Bool {
        guard old.count == new.count else { return false }
        return try zip(old, new).allSatisfy { part, leg in
            guard case .opened(_, let bought) = leg.posting.lots, part.lot.day == bought else { return false }
            let cost = try part.units * part.lot.cost.number, units = try part.units * come / gone
            return try (cost - leg.cost).magnitude <= LotChanges.trifle && (units - leg.units).magnitude <= LotChanges.trifle
        }
    }

    // MARK: trades

    private mutating func trade(_ legs: [UnitLeg], _ sums: inout TransactionSums, _ result: inout Result) throws {
        var priceless = try PricelessSale(legs)
        for leg in legs {
            let symbol = leg.posting.units.commodity, isIn = leg.units > .zero, weight = leg.posting.weight
            var draft = sums.draft(isIn ? .buy : .sell, leg.account), row: Int?
            (draft.symbol, draft.quantity) = (symbol, leg.units.magnitude)
            if leg.posting.row > 0 { row = leg.posting.row }
            if !isIn { draft.lots = leg.choices }
            var imported = sums.imported(draft, name: accounts.words[symbol] ?? "")
            imported.number = row
            if !isIn, leg.posting.row > 0, !leg.posting.sellsHeld { imported.opensShort = true }
            guard weight.commodity != symbol, !leg.posting.isCostUnknown else {
                if case .opened(_, let bought) = leg.posting.lots, bought < sums.day { imported.draft.opened = bought }
                result.drafts.append(Self.unpriced(imported, isIn: isIn))
                continue
            }
            // A sale brings its price, and what covers units sold short costs it; without one, it is what the lots cost and the gain that the file tells.
            var gross = weight.number.magnitude, currency = weight.commodity
            if !isIn, leg.isTaken, let price = leg.posting.price, price.commodity != currency {
                let isWhole = leg.units == leg.posting.units.number
                (gross, currency) = (try (isWhole ? leg.posting.total : nil) ?? (price.number * leg.units.magnitude), price.commodity)
            } else if let told = try leg.atPrice {
                gross = told
            } else if leg.isTaken, leg.posting.price == nil {
                gross = try priceless.proceeds(of: leg, gain: legs.gainLeft(of: sums.gains(currency)))
            }
            // What is written off is sold for nothing: a gift gains and loses nothing, also one whose price is what its lots cost, as of units that become others.
            let gains = try sums.gains(currency), isGiven = sums.isGift && (leg.posting.price == nil || leg.leavesAtCost && !legs.sellsSome(leg)) && gains.isZero
            if !sums.isPaid, isIn ? sums.isOfEquity || sums.isInKind && leg.comesBack(on: sums.day) : isGiven {
                result.drafts.append(try Self.brought(imported, leg, gross, currency, on: sums.day))
                continue
            }
            if isIn, case .opened(_, let bought) = leg.posting.lots, bought < sums.day { olderLots += 1 }
            let slack = try leg.posting.missesLot || leg.atPrice == nil ? nil : leg.priceSlack
            sums.add(trade: imported, isIn: isIn, gross: gross, unitPrice: leg.unitPrice, currency: currency, tellsGain: !isIn || leg.isTaken, slack: slack)
        }
        feeCount += try sums.settleTrades()
        otherProceeds += sums.otherProceeds
    }

    /// Units that nothing tells a price of: they come in or go out.
    private static func unpriced(_ imported: ImportedDraft, isIn: Bool) -> ImportedDraft {
        var imported = imported
        imported.draft.kind = (isIn ? ActivityKind.transferIn : .transferOut).rawValue
        if !isIn { imported.draft.group = "outside" }
        return imported
    }

    /// Units that equity brings, as they were before the file begins, or takes.
    private static func brought(_ imported: ImportedDraft, _ leg: UnitLeg, _ gross: FixedDecimal, _ currency: String, on day: Day) throws -> ImportedDraft {
        var imported = imported
        imported.draft.currency = currency
        if leg.units.isNegative { return unpriced(imported, isIn: false) }
        imported.draft.subtype = ActivitySubtype.opening.rawValue
        if case .opened(let cost, let bought) = leg.posting.lots {
            imported.draft.price = cost.number
            if bought < day { imported.draft.opened = bought }
        } else {
            imported.draft.amount = gross
        }
        return imported
    }
}

/// Lots that are sold, or covered, without a price, for what they cost and the gain that the file tells: those of one instrument at one price, which all of them together tell.
private struct PricelessSale {
    /// How many are still to be sold.
    private var count: Int
    /// Whether they are of one instrument and account, so that the gain is theirs.
    private let isOfOne: Bool
    private var units = FixedDecimal.zero, cost = FixedDecimal.zero
    /// What all of them brought, as far as it is not given out; nil before the first.
    private var left: FixedDecimal?

    init(_ legs: [UnitLeg]) throws {
        let sold = legs.filter { $0.isTaken && $0.posting.price == nil }
        (count, isOfOne) = (sold.count, Set(sold.map(\.place)).count <= 1)
        for leg in sold { (units, cost) = (try units + leg.units.magnitude, try cost + leg.cost) }
    }

    /// What the next of them brought, or cost to buy back.
    ///
    /// - Throws: `missingValue` where a gain may be that of one instrument or another.
    mutating func proceeds(of leg: UnitLeg, gain: FixedDecimal) throws -> FixedDecimal {
        count -= 1
        guard isOfOne else {
            if gain.isZero { return try leg.cost }
            throw ImportIssue(
                .missingValue, message: "several instruments are sold without a price, and which of them gained \(gain) is not told",
                hint: "say what a unit brought: @ and the price")
        }
        let whole = max(.zero, leg.units.isNegative ? try cost + gain : try cost - gain), rest = left ?? whole
        let brought = count == 0 ? rest : min(rest, try FixedDecimal.mulDiv(whole, leg.units.magnitude, units))
        left = try rest - brought
        return brought
    }
}
