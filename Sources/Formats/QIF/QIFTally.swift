import Values

/// What came up while the rows of a file were read, and is told once.
struct QIFTally {
    /// What luca has no place for.
    var leftOut = StatementTally()
    /// Expenses and purchases that are written below zero.
    var signed = 0
    /// Dividends that no security paid.
    var nameless = 0
    /// Rows that name another account though their money stays in their own.
    var beside = 0
    /// Transfers with accounts of the file that lack the other side.
    var lonely = StatementTally()
    private var outside = 0
    private var strangers: [String] = []

    /// Notes a transfer with an account that the file has no register of.
    mutating func noteOutside(_ name: String) {
        outside += 1
        if !name.isEmpty, strangers.count < 3, !strangers.contains(name) { strangers.append(name) }
    }

    /// Lines that tell what luca does not keep.
    mutating func note(_ field: QIFRecord.Field) {
        switch field.code {
        case UInt8(ascii: "C"): leftOut.add("mark of clearing")
        case UInt8(ascii: "A"): leftOut.add("line of an address")
        case UInt8(ascii: "F"): leftOut.add("flag of reimbursement")
        case UInt8(ascii: "X"), UInt8(ascii: "K"): leftOut.add("line of an invoice")
        case UInt8(ascii: "%"): leftOut.add("share of a split in percent")
        case let code where !"DTUNPMLSE$YIQO".utf8.contains(code):
            leftOut.add("line of an unknown letter (\(MessageText.clean(String(decoding: [code], as: UTF8.self))))")
        default: break
        }
    }

    /// Tells everything.
    func tell(_ plan: inout PlanBuilder) {
        for line in leftOut.lines { plan.notice(.leftOut, "\(line) left out, for which luca has no place") }
        plan.notice(
            .unsignedAmounts, count: signed, "amount is below zero; its action tells which way the money went",
            "amounts are below zero; their actions tell which way the money went")
        plan.notice(.leftOut, count: nameless, "dividend does not tell what paid it, and is a credit", "dividends do not tell what paid them, and are credits")
        plan.notice(
            .changed, count: beside, "row names another account, but its action leaves the money in its own; it stays there",
            "rows name another account, but their actions leave the money in their own; it stays there")
        let names = strangers.isEmpty ? "" : " (\(strangers.map(MessageText.cut).joined(separator: ", ")))"
        plan.notice(
            .leftOut, count: outside, "transfer is with an account that the file has no register of\(names); its other side comes with that account's file",
            "transfers are with accounts that the file has no register of\(names); their other sides come with those accounts' files")
        for line in lonely.lines { plan.notice(.leftOut, "\(line): the register of that account does not have the other side; compare its balance") }
    }
}
