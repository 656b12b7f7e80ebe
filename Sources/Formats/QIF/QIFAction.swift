import Ledger
import Values

/// What a row of an investment account does, by the word of its action.
struct QIFAction {
    enum Sense {
        case trade(isBuy: Bool, ActivitySubtype?)
        /// Income: what it is, and words for it.
        case income(ActivityKind, String)
        case returnOfCapital
        /// A charge, or interest that is paid.
        case expense(ActivityKind)
        /// Income that buys more of what paid it.
        case reinvestment(ActivityKind, String)
        case split
        /// Money from or to another account.
        case transfer(isIn: Bool)
        /// Units from or to outside.
        case delivery(isIn: Bool)
        /// A row as a bank has it.
        case cash
        /// What luca has no place for and that moves nothing.
        case leftOut(String)
        case exercise
        case expiry
    }

    let sense: Sense
    /// Whether the money comes from or goes to another account at once.
    let isSettledElsewhere: Bool
    /// The word as the file has it.
    let word: String

    init(_ record: QIFRecord) throws(ImportIssue) {
        word = record.text("N")
        let lower = word.lowercased()
        if let sense = Self.senses[lower] {
            (self.sense, isSettledElsewhere) = (sense, false)
        } else if lower.last == "x", let sense = Self.senses[String(lower.dropLast())], Self.maySettle(sense) {
            (self.sense, isSettledElsewhere) = (sense, true)
        } else if lower.isEmpty, record.cell("Y") == nil, record.cell("Q") == nil, record.cell("T") != nil || record.cell("U") != nil {
            (sense, isSettledElsewhere) = (.cash, false)
        } else if lower.isEmpty {
            throw ImportIssue(.missingValue, column: "N", message: "the action is missing", hint: "Buy, Sell, Div …")
        } else {
            throw ImportIssue(
                .unknownType, column: "N", text: word, message: "\"\(MessageText.cut(word))\" is no action that is known",
                hint: nearestHint(for: lower, in: Self.senses.keys.sorted(), otherwise: "record it by hand, and import the others with partial=true"))
        }
    }

    private static func maySettle(_ sense: Sense) -> Bool {
        switch sense {
        case .trade, .income, .returnOfCapital, .expense, .transfer, .exercise: true
        default: false
        }
    }

    /// Whether money leaves the account by it; nil where none moves.
    var takesMoney: Bool? {
        switch sense {
        case .trade(let isBuy, _): isBuy
        case .income, .returnOfCapital: false
        case .expense: true
        default: nil
        }
    }

    private static let long = "long-term capital gain distributed", mid = "mid-term capital gain distributed", short = "short-term capital gain distributed"

    static let senses: [String: Sense] = [
        "buy": .trade(isBuy: true, nil), "sell": .trade(isBuy: false, nil), "shtsell": .trade(isBuy: false, .sellToOpen), "cvrshrt": .trade(isBuy: true, .buyToClose),
        "div": .income(.dividend, ""), "intinc": .income(.interest, ""), "cglong": .income(.dividend, long), "cgmid": .income(.dividend, mid),
        "cgshort": .income(.dividend, short), "miscinc": .income(.credit, ""), "miscexp": .expense(.fee), "margint": .expense(.interest), "rtrncap": .returnOfCapital,
        "reinvdiv": .reinvestment(.dividend, ""), "reinvint": .reinvestment(.interest, ""), "reinvlg": .reinvestment(.dividend, long),
        "reinvmd": .reinvestment(.dividend, mid), "reinvsh": .reinvestment(.dividend, short), "stksplit": .split,
        "xin": .transfer(isIn: true), "xout": .transfer(isIn: false), "contrib": .transfer(isIn: true), "withdrw": .transfer(isIn: false),
        "shrsin": .delivery(isIn: true), "shrsout": .delivery(isIn: false), "cash": .cash,
        "grant": .leftOut("grant of options"), "vest": .leftOut("vesting of options"), "reprice": .leftOut("repricing of options"), "reminder": .leftOut("reminder"),
        "exercise": .exercise, "exercis": .exercise, "expire": .expiry,
    ]
}
