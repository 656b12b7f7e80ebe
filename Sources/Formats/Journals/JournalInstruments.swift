import Ledger
import Values

/// Commodities whose symbols are codes of currencies as well: AMD is a share and the Armenian dram, BTC is held as money or as an investment.
extension DoubleEntryBook {
    /// Currencies of which central banks tell rates each day: what carries such a code is money.
    private static let major = Set(
        "AUD BGN BRL CAD CHF CNY CZK DKK EUR GBP HKD HRK HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON RUB SEK SGD THB TRY USD ZAR".split(separator: " ").map(String.init)
    )

    /// How the file uses a commodity that has the code of a currency.
    private struct Use {
        /// What a posting buys or sells it for.
        var boughtFor: String?
        /// What a price is in.
        var pricedIn: String?
        /// Whether other things are bought for it, or it is spent or earned.
        var isPaid = false
    }

    /// Takes for instruments what is bought for money and never spent, and whatever the book knows as one; tells what was taken for which.
    mutating func findInstruments(_ context: ImportContext, _ told: Currency?) {
        let uses = uses(context.currencies), known = Set(context.instruments.map(\.symbol))
        let money = Set(([context.baseCurrency, told].compactMap(\.self) + context.accounts.map(\.currency) + context.currencies.ownCurrencies).map(\.code))
        instruments = known.filter { uses[$0] != nil && !money.contains($0) }
        var taken: [(code: String, currency: String)] = [], left: [(code: String, currency: String)] = []
        for (code, use) in uses.sorted(by: { $0.key < $1.key }) where !known.contains(code) && !Self.major.contains(code) && !money.contains(code) {
            if let currency = use.boughtFor, !use.isPaid {
                instruments.insert(code)
                taken.append((code, currency))
            } else if let currency = use.boughtFor ?? use.pricedIn, lucaNames.isEmpty {
                left.append((code, currency))
            }
        }
        if let first = taken.first {
            let shown = MessageText.list(taken.map(\.code)), isOne = taken.count == 1
            remarks.append(
                "\(shown) \(isOne ? "is" : "are") taken for \(isOne ? "an instrument" : "instruments"), though \(isOne ? "a currency has this code" : "currencies have these codes"); where it is money, define an account in it before: account{name=\"Cash\", currency=\"\(first.code)\"}"
            )
        }
        if let first = left.first {
            let shown = MessageText.list(left.map(\.code)), isOne = left.count == 1
            remarks.append(
                "\(shown) \(isOne ? "is" : "are") taken for money, as \(isOne ? "it is the code of a currency" : "they are codes of currencies"); where it is a share, define it before: instrument{symbol=\"\(first.code)\", currency=\"\(first.currency)\"}"
            )
        }
    }

    private func uses(_ currencies: CurrencyTable) -> [String: Use] {
        // Most postings are of one money, of which nothing more is to be learned.
        var uses: [String: Use] = [:], others: Set<String> = [], money: String?
        /// Whether a commodity has the code of a currency, found out once each.
        func isCode(_ commodity: String?) -> Bool {
            guard let commodity, !others.contains(commodity) else { return false }
            if uses[commodity] != nil { return true }
            guard (try? currencies.currency(commodity))?.code == commodity else {
                others.insert(commodity)
                return false
            }
            uses[commodity] = Use()
            return true
        }
        func note(_ commodity: String?, _ change: (inout Use) -> Void) { if let commodity, isCode(commodity) { change(&uses[commodity, default: Use()]) } }
        for directive in directives {
            switch directive.content {
            case .price(let commodity, let amount):
                if commodity != amount.commodity { note(commodity) { $0.pricedIn = $0.pricedIn ?? amount.commodity } }
            case .transaction(let transaction):
                for posting in transaction.postings {
                    let paid = posting.cost?.commodity ?? posting.price?.commodity
                    if paid == nil, let money, posting.units?.commodity == money { continue }
                    if paid != money { note(paid) { $0.isPaid = true } }
                    guard let commodity = posting.units?.commodity, isCode(commodity) else { continue }
                    if let paid {
                        note(commodity) { $0.boughtFor = $0.boughtFor ?? paid }
                    } else if uses[commodity]?.isPaid == false, [.income, .expenses].contains(accountClass(posting.account)) {
                        note(commodity) { $0.isPaid = true }
                    }
                    if uses[commodity]?.isPaid == true { money = commodity }
                }
            default: break
            }
        }
        return uses
    }
}
