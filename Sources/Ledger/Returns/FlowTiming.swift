import Values

/// When on its day the owner's money counts as come in or gone out, which a return of the day depends on.
///
/// Bacon, "Practical Portfolio Performance Measurement and Attribution" (2nd edition, 2008), discusses the choice.
public enum FlowTiming: String, CaseIterable, Hashable, Sendable {
    /// Before anything happens: r = V1 / (V0 + F) - 1.
    case startOfDay = "start"
    /// After everything has happened: r = (V1 - F) / V0 - 1.
    case endOfDay = "end"
    /// Money in before, money out after: r = (V1 + out) / (V0 + in) - 1, as Portfolio Performance does. The default: no day that begins
    /// or ends without money makes a return of all or nothing.
    case split

    /// What is at work on a day and what becomes of it by its end.
    func growth(
        opening: FixedDecimal, flow: FixedDecimal, closing: FixedDecimal
    ) throws(DecimalError) -> (base: FixedDecimal, end: FixedDecimal) {
        switch self {
        case .startOfDay: (try opening + flow, closing)
        case .endOfDay: (opening, try closing - flow)
        case .split: flow.isNegative ? (opening, try closing - flow) : (try opening + flow, closing)
        }
    }
}
