/// Gathers how a file signs the money that leaves an account.
///
/// Amounts are the change of cash: below zero for a buy, a withdrawal, a fee, a tax. Many exports leave the sign to the type. A file where
/// no such row is below zero is read in that way; elsewhere a positive fee or tax is money given back. Charges (the columns for fee and
/// tax) are positive by nature; some exports write them as what they do to cash, below zero throughout.
struct SignSurvey {
    private(set) var outflowsBelowZero = 0
    private(set) var outflowsAboveZero = 0
    /// A plus sign is only written where there are minus signs to tell it from.
    private(set) var plusSigns = 0
    private(set) var chargesBelowZero = 0
    private(set) var chargesAboveZero = 0

    /// Whether amounts carry the sign of what they do to cash.
    var amountsAreSigned: Bool { outflowsBelowZero > 0 || plusSigns > 0 || outflowsAboveZero == 0 }
    /// Whether charges are written below zero throughout.
    var chargesAreNegative: Bool { chargesBelowZero > 0 && chargesAboveZero == 0 }

    mutating func addOutflow(_ cell: UnsafeBufferPointer<UInt8>) {
        switch Self.sign(cell) {
        case -1: outflowsBelowZero += 1
        case 1:
            outflowsAboveZero += 1
            if cell[0] == UInt8(ascii: "+") { plusSigns += 1 }
        default: break
        }
    }

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
