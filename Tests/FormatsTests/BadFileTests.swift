import Ledger
import Testing
import Values

@testable import Formats

/// One wrong file for each thing that can be wrong with a file as a whole, and the sentence that it gets.
@Suite("Files that are refused as a whole")
struct BadFileTests {
    @Test(
        "Each gets a sentence",
        arguments: [
            ("", "f.csv: the file is empty (download or export it again, and look whether it is the right one)"),
            ("\n\n  \n", "f.csv: the file is empty (download or export it again, and look whether it is the right one)"),
            ("a\u{0}b,c\n", "f.csv: the file is no text (it holds NUL bytes, which no text has)"),
            ("PK\u{3}\u{4}rest", "f.csv: the file is no text (it is a zip archive or an Excel workbook: unpack it, or save the sheet as CSV)"),
            ("luca locked book\u{0}", "f.csv: the file is no text (it is an encrypted book of luca, which is opened, not imported)"),
            ("%PDF-1.4", "f.csv: the file is no text (it is a PDF: ask your broker for a CSV export)"),
            (
                "2014-01-02,deposit,A,,,,,5,USD,\n",
                "f.csv:1: the file has no header line (its first line should name the columns, such as date,type,account,symbol,quantity,price,fee,amount,currency,notes)"
            ),
            (
                "dat,typ,amout\n2014-01-02,deposit,5\n",
                "f.csv:1: the header has no column for date and amount or quantity and price (\"dat\" may be meant to be \"date\", \"amout\" may be meant to be \"amount\")"
            ),
            (
                "foo,bar\nx,y\n",
                "f.csv:1: the header names no column that is known (columns={[\"Heading\"]=\"date\"} tells what a column is, and learn=true asks for all of them; the formats are transactions, prices, daily-prices, ecb-rates, accounts, instruments, values, family-tracker, portfolio-ledger, reserve-accounts, reserve-history, wealthfolio, portfolio-performance-csv, yahoo-portfolio, google-portfolio)"
            ),
            (
                "ISIN;WKN;Ticker Symbol;Security Name;Currency;Note\n;;SAP.DE;SAP SE;EUR;\n",
                "f.csv:1: this is a list of securities for Portfolio Performance (import the files of transactions, whose rows name the securities; "
                    + "instrument{symbol=\"…\", name=\"…\"} defines one that has none)"
            ),
            (
                "Date;Quote\n2024-06-28;75\n",
                "f.csv:1: these are quotes of a security, and the file does not tell of which "
                    + "(say columns={Quote=\"close\"}, and its symbol and currency: symbol=\"…\", currency=\"…\")"
            ),
            ("date,type,amount,amount\n2014-01-02,deposit,5,5\n", "f.csv: amount: the header names it twice, as columns 3 and 4 (rename one of them)"),
            (
                header + "2014-01-02,deposit,A,,,,,5,USD,\"open\n2014-01-03,deposit,A,,,,,5,USD,\n",
                "f.csv:2: a quote opened on this line is never closed (a quote within a quoted field is written twice)"
            ),
            (
                header + "3/5/2014,deposit,A,,,,,5,USD,\n",
                "f.csv:2: date: 3/5/2014 may be day-month-year or month-day-year, and no date of the file tells which (say date_order=\"dmy\" or date_order=\"mdy\")"
            ),
            (
                header + "2014-01-02,deposit,A,,,,,\"1,234\",USD,\n",
                "f.csv:2: 1,234 may have thousands or three decimals, and no number of the file tells which (say decimal_mark=\"point\" or \"comma\")"
            ),
        ])
    func sentence(_ text: String, _ expected: String) {
        do throws(ImportIssue) {
            let plan = try plan(text, ImportOptions(fileName: "folder/f.csv"))
            Issue.record("it was read: \(plan.verdicts.map(\.message))")
        } catch {
            #expect(error.description == expected)
        }
    }

    @Test("A trade of nothing at no price is left out, as a program writes that reminds of one")
    func nothing() throws {
        let plan = try plan(header + "2014-01-02,deposit,A,,,,,5,USD,\n2014-01-03,buy,A,X,0,0,,,USD,\n")
        #expect(plan.refusedCount == 0 && plan.verdicts.count(.skipped) == 1 && plan.newInstruments.isEmpty, "\(plan.refusals)")
    }

    @Test("A header alone is an empty import, not a mistake") func headerOnly() throws {
        let plan = try plan(header)
        #expect(plan.verdicts.isEmpty && plan.activities.isEmpty)
        #expect(plan.notices(.noRows) == ["the file has a header and no rows"])
    }

