import Ledger

/// Gathers how a file signs the money that leaves an account.
///
/// Amounts are the change of cash: below zero for a buy, a withdrawal, a fee, a tax. Many exports leave the sign to the type, all or only
/// those of trades. A file where no such row is below zero is read in that way; elsewhere a positive fee or tax is money given back. Where purchases carry no
/// sign, each kind is told by its own rows: fees that are above zero throughout are charges, whatever the sign of taxes and withdrawals. Charges (the columns for fee and
/// tax) are positive by nature; some exports write them as what they do to cash, below zero throughout.
struct SignSurvey {
    private var buysBelowZero = 0
    private var buysAboveZero = 0
    private var othersBelowZero = 0
    private var othersAboveZero = 0
    private var kindsBelowZero: Set<ActivityKind> = []
    /// A plus sign is only written where there are minus signs to tell it from.
    private var plusSigns = 0
    private var chargesBelowZero = 0
    private var chargesAboveZero = 0

    /// Whether amounts of a kind carry the sign of what they do to cash.
    func isSigned(_ kind: ActivityKind) -> Bool {
        if kind.bringsCash || plusSigns > 0 || buysBelowZero > 0 { return true }
        if kind == .buy { return buysAboveZero == 0 }
        if buysAboveZero > 0, othersBelowZero > 0 { return kindsBelowZero.contains(kind) }
        return othersBelowZero > 0 || othersAboveZero == 0
    }

    /// Whether charges are written below zero throughout.
    var chargesAreNegative: Bool { chargesBelowZero > 0 && chargesAboveZero == 0 }

    mutating func addOutflow(_ cell: UnsafeBufferPointer<UInt8>, _ kind: ActivityKind) {
        let isBuy = kind == .buy
        switch Self.sign(cell) {
        case -1:
            if isBuy {
                buysBelowZero += 1
            } else {
                othersBelowZero += 1
                kindsBelowZero.insert(kind)
            }
        case 1:
            if isBuy { buysAboveZero += 1 } else { othersAboveZero += 1 }
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
