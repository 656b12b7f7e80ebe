import Values

/// Finds the transfers of which a file tells both sides.
struct OFXPairs {
    /// One side.
    private struct Side {
        var line: Int
        var account: String
        /// The number of its account.
        var number: String
        /// The number of the account that it names as the other side's; empty for none.
        var other: String
        var what: String
        var amount: FixedDecimal
        var day: Day

        /// Whether neither side names an account that is not the other's.
        func mayBelong(to side: Side) -> Bool { OFXPairs.mayBe(other, side.number) && OFXPairs.mayBe(side.other, number) }
    }

    private var sides: [Side] = []
    /// The name of the pair, by the line of each side.
    private(set) var groups: [Int: String] = [:]

    /// How many days the sides may be apart.
    private static let longest: Int32 = 7

    /// Takes in a row that moves units or money between accounts.
    mutating func add(_ record: OFXRecord, _ statement: OFXStatement, _ line: Int, _ reader: NumberReader) {
        let isUnits = record.tag == "TRANSFER"
        guard let cell = record.cell(isUnits ? "DTTRADE" : "DTPOSTED"), let day = try? OFXDate(cell, "DTTRADE").day else { return }
        guard let told = (try? record.number(isUnits ? "UNITS" : "TRNAMT", reader)) ?? nil, let amount = isUnits ? record.transferred(told) : told, !amount.isZero else { return }
        let named = (["INVACCTFROM", "BANKACCTTO", "CCACCTTO"] as [OFXTag]).map { record.text("ACCTID", within: $0) }.first { !$0.isEmpty && $0 != statement.number }
        sides.append(
            Side(
                line: line, account: statement.key, number: statement.number, other: named ?? "", what: isUnits ? record.text("UNIQUEID") : statement.currency, amount: amount,
                day: day))
    }

    /// Whether a number that a side names may be that of an account; one that is masked tells its last digits.
    private static func mayBe(_ named: String, _ number: String) -> Bool {
        func plain(_ text: Substring) -> String { String(text.filter { $0.isLetter || $0.isNumber }).uppercased() }
        let own = plain(number[...])
        guard !named.isEmpty, plain(named[...]) != own else { return true }
        let masks: Set<Character> = ["*", "x", "X", "#", "."]
        guard let mask = named.lastIndex(where: masks.contains), masks.contains(named.first ?? " ") else { return false }
        let shown = plain(named[named.index(after: mask)...])
        return shown.count >= 3 && own.hasSuffix(shown)
    }

    /// Ties the sides of transfers: of two accounts, the same sum, at most a week apart, the nearest first. O(n log n), times the accounts.
    mutating func tie() {
        struct Key: Hashable { let what: String, amount: FixedDecimal }
        var buckets: [Key: [Side]] = [:], counts: [String: Int] = [:]
        for side in sides { buckets[Key(what: side.what, amount: side.amount.magnitude), default: []].append(side) }
        for bucket in buckets.values.sorted(by: { $0[0].line < $1[0].line }) {
            let sides = bucket.sorted { ($0.day, $0.line) < ($1.day, $1.line) }
            // By account those that came, from the first that is not too old.
            var came: [String: ArraySlice<Side>] = Dictionary(grouping: sides.filter { $0.amount > .zero }, by: \.account).mapValues { $0[...] }
            for side in sides where side.amount.isNegative {
                var nearest: (account: String, place: Int, days: Int32)?
                for account in came.keys.sorted() where account != side.account {
                    came[account] = came[account]?.drop { $0.day.number < side.day.number - Self.longest }
                    guard let others = came[account], let place = Self.first(of: others, for: side) else { continue }
                    let days = abs(others[place].day.number - side.day.number)
                    if days <= min(Self.longest, nearest.map { $0.days - 1 } ?? .max) { nearest = (account, place, days) }
                }
                guard let nearest, let other = Self.take(nearest.place, from: &came[nearest.account]) else { continue }
                let name = "\(side.day) \(side.account) > \(nearest.account) \(side.amount.magnitude) \(side.what)"
                counts[name, default: 0] += 1
                let group = counts[name] == 1 ? name : "\(name) #\(counts[name] ?? 1)"
                (groups[side.line], groups[other.line]) = (group, group)
            }
        }
        sides = []
    }

    /// Takes one out, which is mostly the first.
    private static func take(_ place: Int, from others: inout ArraySlice<Side>?) -> Side? {
        place == others?.startIndex ? others?.popFirst() : others?.remove(at: place)
    }

    /// The place of the first that may belong to a side, and is not too late for it.
    private static func first(of others: ArraySlice<Side>, for side: Side) -> Int? {
        for place in others.indices {
            if others[place].day.number > side.day.number + longest { return nil }
            if side.mayBelong(to: others[place]) { return place }
        }
        return nil
    }
}
