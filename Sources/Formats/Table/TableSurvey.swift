import Ledger
import Values

/// The first look at all rows of a file: how many there are, and how they write dates, numbers and signs.
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
