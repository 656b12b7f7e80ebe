import Ledger
import Values

/// The first pass over all rows of a file: counts them, and finds out how they write dates, numbers and signs.
struct TableSurvey {
    private(set) var rows = 0
    private(set) var dates = DateSurvey()
    private(set) var numbers = NumberSurvey()
    private(set) var signs = SignSurvey()
    private(set) var lots: LotSurvey
    private(set) var currencies: CurrencySurvey

    private let map: ColumnMap
    private let dateColumn: Int
    private let numberColumns: [Int]
    private let chargeColumns: [Int]
    private let typeColumn: Int
    private let amountColumn: Int
    private let surveysDates: Bool
    private let surveysNumbers: Bool
    private var words: TypeWords

    init(_ map: ColumnMap, options: ImportOptions, words: TypeWords, known: CurrencyTable) {
        self.map = map
        self.words = words
        lots = LotSurvey(map)
        currencies = CurrencySurvey(map, known: known)
        dateColumn = map[.date]
        numberColumns = ImportField.allCases.filter { $0.isNumber && map.has($0) }.map { map[$0] }
        chargeColumns = [ImportField.fee, .commission, .tax].filter(map.has).map { map[$0] }
        typeColumn = map[.type]
        amountColumn = map[.amount]
        surveysDates = options.dateOrder == nil
        surveysNumbers = options.decimalMark == nil
    }

    /// Looks at a row.
    mutating func add(_ record: borrowing CSVReader) {
        rows += 1
        guard record.count >= map.width else { return }
        if !currencies.isEmpty { currencies.add(record) }
        if surveysDates { dates.add(record.field(dateColumn), line: record.line) }
        if surveysNumbers {
            for column in numberColumns { numbers.add(record.field(column), line: record.line) }
        }
        addSigns(record)
    }

    private mutating func addSigns(_ record: borrowing CSVReader) {
        guard typeColumn >= 0, case .activity(let kind, let subtype) = words.meaning(record.word(typeColumn)) else { return }
        if lots.isLooking { lots.add(record, kind, subtype) }
        let amount = record.field(amountColumn)
        if kind.bringsCash, kind != .sell, SignSurvey.sign(amount) < 0 {
            // It takes an earlier payment back, and its charges with it: their sign tells nothing of the others.
            return
        }
        for column in chargeColumns where record.field(column).count > 0 { signs.addCharge(record.field(column)) }
        if !kind.bringsCash, amount.count > 0 { signs.addOutflow(amount, kind) }
    }
}

/// Gathers how a file signs the money that leaves an account.
///
/// Amounts are the change of cash: below zero for a buy, a withdrawal, a fee, a tax. Many exports leave the sign to the type, all or only
/// those of trades. A file where no such row is below zero is read in that way; elsewhere a positive fee or tax is money given back. Where purchases carry no
/// sign, each kind is told by its own rows: fees that are above zero throughout are charges, whatever the sign of taxes and withdrawals. Charges (the columns for fee and
/// tax) are positive by nature; some exports write them as what they do to cash, below zero throughout.
struct SignSurvey {
    private var buysBelowZero = 0
    private var buysAboveZero = 0
    private var othersBelowZero = 0
    private var othersAboveZero = 0
    private var kindsBelowZero: Set<ActivityKind> = []
    /// A plus sign is only written where there are minus signs to tell it from.
    private var plusSigns = 0
    private var chargesBelowZero = 0
    private var chargesAboveZero = 0

    /// Whether amounts of a kind carry the sign of what they do to cash.
    func isSigned(_ kind: ActivityKind) -> Bool {
        if kind.bringsCash || plusSigns > 0 || buysBelowZero > 0 { return true }
        if kind == .buy { return buysAboveZero == 0 }
        if buysAboveZero > 0, othersBelowZero > 0 { return kindsBelowZero.contains(kind) }
        return othersBelowZero > 0 || othersAboveZero == 0
    }

    /// Whether charges are written below zero throughout.
    var chargesAreNegative: Bool { chargesBelowZero > 0 && chargesAboveZero == 0 }

