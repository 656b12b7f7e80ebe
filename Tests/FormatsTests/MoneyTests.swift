import Ledger
import Testing
import Values

@testable import Formats

@Suite("The money of a row")
struct MoneyTests {
    @Test("A buy's figures agree to half a unit of the amount's last digit") func rounding() throws {
        let exact = try row("2014-01-02,buy,A,X,3,33.333,,-99.999,USD,").activities[0]
        #expect(exact.amount == nil)
        let rounded = try row("2014-01-02,buy,A,X,3,33.333,,-100.00,USD,").activities[0]
        #expect(rounded.amount == decimal("100"))
        #expect(try row("2014-01-02,buy,A,X,3,33.333,0.50,-100.50,USD,").activities[0].amount == decimal("100"))
        #expect(try row("2014-01-02,buy,A,X,3,33.333,,-100.000,USD,").refusedCount == 1)
        #expect(try row("2014-01-02,buy,A,X,3,33.33,,-100.00,USD,").refusedCount == 1)
        #expect(try row("2014-01-02,buy,A,X,3,33.33,,-100.00,USD,", ImportOptions(roundedPrices: true)).activities[0].amount == decimal("100"))
        #expect(try row("2014-01-02,buy,A,X,3,33.33,,-100.10,USD,", ImportOptions(roundedPrices: true)).refusedCount == 1)
    }

    @Test("Fee and tax come between price and amount") func charges() throws {
        let text = "date,type,account,symbol,quantity,price,fee,tax,amount\n"
        #expect(try plan(text + "2014-01-02,buy,A,X,10,5,1,0.25,-51.25\n").activities[0].tax == decimal("0.25"))
        #expect(try plan(text + "2014-01-02,sell,A,X,10,5,1,0.25,48.75\n").activities[0].tax == decimal("0.25"))
        let dividend = try plan(text + "2014-01-02,dividend,A,X,,,,1.50,8.50\n").activities[0]
        #expect(dividend.amount == decimal("10") && dividend.tax == decimal("1.5"))
        let deposit = try plan(text + "2014-01-02,deposit,A,,,,2,,98\n").activities[0]
        #expect(deposit.amount == decimal("100") && deposit.fee == decimal("2"))
        let withdrawal = try plan(text + "2014-01-02,withdrawal,A,,,,2,,-102\n").activities[0]
        #expect(withdrawal.amount == decimal("100") && withdrawal.fee == decimal("2"))
    }

    @Test("Commission and other fees add up") func commission() throws {
        let plan = try plan("date,type,account,symbol,quantity,price,commission,fees,amount\n2014-01-02,buy,A,X,10,5,1,0.50,-51.50\n")
        #expect(plan.activities[0].fee == decimal("1.5"))
    }

    @Test("A missing price follows from the amount where it does so exactly") func missingPrice() throws {
        let exact = try row("2014-01-02,buy,A,X,10,,1,-313,USD,").activities[0]
        #expect(exact.price == decimal("31.2") && exact.amount == nil && exact.fee == .one)
        let inexact = try row("2014-01-02,buy,A,X,3,,,-100,USD,").activities[0]
        #expect(inexact.price == nil && inexact.amount == decimal("100"))
    }

    @Test("Without an amount, quantity and price tell all") func noAmount() throws {
        let activity = try row("2014-01-02,sell,A,X,10,5,1,,USD,").activities[0]
        #expect(activity.amount == nil && activity.price == decimal("5") && activity.fee == .one)
    }

    @Test("A sale may be given as a negative quantity") func negativeSale() throws {
        #expect(try row("2014-01-02,sell,A,X,-10,5,,50,USD,").activities[0].quantity == decimal("10"))
        #expect(try row("2014-01-02,buy,A,X,-10,5,,-50,USD,").refusals.first?.kind == .wrongSign)
    }