    @Test("Told options settle what the file leaves open") func told() throws {
        let dates = header + "3/5/2014,deposit,A,,,,,5,USD,\n"
        #expect(try plan(dates, ImportOptions(dateOrder: .dmy)).activities[0].date == day("2014-05-03"))
        #expect(try plan(dates, ImportOptions(dateOrder: .mdy)).activities[0].date == day("2014-03-05"))
        let numbers = header + "2014-01-02,deposit,A,,,,,\"1,234\",USD,\n"
        #expect(try plan(numbers, ImportOptions(decimalMark: .point)).activities[0].amount == decimal("1234"))
        #expect(try plan(numbers, ImportOptions(decimalMark: .comma)).activities[0].amount == decimal("1.234"))
        #expect(throws: ImportIssue.self) { try plan(header, ImportOptions(format: "transaction")) }
        #expect(throws: ImportIssue.self) { try plan(header, ImportOptions(delimiter: "\"")) }
    }

    @Test("Trades without a column of types are not taken for prices") func trades() {
        #expect(throws: ImportIssue.self) { try plan("Date,Symbol,Shares,Price\n2014-01-02,X,10,5\n") }
        #expect(throws: ImportIssue.self) { try plan("Date,Shares,Price\n2014-01-02,10,5\n", ImportOptions(symbol: "X")) }
    }

    @Test("A column that is not used is told, with what it may have been meant for") func unusedColumns() throws {
        let plan = try plan("date,type,account,amount,sybmol,Mood\n2014-01-02,deposit,A,5,,fine\n")
        #expect(plan.notices(.unusedColumn) == ["column \"sybmol\" is not used; did you mean \"symbol\"?", "column \"Mood\" is not used"])
    }
}

