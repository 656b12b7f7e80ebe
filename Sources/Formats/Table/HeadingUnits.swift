import Values

/// The currencies that headings tell of the figures below them: `Amount (EUR)`, `Amount (£)`, `Price (GBX)`.
///
/// A figure below such a heading is in that currency as if each cell said so, and one in pence or the like is brought to the currency that
/// these are part of, whatever the row's own column of currencies tells of the others.
struct HeadingUnits {
    /// What one heading tells.
    private struct Unit {
        let currency: Currency
        /// By how many decimal places figures shift: 2 for pence.
        let shift: Int
    }

    private var units: [ImportField: Unit] = [:]
    /// The minor units that headings name, as they are written.
    private(set) var minorUnits: [String] = []

    /// Of a file whose headings tell nothing.
    static let none = HeadingUnits()

    private init() {}

    /// What the headings of columns with money tell.
    init(_ map: ColumnMap, known: CurrencyTable) {
        for field in ImportField.allCases where field.isMoney && map.has(field) {
            guard let remark = HeaderKey.remark(map.heading(field)) else { continue }
            if let minor = MinorUnit.normalize(remark) {
                units[field] = Unit(currency: minor.currency, shift: CurrencyBook.places(minor.factor))
                minorUnits.append(remark)
            } else if let currency = (try? known.currency(remark)) ?? currency(ofSymbol: remark) {
                units[field] = Unit(currency: currency, shift: 0)
            }
        }
    }

    /// Whether no heading tells one.
    var isEmpty: Bool { units.isEmpty }

    /// The currencies of some fields' headings.
    func currencies(of fields: [ImportField]) -> Set<Currency> { Set(fields.compactMap { units[$0]?.currency }) }

    /// By how many places figures below the heading of a field shift; 0 where it tells no minor unit.
    func shift(_ field: ImportField) -> Int { units[field]?.shift ?? 0 }

    /// A figure with the currency that its heading tells, unless the cell tells one itself; nil where it has too many decimals for a minor unit.
    func told(_ number: CellNumber, _ field: ImportField) -> CellNumber? {
        guard number.currency == nil, let unit = units[field] else { return number }
        var told = number.shifted(by: unit.shift)
        told?.currency = unit.currency
        return told
    }
}
