import Ledger
import TestSupport
import Testing
import Values
import Worth

@Suite("In a market that stands still, a book gains what it earns and nothing else")
struct FairBookTests {
    @Test("On every day, in the whole, in each account, instrument, pair of accounts and holding, in dollars and in euros", arguments: ["true", "false"])
    func gainsWhatItEarns(feesInCost: String) throws {
        var random = SeededRandom.forTest("gainsWhatItEarns \(feesInCost)")
        for _ in 0..<SeededRandom.rounds(2) {
            let book = try FairBook(80, &random)
            try book.page.set("fees_in_cost", feesInCost)
            try book.page.set("price_max_age", "10000")
            let market = Market(book.market), last = try book.date.adding(days: 10)
            for currency in [Currency.usd, .eur] {
                let sweep = try market.sweep(book.page.ledger, in: currency)
                for scope in scopes(book.page) { try check(sweep.figures(of: scope, through: last).days, scope) }
                try checkSums(book.page, sweep, through: last)
            }
        }
    }

    @Test("On every day an account's contribution is what was brought into it until then, by every lot method", arguments: ["fifo", "lifo", "hifo", "lofo", "average", "pooled"])
    func contributions(method: String) throws {
        var random = SeededRandom.forTest("contributions \(method)")
        for _ in 0..<3 {
            let book = try FairBook(60, &random), page = book.page, last = try book.date.adding(days: 5)
            try page.set("lot_method", method)
            let sweep = try Market(book.market).sweep(page.ledger)
            let whole = try sweep.figures(of: Scope(), through: last).days, items = try page.ledger.contributions()
            let dollars: [Currency: FixedDecimal] = [.usd: 1, .eur: decimal("1.25"), .gbp: decimal("1.5")]
            var accounts = Array(repeating: FixedDecimal.zero, count: whole.count)
            for name in FairBook.accounts {
                let account = try #require(page.ledger.account(named: name))
                let days = try sweep.figures(of: page.scope(accounts: [name]), through: last).days
                var counted = FixedDecimal.zero
                for (place, figures) in days.enumerated() {
                    counted = try counted + figures.contribution
                    accounts[place] = try accounts[place] + counted
                    let told = try items.filter { $0.account == account && $0.date <= figures.day }.reduce(FixedDecimal.zero) { sum, item in
                        try sum + item.amount * #require(dollars[item.currency])
                    }
                    #expect(try (counted - told).magnitude <= decimal("0.000000000001"), "\(name) on \(figures.day)")
                }
            }
            // What moves from one account to another leaves for what it arrives for, in whole and in parts.
            var counted = FixedDecimal.zero
            for (place, figures) in whole.enumerated() {
                counted = try counted + figures.contribution
                #expect(try (counted - accounts[place]).magnitude <= decimal("0.000000000001"), "\(figures.day)")
            }
        }
    }

