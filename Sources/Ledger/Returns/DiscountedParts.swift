/// What flows are worth at a rate, receipts and payments apart, with their moments in time.
///
/// Each is a sum of c e^(-s t) or of c t e^(-s t) over flows with c ≥ 0 and t ≥ 0, so each goes down as s goes up: between two rates it
/// lies between its values at them. That bounds the function and its slope on whole intervals.
struct DiscountedParts {
    let rate: Double
    let received: Double
    let paid: Double
    let receivedMoment: Double
    let paidMoment: Double
    /// Each of the sums may be off by this part of itself.
    let error: Double

    /// 1 or -1 where the sign of the function at this rate is certain; nil where rounding could turn it.
    var sign: Int? {
        let difference = received - paid
        return difference.magnitude > error * (received + paid) ? (difference > 0 ? 1 : -1) : nil
    }

    /// Whether the function may be zero between this rate and a higher one.
    func mayVanish(before higher: DiscountedParts) -> Bool {
        let error = max(error, higher.error)
        return !Self.isAbove(higher.received, paid, error) && !Self.isAbove(higher.paid, received, error)
    }

    /// Whether the function may have a level tangent between this rate and a higher one.
    func mayTurn(before higher: DiscountedParts) -> Bool {
        let error = 2 * max(error, higher.error)
        return !Self.isAbove(higher.receivedMoment, paidMoment, error) && !Self.isAbove(higher.paidMoment, receivedMoment, error)
    }

    /// Whether the one sum is certainly greater than the other.
    private static func isAbove(_ a: Double, _ b: Double, _ error: Double) -> Bool { a - b > error * (a + b) }
}
