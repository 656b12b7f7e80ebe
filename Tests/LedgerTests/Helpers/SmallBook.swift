@testable import Ledger
import Values

/// A book with two accounts and three instruments and nothing in it.
func emptyBook(allowShort: Bool) throws -> Ledger {
    let ledger = Ledger()
    for (index, name) in ["A", "B"].enumerated() {
        let account = Account(name: name, currency: .usd, allowShort: allowShort)
        try ledger.apply(.account(AccountID(Int32(index + 1)), account), id: ledger.nextEntry)
    }
    for (index, symbol) in ["X", "Y", "Z"].enumerated() {
        try ledger.apply(.instrument(InstrumentID(Int32(index + 1)), Instrument(symbol: symbol, currency: .usd)), id: ledger.nextEntry)
    }
    return ledger
}

/// The accounts and instruments of `emptyBook`, and its activities by the number of their day.
protocol SmallBook {}

extension SmallBook {
    var a: AccountID { AccountID(1) }
    var b: AccountID { AccountID(2) }
    var x: InstrumentID { InstrumentID(1) }
    var y: InstrumentID { InstrumentID(2) }

    func activity(
        _ number: Int32, _ kind: ActivityKind, _ account: AccountID, _ instrument: InstrumentID?, _ quantity: FixedDecimal? = nil,
        subtype: ActivitySubtype? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil, fee: FixedDecimal = 0, tax: FixedDecimal = 0,
        detail: ActivityDetail? = nil
    ) -> Activity {
        Activity(
            date: Day(number: 18_000 + number), kind: kind, subtype: subtype, account: account, instrument: instrument, quantity: quantity,
            price: price, amount: amount, fee: fee, tax: tax, currency: .usd, notes: "\(number)", detail: detail)
    }
}
