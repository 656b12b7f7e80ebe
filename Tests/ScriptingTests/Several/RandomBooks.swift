import LuaKit
import LuaSurface
import TestSupport

@testable import Scripting

/// Random books, as Lua that fills an empty one.
enum RandomBooks {
    /// Accounts in one or two currencies, two instruments, money, trades, dividends, prices, rates and a goal, on random days of some years.
    static func source(_ random: inout SeededRandom) -> String {
        let currencies = ["EUR", "USD", "GBP"].shuffled(using: &random)
        let own = currencies[0], other = currencies[Int.random(in: 0...1, using: &random)]
        var lines = [
            "setting('base_currency', '\(own)')", "account{name='Broker', currency='\(own)', owner='Ada', portfolio='Home'}",
            "account{name='\(random.chance(oneIn: 2) ? "Savings" : "Konto")', currency='\(other)', type='deposit'}",
            "instrument{symbol='ORCL', currency='\(own)', kind='stock'}", "instrument{symbol='VTI', currency='\(other)', kind='etf'}",
            "deposit{account='Broker', amount=50000, date='2011-01-03'}", "tag{symbol='ORCL', tag='tech'}", "goal{name='House', amount=5000, by='2030-12-31'}",
        ]
        var units = 0
        for year in 2011...2013 {
            for month in stride(from: 1, through: 12, by: Int.random(in: 1...5, using: &random)) {
                let day = "\(year)-\(month < 10 ? "0" : "")\(month)-\(Int.random(in: 10...28, using: &random))"
                let price = "\(Int.random(in: 11...40, using: &random)).\(Int.random(in: 0...99, using: &random))"
                let count = Int.random(in: 1...9, using: &random)
                switch Int.random(in: 0...5, using: &random) {
                case 0 where units > count:
                    lines.append("sell{account='Broker', symbol='ORCL', quantity=\(count), price=\(price), fee=1, date='\(day)'}")
                    units -= count
                case 1: lines.append("dividend{account='Broker', symbol='ORCL', amount=\(price), tax=1, date='\(day)'}")
                case 2: lines.append("fee{account='Broker', amount=\(count), date='\(day)'}")
                case 3: lines.append("quote{symbol='ORCL', date='\(day)', close=\(price)}")
                case 4: lines.append("rate{from='EUR', to='USD', date='\(day)', rate=1.\(count)}")
                default:
                    lines.append("buy{account='Broker', symbol='ORCL', quantity=\(count), price=\(price), date='\(day)'}")
                    units += count
                }
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Every function of the registry that takes `book`, as a call without arguments of its own, and such with some.
    static var questions: [(name: String, arguments: String)] {
        let names = Modules.all.flatMap(\.functions).filter { $0.parameters.contains { $0.name == "book" } }.map(\.name)
        let further = [
            ("holdings", "base='EUR'"), ("gains", "year=2012"), ("cash", "on='2012-06-30'"), ("activities", "account='Konto'"), ("snapshots", "every='year', by='account'"),
            ("returns", "year=2012"), ("snapshots", "every='quarter', base='USD'"), ("income", "tag='tech'"), ("explain", "account='Broker', symbol='ORCL'"),
        ]
        return names.map { ($0, "") } + further
    }

    /// A question as Lua, of the current book or, with names, of several.
    static func call(_ question: (name: String, arguments: String), of books: String? = nil) -> String {
        if question.name == "sql" {
            let text = "select type, count(*) as n, max(quantity) as most, max(tax) as tax from all_activities group by type order by type"
            return "sql('\(text)', {}\(books.map { ", \($0)" } ?? ""))"
        }
        let arguments = [question.arguments, books.map { "book=\($0)" } ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        return "\(question.name){\(arguments)}"
    }
}