    @Test("Amounts without signs take theirs from the type") func unsigned() throws {
        let plan = try plan(header + "2014-01-02,buy,A,X,10,5,1,51,USD,\n2014-01-03,sell,A,X,10,6,1,59,USD,\n2014-01-04,fee,A,,,,,3,USD,\n2014-01-05,withdrawal,A,,,,,4,USD,\n")
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities.map(\.amount) == [nil, nil, decimal("3"), decimal("4")])
        #expect(plan.notices(.unsignedAmounts).count == 1)
    }

    @Test("Where purchases carry no sign, each kind is told by its own rows") func unsignedByKind() throws {
        let buy = "2014-01-02,buy,A,X,10,220,,2200,USD,\n"
        let plan = try plan(header + buy + "2014-01-03,fee,A,,,,,12,USD,\n2014-01-04,tax,A,,,,,-13,USD,\n2014-01-05,withdrawal,A,,,,,-14,USD,\n")
        #expect(plan.activities.map(\.amount) == [nil, decimal("12"), decimal("13"), decimal("14")], "\(plan.refusals)")
        let refund = try FormatsTests.plan(header + buy + "2014-01-03,fee,A,,,,,-12,USD,\n2014-01-04,fee,A,,,,,2,USD,\n2014-01-05,tax,A,,,,,3,USD,\n")
        #expect(refund.activities.map(\.amount) == [nil, decimal("12"), decimal("-2"), decimal("3")])
    }

    @Test("Where amounts have signs, a positive fee is money given back") func reversals() throws {
        let plan = try plan(header + "2014-01-02,fee,A,,,,,-3,USD,\n2014-01-03,fee,A,,,,,3,USD,\n2014-01-04,dividend,A,X,,,,-2,USD,\n")
        #expect(plan.activities.map(\.amount) == [decimal("3"), decimal("-3"), decimal("-2")])
    }

    @Test("Charges written below zero throughout are charges") func negativeCharges() throws {
        let plan = try plan(header + "2014-01-02,buy,A,X,10,5,-1,-51,USD,\n2014-01-03,sell,A,X,10,6,-1,59,USD,\n")
        #expect(plan.activities.map(\.fee) == [.one, .one])
        #expect(plan.notices(.negativeCharges).count == 1)
        #expect(try FormatsTests.plan(header + "2014-01-02,buy,A,X,10,5,-1,-49,USD,\n2014-01-03,sell,A,X,10,6,1,59,USD,\n").refusals.map(\.kind) == [.wrongSign])
    }

    @Test("A fee may stand in the column of fees") func feeColumn() throws {
        #expect(try row("2014-01-02,fee,A,,,,7.50,,USD,").activities[0].amount == decimal("7.5"))
        #expect(try row("2014-01-02,fee,A,,,,7.50,-7.50,USD,").activities[0].amount == decimal("7.5"))
        #expect(try row("2014-01-02,fee,A,,,,7.50,0,USD,").activities[0].fee == .zero)
        #expect(try row("2014-01-02,fee,A,,,,7.50,-9,USD,").refusals.first?.kind == .sumMismatch)
    }

    @Test("Pence are pounds by a hundred") func minorUnits() throws {
        let plan = try row("2014-01-02,buy,A,VOD,100,250.5,500,-25550,GBp,")
        let activity = plan.activities[0]
        #expect(activity.currency == .gbp && activity.price == decimal("2.505") && activity.fee == decimal("5"))
        #expect(plan.newInstruments[0].currency == .gbp)
        #expect(plan.notices(.minorUnits) == ["amounts in GBp are brought to GBP"])
        #expect(try row("2014-01-02,buy,A,VOD,100,250.5,,-250.50,GBP,").refusals.first?.hint.contains("pence") == true)
        #expect(try row("2014-01-02,deposit,A,,,,,5000,KWF,").activities[0].amount == decimal("5"))
    }

    @Test("A heading tells the currency of its own column, pence too, beside a column of currencies") func headings() throws {
        let text = "date,type,account,symbol,quantity,price (GBX),fee (GBP),amount,currency\n"
        let pounds = try plan(text + "2014-01-02,buy,A,VOD,100,250.5,5,-255.50,GBP\n")
        #expect(pounds.activities[0].price == decimal("2.505") && pounds.activities[0].fee == decimal("5") && pounds.activities[0].currency == .gbp)
        #expect(pounds.notices(.minorUnits) == ["amounts in GBX are brought to GBP"])
        // The row's pence are those of the columns that tell nothing.
        let pence = try plan(text + "2014-01-02,buy,A,VOD,100,250.5,5,-25550,GBX\n")
        #expect(pence.activities[0].price == decimal("2.505") && pence.activities[0].fee == decimal("5") && pence.activities[0].amount == nil, "\(pence.refusals)")
        let alone = try plan("date,type,account,symbol,quantity,Price (GBp),Fee (GBP)\n2014-01-02,buy,A,VOD,100,250.5,5\n")
        #expect(alone.activities[0].price == decimal("2.505") && alone.activities[0].currency == .gbp && alone.notices(.assumedCurrency) == ["the headings tell the currency GBP"])
        let dollars = try plan(text + "2014-01-02,buy,A,VOD,100,250.5,5,-255.50,USD\n")
        #expect(dollars.refusals.map(\.kind) == [.badCurrency] && dollars.refusals[0].message == "it is in GBP, but the row is in USD")
        #expect(try plan(text + "2014-01-02,buy,A,VOD,100,,0,-255.50,USD\n").refusedCount == 0)
        // An amount beside a rate is what left the account.
        let settled = try plan("date,type,account,symbol,quantity,price (USD),amount (EUR),currency,fx_rate\n2014-01-02,buy,A,X,10,5,-40,USD,0.8\n")
        #expect(settled.refusedCount == 0 && settled.activities[0].price == decimal("5"), "\(settled.refusals)")
        let fees = "date,type,account,symbol,quantity,price,fees (GBP),commission,currency\n2014-01-02,buy,A,VOD,100,250.5,5,100,GBX\n"
        #expect(try plan(fees).refusals.first?.message == "it is not in the same unit as the fee beside it")
        #expect(try plan("date,type,account,symbol,quantity,price (each)\n2014-01-02,buy,A,X,10,5\n", ImportOptions(currency: .usd)).activities[0].price == decimal("5"))
    }

    @Test("Currencies: lower case, beside the number, in the heading") func currencies() throws {
        #expect(try row("2014-01-02,deposit,A,,,,,5,usd,").activities[0].currency == .usd)
        #expect(try row("2014-01-02,deposit,A,,,,,5 EUR,,").activities[0].currency == .eur)
        #expect(try row("2014-01-02,deposit,A,,,,,5 EUR,USD,").refusals.first?.kind == .badCurrency)
        #expect(try row("2014-01-02,deposit,A,,,,,$5,USD,").refusedCount == 0)
        let plan = try plan("date,type,account,amount (CHF)\n2014-01-02,deposit,A,5\n")
        #expect(plan.activities[0].currency == .chf)
        #expect(plan.notices(.assumedCurrency) == ["the headings tell the currency CHF"])
        #expect(try row("2014-01-02,deposit,A,,,,,5,,", ImportOptions(currency: .jpy)).activities[0].currency == .jpy)
        #expect(try row("2014-01-02,deposit,A,,,,,5,,").notices(.assumedCurrency).count == 1)
    }

    @Test("An amount in the account's currency agrees at the row's rate") func rates() throws {
        let text = "date,type,account,symbol,quantity,price,fee,amount,currency,fx_rate\n"
        let activity = try plan(text + "2014-01-02,buy,A,X,10,5,1,-40.80,USD,0.8\n").activities[0]
        #expect(activity.fxRate == decimal("0.8") && activity.amount == nil)
        #expect(try plan(text + "2014-01-02,buy,A,X,10,5,1,-51,USD,0\n").activities[0].fxRate == nil)
        #expect(try plan(text + "2014-01-02,buy,A,X,10,5,1,-51,USD,-1\n").refusals.first?.kind == .outOfRange)
    }

    @Test("A multiplier counts units of the underlying") func multiplier() throws {
        let option = Instrument(symbol: "O", kind: .option, currency: .usd, multiplier: decimal("100"))
        let context = ImportContext(instruments: [option], baseCurrency: .usd)
        #expect(try row("2014-01-02,buy,A,O,2,1.50,1,-301,USD,", context: context).refusedCount == 0)
        #expect(try row("2014-01-02,buy,A,O,2,1.50,1,-4,USD,", context: context).refusedCount == 1)
        let plan = try plan("date,type,account,symbol,kind,multiplier,quantity,price,amount\n2014-01-02,buy,A,O,option,100,2,1.50,-300\n")
        #expect(plan.newInstruments == [Instrument(symbol: "O", kind: .option, currency: .usd, multiplier: decimal("100"))])
    }

    @Test("Cash told as units of one") func cashUnits() throws {
        let plan = try plan(header + "2014-01-02,deposit,A,$CASH-USD,500,1,,,USD,\n2014-01-03,deposit,A,USD,0,0,0,20,USD,\n2014-01-03,dividend,A,X,10,0.12,,,USD,\n")
        #expect(plan.refusedCount == 0, "\(plan.refusals)")
        #expect(plan.activities.map(\.instrument) == [nil, nil, InstrumentID(1)])
        #expect(plan.activities.map(\.price) == [nil, nil, decimal("0.12")])
        #expect(plan.activities.map(\.amount) == [decimal("500"), decimal("20"), nil])
        #expect(plan.activities[2].quantity == decimal("10"))
    }

    @Test("A file that states the gross amount may round the price") func gross() throws {
        let text = "date,type,account,symbol,quantity,price,fee,gross amount,net amount\n"
        #expect(try plan(text + "2014-01-02,buy,A,X,3,33.33,1,100.00,-101.00\n").activities[0].amount == decimal("100"))
        #expect(try plan(text + "2014-01-02,buy,A,X,3,33.33,1,100.00,-100.00\n").refusals.first?.kind == .sumMismatch)
        #expect(try plan(text + "2014-01-02,buy,A,X,3,33.33,1,101.00,-102.00\n").refusals.first?.kind == .sumMismatch)
    }

    @Test("A payment's gross amount and charges make its net one") func grossPayment() throws {
        let text = "date,type,account,symbol,gross amount,tax,net amount\n"
        #expect(try plan(text + "2014-01-02,dividend,A,X,10,1.50,8.50\n").activities[0].amount == decimal("10"))
        #expect(try plan(text + "2014-01-02,dividend,A,X,10,,8.50\n").refusals.map(\.message) == ["8.5 is not what 10 before charges leaves: 10"])
        #expect(try plan(text + "2014-01-02,dividend,A,X,10,1.50,\n").activities[0].amount == decimal("10"))
        #expect(try plan(text + "2014-01-02,dividend,A,X,-10,-1.50,-8.50\n").activities[0].amount == decimal("-10"))
    }

    @Test("A trade tells the currency of an instrument rather than a payment") func tentative() throws {
        let plan = try plan(header + "2014-01-02,dividend,A,X,,,,5,EUR,\n2014-01-03,buy,A,X,1,5,,-5,USD,\n2014-01-04,dividend,A,X,,,,5,EUR,\n")
        #expect(plan.newInstruments == [Instrument(symbol: "X", currency: .usd)])
    }
}