    @Test("The same in another currency while rates move, units at what their purchases cost in it", arguments: ["fifo", "average", "pooled"])
    func contributionsInEuros(method: String) throws {
        var random = SeededRandom.forTest("contributionsInEuros \(method)")
        for _ in 0..<3 {
            let book = try FairBook(60, &random), page = book.page, last = try book.date.adding(days: 5)
            try page.set("lot_method", method)
            let rates = "EUR/USD 2020-01-20 1.6\nEUR/USD 2020-02-05 1.1\nGBP/USD 2020-01-25 2\n"
            let sweep = try Market(book.market + rates).sweep(page.ledger, in: .eur).countingCosts(of: page.ledger)
            // Money changed within an account, though told as a transfer, is an exchange: nothing is brought in.
            func group(_ item: Contribution) throws -> String? {
                item.instrument == nil ? try page.ledger.draft(of: item.activity).group.map { "\($0) \(item.account) \(item.date)" } : nil
            }
            let all = try page.ledger.contributions(counting: (.eur, sweep.rates))
            let sides = Dictionary(grouping: all) { (try? group($0)) ?? "" }.filter { Set($0.value.map(\.currency)).count > 1 && $0.key != "" }
            let items = try all.filter { try group($0).map { sides[$0] == nil } ?? true }
            for name in FairBook.accounts {
                let account = try #require(page.ledger.account(named: name))
                var counted = FixedDecimal.zero
                for figures in try sweep.figures(of: page.scope(accounts: [name]), through: last).days {
                    counted = try counted + figures.contribution
                    let told = try items.filter { $0.account == account && $0.date <= figures.day }.reduce(FixedDecimal.zero) { sum, item in
                        if item.isCounted { return try sum + #require(item.otherCost) }
                        let money = item.arrived ?? (item.currency == .eur ? nil : item.told) ?? Money(item.amount, item.currency)
                        let rate = try #require(try sweep.rates.conversion(from: money.currency, to: .eur, on: item.date))
                        return try sum + rate.apply(money.amount)
                    }
                    #expect(try (counted - told).magnitude <= decimal("0.000000000001"), "\(name) on \(figures.day)")
                    let knownFrom = items.filter { $0.account == account && $0.date == figures.day }.compactMap(\.costKnownFrom).max()
                    #expect(figures.isContributionKnown && figures.costsKnownFrom == knownFrom, "\(name) on \(figures.day)")
                }
            }
        }
    }

    private func scopes(_ page: Page) -> [Scope] {
        let accounts = FairBook.accounts, symbols = FairBook.symbols
        var scopes = [Scope(), page.scope(accounts: ["A", "B"]), page.scope(accounts: ["B", "C", "H"]), page.scope(symbols: ["X", "XC", "Y"])]
        scopes += accounts.map { page.scope(accounts: [$0]) } + symbols.map { page.scope(symbols: [$0]) }
        scopes += ["A", "C"].flatMap { account in symbols.map { page.scope(accounts: [account], symbols: [$0]) } }
        return scopes
    }

    private func check(_ days: [DayFigures], _ scope: Scope) throws {
        var before = FixedDecimal.zero
        for figures in days {
            let value = try #require(figures.value)
            let gain = try value - before - figures.flow, earned = try figures.income - figures.fees - figures.taxes
            #expect(gain == earned, "\(figures.day) of \(scope)")
            #expect(figures.currencyGain == 0 && figures.isFlowKnown && figures.isContributionKnown && figures.areChargesKnown)
            before = value
        }
    }

    /// What accounts are worth and earn adds up to the book, and so does what instruments are worth, with cash.
    private func checkSums(_ page: Page, _ sweep: ValueSweep, through last: Day) throws {
        let whole = try sweep.figures(of: Scope(), through: last).days
        let accounts = try FairBook.accounts.map { try sweep.figures(of: page.scope(accounts: [$0]), through: last).days }
        let symbols = try FairBook.symbols.map { try sweep.figures(of: page.scope(symbols: [$0]), through: last).days }
        let money = try sweep.figures(of: Scope(instruments: page.ledger.instruments.map { _ in false }, cash: true), through: last).days
        for place in whole.indices {
            func sum(_ parts: [[DayFigures]], _ figure: (DayFigures) -> FixedDecimal?) throws -> FixedDecimal {
                try parts.reduce(.zero) { try $0 + (figure($1[place]) ?? .zero) }
            }
            #expect(try sum(accounts, \.value) == whole[place].value)
            #expect(try sum(accounts, \.income) == whole[place].income)
            #expect(try sum(accounts, \.fees) == whole[place].fees)
            // Between accounts of one day everything cancels, since it arrives for what it left for.
            #expect(try sum(accounts, \.flow) == whole[place].flow, "\(whole[place].day)")
            var cash = FixedDecimal.zero
            for cashPosition in try page.ledger.cash(on: whole[place].day) {
                let rate = try #require(try sweep.rates.conversion(from: cashPosition.currency, to: sweep.currency, on: last))
                cash = try cash + rate.apply(cashPosition.balance)
            }
            #expect(try sum(symbols, \.value) + cash == whole[place].value, "\(whole[place].day)")
            // Instruments and cash are the whole: in worth, in what moved, and in what was earned and charged. Each part is converted and rounded
            // at the last digit by itself.
            let digits = FixedDecimal(units: Int128(symbols.count + 1))
            #expect(money[place].value == cash)
            for figure in [\DayFigures.flow, \.contribution, \.income, \.fees, \.taxes, \.currencyGain] {
                let parts = try sum(symbols + [money], { $0[keyPath: figure] })
                #expect(try (parts - whole[place][keyPath: figure]).magnitude <= digits, "\(whole[place].day)")
            }
        }
    }
}
