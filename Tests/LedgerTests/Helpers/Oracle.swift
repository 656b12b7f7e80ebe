import Values

/// A trade in whole numbers: hundredths of a unit, cents.
struct SimpleTrade {
    var day: Int
    var entry: Int
    var account: Int
    var symbol: Int
    var isBuy: Bool
    /// Hundredths of a unit.
    var quantity: Int
    /// Cents for one unit.
    var price: Int
    /// Cents.
    var fee: Int
}

/// First in, first out as one would do it with coins on a table: every hundredth of a unit is a coin that remembers its trade.
///
/// Slow and obviously right. Money is in ten-thousandths, exact; shares of it are told as fractions.
struct Oracle {
    /// Coins of one closing taken from one opening, and the money of both trades, of which the coins have a share.
    struct Closing: Equatable {
        var opening: Int
        var closing: Int
        var coins: Int
    }

    /// Money of a trade with its fee in it: what a purchase cost or a sale brought, in ten-thousandths of a dollar.
    static func money(_ trade: SimpleTrade) -> Int {
        trade.quantity * trade.price + (trade.isBuy ? trade.fee : -trade.fee) * 100
    }

    /// For each account and symbol the coins that lie there, by entry of their trade; coins sold short are in `short`.
    var long: [[Int]: [Int]] = [:]
    var short: [[Int]: [Int]] = [:]
    var closings: [Closing] = []
    /// Ten-thousandths of a dollar by account.
    var cash: [Int: Int] = [:]

    /// Replays trades, in order of day and entry. Nil if one sells more than is there and shorts are not allowed.
    init?(_ trades: [SimpleTrade], allowShort: Bool) {
        for trade in trades.sorted(by: { ($0.day, $0.entry) < ($1.day, $1.entry) }) {
            let key = [trade.account, trade.symbol]
            cash[trade.account, default: 0] += trade.isBuy ? -Self.money(trade) : Self.money(trade)
            for _ in 0..<trade.quantity {
                if trade.isBuy, let coin = short[key]?.first {
                    short[key]!.removeFirst()
                    note(coin, trade.entry)
                } else if trade.isBuy {
                    long[key, default: []].append(trade.entry)
                } else if let coin = long[key]?.first {
                    long[key]!.removeFirst()
                    note(coin, trade.entry)
                } else if allowShort {
                    short[key, default: []].append(trade.entry)
                } else {
                    return nil
                }
            }
        }
    }

    /// Whether no trade sells more than is there, told by quantities alone.
    static func fits(_ trades: [SimpleTrade]) -> Bool {
        var held: [[Int]: Int] = [:]
        return trades.sorted { ($0.day, $0.entry) < ($1.day, $1.entry) }.allSatisfy { trade in
            held[[trade.account, trade.symbol], default: 0] += trade.isBuy ? trade.quantity : -trade.quantity
            return held[[trade.account, trade.symbol]]! >= 0
        }
    }

    private mutating func note(_ opening: Int, _ closing: Int) {
        if let last = closings.last, last.opening == opening, last.closing == closing {
            closings[closings.count - 1].coins += 1
        } else {
            closings.append(Closing(opening: opening, closing: closing, coins: 1))
        }
    }
}
