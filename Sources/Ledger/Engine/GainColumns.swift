import Values

/// One row for each lot that a trade closed or closed in part, in the order in which they came about.
struct GainColumns {
    private(set) var positions = Column<UInt32>()
    /// Rows of the activities that opened and closed the lots.
    private(set) var openings = Column<UInt32>()
    private(set) var closings = Column<UInt32>()
    /// Below zero where the lot was short.
    private(set) var quantities = DecimalColumn()
    private(set) var proceeds = DecimalColumn()
    private(set) var costs = DecimalColumn()
    /// Proceeds and costs in another currency, where the replay counts in one.
    private(set) var otherProceeds = DecimalColumn()
    private(set) var otherCosts = DecimalColumn()
    /// Whether they are kept.
    var countsOther = false
    /// By row: the days that count as if the lot had been held before it was opened.
    private var tackedDays: [Int32: Int32] = [:]
    /// By row: the key of a lot that has an id of its own.
    private var lotKeys: [Int32: UInt32] = [:]
    /// What closed units of which nobody told what they cost, or what their sale came to, in the order of the rows.
    private(set) var unknown: [Unknown] = []
    private var unknownRows: Set<Int32> = []

    /// A gain that nobody knows.
    struct Unknown {
        /// Its row; of a replay that keeps no gains, that of the next.
        let row: Int32
        let position: PositionSlot
        let opening: UInt32
        let closing: UInt32
    }

    /// A replay that is asked for holdings only keeps no gains.
    var isRecording = true

    var count: Int { positions.count }

    mutating func append(
        position: PositionSlot, opening: UInt32, closing: UInt32, quantity: FixedDecimal, proceeds: LotMoney, cost: LotMoney,
        tacked: Int32 = 0, key: UInt32 = 0
    ) {
        if cost.isUnknown || proceeds.isUnknown {
            unknown.append(Unknown(row: Int32(count), position: position, opening: opening, closing: closing))
            unknownRows.insert(Int32(count))
        }
        guard isRecording else { return }
        if tacked != 0 { tackedDays[Int32(count)] = tacked }
        if key != 0 { lotKeys[Int32(count)] = key }
        positions.append(position.rawValue)
        openings.append(opening)
        closings.append(closing)
        quantities.append(quantity)
        self.proceeds.append(proceeds.own)
        costs.append(cost.own)
        guard countsOther else { return }
        otherProceeds.append(proceeds.known ?? .absent)
        otherCosts.append(cost.known ?? .absent)
    }

    /// Whether nobody knows what a row comes to.
    func isUnknown(at row: Int) -> Bool { !unknown.isEmpty && unknownRows.contains(Int32(row)) }

    func tacked(at row: Int) -> Int32 { tackedDays.isEmpty ? 0 : tackedDays[Int32(row)] ?? 0 }

    func lotKey(at row: Int) -> UInt32 { lotKeys.isEmpty ? 0 : lotKeys[Int32(row)] ?? 0 }

    /// Appends a row of other columns.
    mutating func append(row: Int, of other: GainColumns) {
        append(
            position: PositionSlot(rawValue: other.positions[row]), opening: other.openings[row], closing: other.closings[row],
            quantity: other.quantities[row], proceeds: LotMoney(other.proceeds[row]),
            cost: other.isUnknown(at: row) ? .unknown(beside: other.costs[row]) : LotMoney(other.costs[row]),
            tacked: other.tacked(at: row), key: other.lotKey(at: row))
    }

    /// Makes room for so many rows more, and beyond that for some of those to come.
    mutating func reserveCapacity(adding rows: Int) {
        if rows > 64 { reserveCapacity((count + rows) + (count + rows) / 8) }
    }

    mutating func reserveCapacity(_ capacity: Int) {
        positions.reserveCapacity(capacity)
        openings.reserveCapacity(capacity)
        closings.reserveCapacity(capacity)
        quantities.reserveCapacity(capacity)
        proceeds.reserveCapacity(capacity)
        costs.reserveCapacity(capacity)
    }

    mutating func truncate(to count: Int) {
        if !tackedDays.isEmpty { tackedDays = tackedDays.filter { $0.key < count } }
        if !lotKeys.isEmpty { lotKeys = lotKeys.filter { $0.key < count } }
        if !unknown.isEmpty {
            unknown.removeAll { $0.row >= count }
            unknownRows = unknownRows.filter { $0 < count }
        }
        positions.truncate(to: count)
        openings.truncate(to: count)
        closings.truncate(to: count)
        quantities.truncate(to: count)
        proceeds.truncate(to: count)
        costs.truncate(to: count)
    }
}