/// One wrong row for each thing that can be wrong with a row, and the sentence that it gets.
@Suite("Rows that are refused")
struct BadRowTests {
    @Test(
        "Each gets a sentence",
        arguments: [
            ("2014-13-45,deposit,A,,,,,5,USD,", "2: date: there is no day 2014-13-45 (the dates of this file are year-month-day)"),
            ("yesterday,deposit,A,,,,,5,USD,", "2: date: \"yesterday\" is no date (write it as 2014-03-05)"),
            (",deposit,A,,,,,5,USD,", "2: date: the date is missing"),
            ("2014-01-02 25:61,deposit,A,,,,,5,USD,", "2: date: \"2014-01-02 25:61\" has no readable time of day (write it as 14:30 or 14:30:00)"),
            ("2014-01-02,deposit,A,,,,,five,USD,", "2: amount: \"five\" is no number"),
            ("2014-01-02,deposit,A,,,,,12.3.4,USD,", "2: amount: \"12.3.4\" is no number (the decimal mark of this file is the comma)"),
            ("2014-01-02,deposit,A,,,,,0.1234567890123456789,USD,", "2: amount: 0.1234567890123456789 has more than 18 decimals (round it to 18)"),
            ("2014-01-02,deposit,A,,,,,1e30,USD,", "2: amount: 1e30 is too large for a decimal"),
            ("2014-01-02,dividnd,A,X,,,,5,USD,", "2: type: \"dividnd\" is no type of activity (did you mean \"dividend\"?)"),
            (
                "2014-01-02,frobnicate,A,X,,,,5,USD,",
                "2: type: \"frobnicate\" is no type of activity (the types are buy, sell, split, deposit, withdrawal, transfer_in, transfer_out, dividend, interest, credit, fee, tax, adjustment, unknown, price; types={[\"frobnicate\"]=\"buy\"} tells what a word means, \"skip\" leaves it out)"
            ),
            (
                "2014-01-02,,A,X,,,,5,USD,",
                "2: type: the type is missing (buy, sell, deposit …; a row that is none, such as one of totals, may be deleted, or partial=true imports the others)"
            ),
            ("2014-01-02,deposit,,,,,,5,USD,", "2: account: the account is missing (say account=\"…\" for rows without one)"),
            ("2014-01-02,buy,A,,10,5,,-50,USD,", "2: symbol: a buy needs a symbol"),
            ("2014-01-02,dividend,A,,,,,5,USD,", "2: symbol: a dividend needs a symbol"),
            ("2014-01-02,price,,,,5,,,USD,", "2: symbol: a price needs a symbol"),
            ("2014-01-02,price,,X,,,,,USD,", "2: price: the price is missing"),
            ("2014-01-02,price,,X,,-5,,,USD,", "2: price: a price of -5 is none (leave out days without a price)"),
            ("2014-01-02,buy,A,X,,5,,-50,USD,", "2: quantity: a buy needs a quantity"),
            ("2014-01-02,buy,A,X,10,,,,USD,", "2: price: a buy needs a price or an amount"),
            ("2014-01-02,buy,A,X,0,5,,0,USD,", "2: quantity: the quantity of a buy cannot be zero"),
            ("2014-01-02,buy,A,X,-10,5,,50,USD,", "2: quantity: a buy of -10 units would be a sale (its type is \"sell\")"),
            ("2014-01-02,buy,A,X,10,-5,,-50,USD,", "2: price: a price cannot be below zero (the type tells whether it is bought or sold)"),
            ("2014-01-02,deposit,A,,,,,,USD,", "2: amount: a deposit needs an amount"),
            ("2014-01-02,deposit,A,,,,,0,USD,", "2: amount: the amount of a deposit cannot be zero"),
            ("2014-01-02,deposit,A,,,,,-5,USD,", "2: amount: a deposit cannot be below zero (its type is \"withdrawal\")"),
            ("2014-01-02,transfer_in,A,,,,,-5,USD,", "2: amount: a transfer in cannot be below zero (its type is \"transfer_out\")"),
            (
                "2014-01-02,buy,A,X,51,369.74,9.99,-18866.72,USD,",
                "2: amount: -18866.72 is not -(51 × 369.74) - 9.99 = -18866.73 (if the price is rounded, rounded_prices=true takes the amount as it stands)"
            ),
            ("2014-01-02,sell,A,X,10,5,1,48,USD,", "2: amount: 48 is not 10 × 5 - 1 = 49"),
            ("2014-01-02,sell,A,X,10,5,1,50.00,USD,", "2: amount: 50.00 is not 10 × 5 - 1 = 49 (it leaves out the charges: columns={[\"amount\"]=\"gross\"} says so)"),
            ("2014-01-02,sell,A,X,10,5,1,-49,USD,", "2: amount: a sell brings cash, so its amount is above zero (the amount is the change of the account's cash)"),
            (
                "2014-01-02,buy,A,X,100,250,,-250.00,GBP,",
                "2: amount: -250.00 is not -(100 × 250) = -25000 (the price seems to be in hundredths, such as pence: its currency would be GBp)"
            ),
            ("2014-01-02,fee,A,,,,3,-5,USD,", "2: amount: the amount -5 is not the fee 3 (a fee has one figure; leave one of them out)"),
            ("2014-01-02,deposit,A,X,,,,5,USD,", "2: symbol: a deposit has no symbol (it is of the account alone)"),
            ("2014-01-02,deposit,A,,,,,5,US$,", "2: currency: \"US$\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
            (
                "2014-01-02,deposit,A,,,,,5,UDS,",
                "2: currency: no currency \"UDS\" is known; did you mean \"USD\"? (one of your own is declared with currency{code=\"UDS\", name=\"…\", digits=2})"
            ),
            ("2014-01-02,deposit,A,,,,,5 EUR,USD,", "2: amount: it is in EUR, but the row is in USD (give each row the currency of its figures)"),
            ("2014-01-02,deposit,A", "2: it has 3 of the 10 fields that the header names (a field may be empty, but its delimiter must be there)"),
            ("2014-01-02,deposit,A,,,,,5,USD,,extra", "2: it has 11 fields, but the header names 10 (a field that holds commas must be quoted)"),
            ("2014-01-02;deposit;A;;;;;5;USD;", "2: it has 1 of the 10 fields that the header names (it is parted by semicolons, the header by commas)"),
            ("2014-01-02,deposit,\"A\" B,,,,,5,USD,", "2: text follows a closing quote (a quote within a quoted field is written twice)"),
            (
                "2014-01-02,buy,A,X,99999999999999999999,9999999999999999999,,-5,USD,",
                "2: amount: the figures are too large: 99999999999999999999 * 9999999999999999999 is beyond the largest decimal, 170141183460469231731.687303715884105727"
            ),
        ])
    func sentence(_ text: String, _ expected: String) throws {
        let plan = try row(text)
        #expect(plan.refusals.map { $0.description.hasPrefix("line ") ? String($0.description.dropFirst(5)) : $0.description } == [expected])
        #expect(plan.activities.isEmpty && plan.quotes.isEmpty)
        #expect(plan.newAccounts.isEmpty && plan.newInstruments.isEmpty)
        #expect(plan.verdicts.map(\.outcome) == [.refused])
    }

    @Test("Unknown names are refused where nothing may be defined") func create() throws {
        let context = ImportContext(
            accounts: [Account(name: "Brokerage", currency: .usd)], instruments: [Instrument(symbol: "ORCL", currency: .usd)], baseCurrency: .usd)
        let options = ImportOptions(create: false)
        let account = try row("2014-01-02,deposit,Brokrage,,,,,5,USD,", options, context: context)
        #expect(account.refusals.map(\.description) == ["line 2: account: the book has no account \"Brokrage\" (did you mean \"Brokerage\"?)"])
        let symbol = try row("2014-01-02,buy,Brokerage,ORLC,1,5,,-5,USD,", options, context: context)
        #expect(symbol.refusals.map(\.description) == ["line 2: symbol: the book has no symbol ORLC (did you mean \"ORCL\"?)"])
        #expect(try row("2014-01-02,buy,brokerage,orcl,1,5,,-5,USD,", options, context: context).notices(.nameCase).count == 2)
        let new = try row("2014-01-02,deposit,Brokrage,,,,,5,USD,", context: context)
        #expect(new.notices(.newAccount) == ["account \"Brokrage\" is new, in USD; the nearest that the book has is \"Brokerage\""])
        #expect(new.activities[0].account == AccountID(2))
    }

    @Test("A day after today cannot have been posted") func future() throws {
        let context = ImportContext(baseCurrency: .usd, today: day("2014-01-01"))
        #expect(try row("2014-01-02,deposit,A,,,,,5,USD,", context: context).refusals.map(\.kind) == [.futureDate])
        #expect(try plan("date,type,account,amount,status\n2014-01-02,deposit,A,5,pending\n", context: context).refusedCount == 0)
    }

    @Test("What a file says cannot move a terminal's cursor, nor fill a page") func hostile() throws {
        let long = String(repeating: "x", count: 5000)
        let plan = try plan(
            header + "2014-01-02,\u{1B}[31mred,A,,,,,5,USD,\n2014-01-02,\(long),A,,,,,5,USD,\n2014-01-02,deposit,\"A\u{7}\nB\",,,,,5,USD,\n2014-01-02,deposit,\(long),,,,,5,USD,\n")
        #expect(plan.refusals.map(\.kind) == [.unknownType, .unknownType, .badName, .badName])
        #expect(plan.refusals.allSatisfy { !$0.description.unicodeScalars.contains { $0.properties.generalCategory == .control } })
        #expect(plan.refusals.allSatisfy { $0.description.count < 500 })
    }

    @Test("Good rows beside bad ones keep their verdicts") func mixture() throws {
        let plan = try plan(header + "2014-01-02,deposit,A,,,,,5,USD,\n2014-01-03,deposit,B,,,,,x,USD,\n2014-01-04,deposit,A,,,,,6,USD,\n")
        #expect(plan.refusedCount == 1)
        #expect(plan.verdicts.map(\.outcome) == [.add, .refused, .add])
        #expect(plan.activities.map(\.amount) == [decimal("5"), decimal("6")])
        #expect(plan.newAccounts.map(\.name) == ["A"])
        #expect(plan.verdicts[1].message == "amount: \"x\" is no number")
    }

    @Test("A control character at the end of a name refuses the row; blanks, tabs and line ends around it do no harm", arguments: ["\u{7}", "\u{1B}", "\u{B}", "\u{C}"])
    func controlCharacters(mark: String) throws {
        for text in ["2024-01-02,deposit,\(mark)Cash,,,,,5,USD,", "2024-01-02,deposit,Cash\(mark),,,,,5,USD,", "2024-01-02,buy,Cash,VTI\(mark),1,5,,,USD,"] {
            let plan = try row(text)
            #expect(plan.refusals.map(\.kind) == [.badName], "\(plan.refusals)")
            #expect(plan.newAccounts.isEmpty && plan.newInstruments.isEmpty)
        }
        let plan = try row("2024-01-02,deposit,\" \tCash\r\n\",,,,,5,USD,")
        #expect(plan.refusedCount == 0 && plan.newAccounts.map(\.name) == ["Cash"])
    }

    @Test(
        "A text in JSON that no other program could read is refused with its line",
        arguments: [
            #"{"tiers":[{"name":"a\u0000","accounts":[]}]}"#, #"{"tiers":[{"name":"a\ud800b","accounts":[]}]}"#,
            #"{"instruments":[],"transactions":[{"notes":"a\u0000"}]}"#, #"{"instruments":[],"transactions":[{"notes":"\udc00"}]}"#,
        ])
    func badTextInJSON(text: String) {
        let issue = #expect(throws: ImportIssue.self) { try plan(text) }
        #expect(issue?.kind == .badJSON && issue?.line == 1)
    }

    @Test("A file whose first quote is never closed says so, and is not called empty")
    func openFirstQuote() {
        let text = "\"Date,Type,Amount\n2026-01-02,deposit,5\n"
        let issue = #expect(throws: ImportIssue.self) { try plan(text) }
        #expect(issue?.kind == .unterminatedQuote && issue?.line == 1, "\(String(describing: issue))")
        let other = #expect(throws: ImportIssue.self) { try TableRecords(Array(text.utf8), ImportOptions()) }
        #expect(other?.kind == .unterminatedQuote && other?.line == 1, "\(String(describing: other))")
    }
}
