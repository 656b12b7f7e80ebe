import Ledger

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

    /// Of a file without such a column.
    static let none = LotSurvey()

    private init() { (map, lots, id) = (nil, -1, -1) }

    init(_ map: ColumnMap) {
        self.map = map
        (lots, id) = (map[.lots], map[.id])
    }

    /// Whether there is anything to look at.
    var isLooking: Bool { lots >= 0 }

    mutating func add(_ record: borrowing CSVReader, _ kind: ActivityKind, _ subtype: ActivitySubtype?) {
        if record.word(lots).count > 0 {
            hasNames = true
            if stranger == nil, !ActivityRule.rule(for: kind, subtype).optional.contains(.lots) { stranger = (record.line, record.shown(lots)) }
        }
        guard id >= 0, let number = Int(record.text(id)) else { return }
        if !ids.insert(number).inserted, repeated == nil { repeated = (record.line, number) }
    }

    /// Whether sales take the lots that the column names.
    var isOwn: Bool { isLooking && reason == nil }

    /// Why a column that names something is left out; nil where it is not.
    var fault: String? {
        guard hasNames, let reason, let map else { return nil }
        return "column \"\(ShownText.cut(map.heading(.lots)))\" is not taken for the lots that sales name: \(reason)"
    }

    private var reason: String? {
        guard let map else { return nil }
        let isTold = map.isTold(.lots)
        if !isTold, !["lots", "lot ids"].contains(map.heading(.lots)) {
            return "luca's own heading is \"lots\"; columns={[\"\(ShownText.cut(map.heading(.lots)))\"]=\"lots\"} says that it means the same"
        }
        if id < 0 { return "they go by the number in a column \"id\", which is not there" }
        if !isTold, !map.isTold(.id), !["id", "entry"].contains(map.heading(.id)) {
            return "they go by the number in a column \"id\", and \"\(ShownText.cut(map.heading(.id)))\" may be another"
        }
        if let repeated { return "they go by a number that is each row's own, and \(repeated.id) is there twice (line \(repeated.line))" }
        if let stranger { return "line \(stranger.line) sells and sends nothing, and has \"\(stranger.text)\" in it" }
        return nil
    }
}
