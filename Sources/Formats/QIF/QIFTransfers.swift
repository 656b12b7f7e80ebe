import Values

/// Money that a row moves from or to another account of the owner's.
struct QIFTransfer {
    /// The number of the part of the row, from 0.
    var part: Int
    /// The name of the other account, as the row has it.
    var other: String
    /// Above zero for what comes.
    var amount: FixedDecimal
}

/// The two sides of transfers: each register tells its own, and both together are one.
struct QIFTransfers {
    /// A part of a row.
    struct Place: Hashable {
        var line: Int
        var part: Int
    }

    private struct Side {
        var place: Place
        var day: Day
    }

    private struct Key: Hashable {
        var from: String
        var to: String
        /// Money, or the security for units.
        var what: String
        var amount: FixedDecimal
    }

    private var out: [Key: [Side]] = [:]
    private var back: [Key: [Side]] = [:]
    /// The name of the pair that a part is of.
    private(set) var groups: [Place: String] = [:]

    /// Notes a side of money.
    mutating func add(_ transfer: QIFTransfer, of key: String, line: Int, day: Day) {
        let other = QIFWalk.key(transfer.other), side = Side(place: Place(line: line, part: transfer.part), day: day)
        if transfer.amount.isNegative {
            out[Key(from: key, to: other, what: "", amount: transfer.amount.magnitude), default: []].append(side)
        } else {
            back[Key(from: other, to: key, what: "", amount: transfer.amount), default: []].append(side)
        }
    }

    /// Ties each side to the nearest of the other register, at most a week away.
    mutating func pair() {
        var counts: [String: Int] = [:]
        for (key, sides) in out.sorted(by: { ($0.value[0].place.line, $0.value[0].place.part) < ($1.value[0].place.line, $1.value[0].place.part) }) {
            let left = sides.sorted { ($0.day, $0.place.line) < ($1.day, $1.place.line) }
            let right = (back[key] ?? []).sorted { ($0.day, $0.place.line) < ($1.day, $1.place.line) }
            var one = 0, two = 0
            while one < left.count, two < right.count {
                let days = right[two].day.number - left[one].day.number
                if abs(days) > Self.longest {
                    if days > 0 { one += 1 } else { two += 1 }
                    continue
                }
                let name = "\(left[one].day) \(key.from) > \(key.to) \(key.amount)"
                counts[name, default: 0] += 1
                let number = counts[name] ?? 1, group = number == 1 ? name : "\(name) #\(number)"
                (groups[left[one].place], groups[right[two].place]) = (group, group)
                (one, two) = (one + 1, two + 1)
            }
        }
        (out, back) = ([:], [:])
    }

    private static let longest: Int32 = 7
}

extension QIFReading {
    /// The transfers of a row of a bank's register.
    func transfers(_ record: QIFRecord, own: Set<String>) throws(ImportIssue) -> [QIFTransfer] {
        try parts(record).enumerated().compactMap { part, split in
            guard let other = QIFRecord.account(split.category), !own.contains(QIFWalk.key(other)), !split.amount.isZero else { return nil }
            return QIFTransfer(part: part, other: other, amount: split.amount)
        }
    }

    /// The transfer of a row of an investment account; nil where it has none. The other account is empty where none is named.
    ///
    /// - Parameter isRefund: whether a charge of the kind that is below zero is one that was paid back.
    func transfer(_ record: QIFRecord, _ action: QIFAction, own: Set<String>, isRefund: Bool) throws(ImportIssue) -> QIFTransfer? {
        let other = QIFRecord.account(record.text("L")) ?? ""
        let isOwn = own.contains(QIFWalk.key(other))
        switch action.sense {
        case .transfer(let isIn):
            guard !isOwn, let amount = try moved(record), !amount.isZero else { return nil }
            if amount.isNegative, isIn { throw ImportIssue(.wrongSign, column: "T", text: "\(amount)", message: "\(action.word) brings money, and \(amount) is below zero") }
            return QIFTransfer(part: 0, other: other, amount: isIn ? amount : -amount.magnitude)
        case .cash:
            guard !isOwn, !other.isEmpty, let amount = try total(record), !amount.isZero else { return nil }
            return QIFTransfer(part: 0, other: other, amount: amount)
        default:
            guard action.isSettledElsewhere, !isOwn, let takes = action.takesMoney else { return nil }
            guard let amount = try moved(record)?.magnitude else { throw ImportIssue(.missingValue, column: "T", message: "the amount is missing") }
            if amount.isZero { return nil }
            // Income that is taken back, and a charge that is refunded, go the other way.
            let isBelow = try total(record)?.isNegative == true
            let comes: Bool =
                switch action.sense {
                case .income, .returnOfCapital: isBelow
                case .expense: !(isBelow && isRefund)
                default: takes
                }
            return QIFTransfer(part: 0, other: other, amount: comes ? amount : -amount)
        }
    }

    /// The money that a row moves between accounts: `$`, else all of it.
    private func moved(_ record: QIFRecord) throws(ImportIssue) -> FixedDecimal? {
        if let told = try number(record, "$"), !told.isZero { return told }
        return try total(record)
    }

    /// A part of a row of a register: its category or account, its memo, its money.
    struct Part {
        var category: String
        var memo: String
        var amount: FixedDecimal
    }

    /// The parts that a row is split into, else the row as one.
    func parts(_ record: QIFRecord) throws(ImportIssue) -> [Part] {
        guard let total = try total(record) else { throw ImportIssue(.missingValue, column: "T", message: "the amount is missing") }
        var parts: [Part] = []
        for field in record.fields {
            let text = String(decoding: record.cell(field), as: UTF8.self)
            switch field.code {
            case UInt8(ascii: "S"): parts.append(Part(category: text, memo: "", amount: .zero))
            case UInt8(ascii: "E"): if !parts.isEmpty { parts[parts.count - 1].memo = text }
            case UInt8(ascii: "$"): if !parts.isEmpty, !text.isEmpty { parts[parts.count - 1].amount = try number(record.cell(field), "$") }
            default: break
            }
        }
        if parts.isEmpty { return [Part(category: record.text("L"), memo: "", amount: total)] }
        var sum = FixedDecimal.zero
        for part in parts { do { sum = try sum + part.amount } catch { throw ImportIssue(.outOfRange, column: "$", message: "the parts are too large") } }
        guard sum == total else {
            throw ImportIssue(
                .sumMismatch, column: "T", text: "\(total)", message: "its parts come to \(sum), and it is of \(total)",
                hint: "correct it there, or import the others with partial=true")
        }
        return parts
    }
}
