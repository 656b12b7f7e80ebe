import JSON
import Values

extension JSONValue {
    /// A whole number, however it is written.
    var int: Int? { decimal?.exactInt }

    /// A number, or a text that is one, as many services write prices; nil for everything else, and out of range.
    var decimal: FixedDecimal? { (digits ?? text).flatMap(FixedDecimal.init(cutting:)) }
}

extension FixedDecimal {
    /// Reads a decimal, and cuts off what stands after its eighteenth fractional digit; nil for what is none or out of range. For numbers
    /// of services only, which write a binary float with all digits that it has.
    init?(cutting text: String) {
        do throws(DecimalError) {
            try self.init(text)
        } catch {
            guard case .tooPrecise = error else { return nil }
            let parts = text.lowercased().split(separator: "e", maxSplits: 1)
            guard let exponent = parts.count == 2 ? Int(parts[1]) : 0, (-99...99).contains(exponent), let point = parts[0].firstIndex(of: ".") else {
                // Such as 1e-20, which is nothing that can be told from zero.
                if parts.count == 2, parts[1].hasPrefix("-") { self = .zero } else { return nil }
                return
            }
            let kept = max(0, FixedDecimal.scale + exponent)
            let whole = parts[0][..<point], fraction = parts[0][parts[0].index(after: point)...].prefix(kept)
            let isNothing = kept == 0 && exponent < -FixedDecimal.scale
            guard let value = isNothing ? .zero : try? FixedDecimal("\(whole).\(fraction)e\(exponent)") else { return nil }
            self = value
        }
    }
}
