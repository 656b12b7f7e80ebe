import Values

/// The passes before the last: how the file writes dates and numbers, its registers, its securities, and which transfers are two sides of one.
struct QIFSurvey {
    private(set) var dates = DateSurvey()
    private(set) var numbers = NumberSurvey()
    private(set) var securities = QIFSecurities()
    private(set) var transfers = QIFTransfers()
    /// The registers that have rows, by their keys, in their order.
    private(set) var registers: [String] = []
    private var registerKeys: Set<String> = []
    /// The names by which all registers are meant in the rows of the file.
    private(set) var allNames: Set<String> = []
    /// Names of accounts that only their opening balance tells, by the keys of their registers.
    private(set) var openings: [String: String] = [:]
    /// Registers in which something is sold short.
    private(set) var shorts: Set<String> = []
    /// Registers of investments.
    private(set) var investing: Set<String> = []
    /// Kinds of charges of which some are above zero, so that those below are refunds.
    private(set) var unsigned: Set<String> = []
    /// The order of dates that the file itself tells.
    private(set) var dateOrder: DateOrder?
    private(set) var count = 0

    private static let figures = Array("TUIQO$".utf8)

    /// Looks at a record.
    mutating func add(_ record: QIFRecord, _ walk: QIFWalk) {
        count += 1
        dateOrder = walk.dateOrder
        switch walk.section {
        case .register, .investments: addRow(record, walk)
        case .securities: securities.add(record)
        case .accounts:
            if let cell = record.cell("/") { add(date: cell, record.line) }
            for field in record.fields where field.code == UInt8(ascii: "$") || field.code == UInt8(ascii: "B") { numbers.add(record.cell(field), line: field.line) }
        case .prices:
            for field in record.fields { if let line = QIFPriceLine(record.wholeLine(field)) { add(date: line.date, field.line); numbers.add(line.price, line: field.line) } }
        default: break
        }
    }

    private mutating func addRow(_ record: QIFRecord, _ walk: QIFWalk) {
        let key = walk.key, isNew = registerKeys.insert(key).inserted
        if isNew { registers.append(key) }
        if let cell = record.cell("D") { add(date: cell, record.line) }
        for field in record.fields where Self.figures.contains(field.code) {
            let cell = record.cell(field)
            if !cell.contains(UInt8(ascii: "/")) { numbers.add(cell, line: field.line) }
        }
        guard walk.section == .investments else {
            // An account without a name tells it as the source of its opening balance.
            if isNew, walk.account.isEmpty, record.text("P").lowercased() == "opening balance", let name = QIFRecord.account(record.text("L")) { openings[key] = name }
            return
        }
        investing.insert(key)
        let action = record.text("N").lowercased()
        if action.hasPrefix("shtsell") { shorts.insert(key) }
        if let cell = record.cell("T") ?? record.cell("U"), SignSurvey.sign(cell) > 0 { unsigned.insert(action) }
    }

    private mutating func add(date cell: UnsafeBufferPointer<UInt8>, _ line: Int) {
        QIFReading.plainDate(cell).withUnsafeBufferPointer { dates.add($0, line: line) }
    }

    /// The names by which a register is meant in the rows of the file.
    func ownNames(_ key: String) -> Set<String> { openings[key].map { [key, QIFWalk.key($0)] } ?? [key] }

    /// Looks once more at a record, with dates and numbers known.
    mutating func study(_ record: QIFRecord, _ walk: QIFWalk, _ reading: QIFReading) {
        guard walk.section == .register || walk.section == .investments, let day = try? reading.day(record) else { return }
        let own = ownNames(walk.key), key = openings[walk.key].map(QIFWalk.key) ?? walk.key
        if walk.section == .register {
            for transfer in (try? reading.transfers(record, own: own)) ?? [] { transfers.add(transfer, of: key, line: record.line, day: day) }
        } else if let action = try? QIFAction(record),
            let transfer = (try? reading.transfer(record, action, own: own, isRefund: unsigned.contains(action.word.lowercased()))) ?? nil
        {
            transfers.add(transfer, of: key, line: record.line, day: day)
        }
    }

    /// Ties the sides of transfers.
    mutating func pair() {
        transfers.pair()
        allNames = registers.reduce(into: []) { $0.formUnion(ownNames($1)) }
    }
}
