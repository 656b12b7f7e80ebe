import Values
@testable import Formats

extension FuzzTarget {
    /// Decimals: what reads is printed in its shortest form, and that reads the same; floats of the same bytes; numbers in cells.
    static let decimals = FuzzTarget(name: "decimals") { bytes throws(FuzzFinding) in
        let decimal = try? FixedDecimal(utf8: bytes)
        if let decimal { try check(decimal) }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes) {
            try require((try? FixedDecimal(text)) == decimal, "\(text) reads otherwise as a text than as bytes")
        }
        if bytes.count == 8 {
            let bits = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            if let decimal = try? FixedDecimal(shortest: Double(bitPattern: bits)) { try check(decimal) }
        }
        for mark in DecimalMark.allCases {
            guard let number = try? NumberReader(mark).read(bytes) else { continue }
            try check(number.decimal)
            _ = (number.tolerance, number.magnitude.decimal)
        }
    }

    private static func check(_ decimal: FixedDecimal) throws(FuzzFinding) {
        try require((try? FixedDecimal(decimal.description)) == decimal, "\(decimal) does not read as itself")
        _ = decimal.description(minimumDigits: 2)
        _ = decimal.formatted(digits: 2, grouping: true)
        // Overflow is an error, and never a trap.
        _ = try? decimal + decimal
        _ = try? decimal * decimal
        _ = try? FixedDecimal.one / decimal
    }
}