    /// Looks at the amount of a row whose cash leaves the account.
    mutating func addOutflow(_ cell: UnsafeBufferPointer<UInt8>, _ kind: ActivityKind) {
        let isBuy = kind == .buy
        switch Self.sign(cell) {
        case -1:
            if isBuy {
                buysBelowZero += 1
            } else {
                othersBelowZero += 1
                kindsBelowZero.insert(kind)
            }
        case 1:
            if isBuy { buysAboveZero += 1 } else { othersAboveZero += 1 }
            if cell[0] == UInt8(ascii: "+") { plusSigns += 1 }
        default: break
        }
    }

    /// Looks at a cell of a fee or a tax.
    mutating func addCharge(_ cell: UnsafeBufferPointer<UInt8>) {
        switch Self.sign(cell) {
        case -1: chargesBelowZero += 1
        case 1: chargesAboveZero += 1
        default: break
        }
    }

    /// The sign of a number that is not read yet; 0 for zero and for what is no number.
    @inline(__always)
    static func sign(_ cell: UnsafeBufferPointer<UInt8>) -> Int {
        var hasDigit = false
        var hasMinus = false
        for byte in cell {
            if byte >= 0x31, byte <= 0x39 { hasDigit = true }
            // A hyphen, a parenthesis, or the second byte of the minus sign U+2212.
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "(") || byte == 0x88 { hasMinus = true }
        }
        return hasDigit ? (hasMinus ? -1 : 1) : 0
    }
}

/// Gathers whether a column of lots names lots as luca's files do.
///
/// Brokers write a column `Lots` too, of how many lots were traded, and one `ID` of their own numbers; taken for luca's they would tell a sale which lot
/// to sell. So the headings have to be luca's own, `lots` and `id`, or told by the user; the numbers are there once each; and only rows that can take
/// lots name some.
struct LotSurvey {
    private let map: ColumnMap?
    private let lots: Int
    private let id: Int
    private var ids = Set<Int>()
    private var hasNames = false
    private var stranger: (line: Int, text: String)?
    private var repeated: (line: Int, id: Int)?

    /// For a file without such a column.
    static let none = LotSurvey()

    private init() { (map, lots, id) = (nil, -1, -1) }

    init(_ map: ColumnMap) {
        self.map = map
        (lots, id) = (map[.lots], map[.id])
    }

    /// Whether the file has a column of lots.
    var isLooking: Bool { lots >= 0 }

    /// Looks at the lots and the id of a row.
    mutating func add(_ record: borrowing CSVReader, _ kind: ActivityKind, _ subtype: ActivitySubtype?) {
        if record.word(lots).count > 0 {
            hasNames = true
            if stranger == nil, !ActivityRule.rule(for: kind, subtype).optional.contains(.lots) { stranger = (record.line, record.shown(lots)) }
        }
        guard id >= 0, let number = Int(record.text(id)) else { return }
        if !ids.insert(number).inserted, repeated == nil { repeated = (record.line, number) }
    }

    /// Whether the column names lots as luca's files do, so that sales take them.
    var isOwn: Bool { isLooking && reason == nil }

    /// Why a column that names something is left out; nil where it is taken or empty.
    var fault: String? {
        guard hasNames, let reason, let map else { return nil }
        return "column \"\(MessageText.cut(map.heading(.lots)))\" is not taken for the lots that sales name: \(reason)"
    }

    private var reason: String? {
        guard let map else { return nil }
        let isTold = map.isTold(.lots)
        if !isTold, !["lots", "lot ids"].contains(map.heading(.lots)) {
            return "luca's own heading is \"lots\"; columns={[\"\(MessageText.cut(map.heading(.lots)))\"]=\"lots\"} says that it means the same"
        }
        if id < 0 { return "they go by the number in a column \"id\", which is not there" }
        if !isTold, !map.isTold(.id), !["id", "entry"].contains(map.heading(.id)) {
            return "they go by the number in a column \"id\", and \"\(MessageText.cut(map.heading(.id)))\" may be another"
        }
        if let repeated { return "they go by a number that is each row's own, and \(repeated.id) is there twice (line \(repeated.line))" }
        if let stranger { return "line \(stranger.line) sells and sends nothing, and has \"\(stranger.text)\" in it" }
        return nil
    }
}
