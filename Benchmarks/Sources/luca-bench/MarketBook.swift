import Foundation
import Values

/// Files of a book with quotes and rates, the same on every machine: accounts in three currencies, and shares of each currency.
///
/// Prices go a little up or down each weekday, rates likewise; a share is bought and sold in the two accounts of its currency, never more
/// of it than is there, and pays a dividend now and then.
struct MarketBook {
    static let currencies = ["EUR", "USD", "GBP"]
    static let classes = ["Growth", "Income", "Core", "Small"]
    static let instrumentCount = 40
    /// What returns are compared with; never held.
    static let benchmark = "INDEX"

    let first: Day
    let last: Day
    let activityCount: Int
    /// Where the files are.
    let folder: String

    var definitions: String { folder + "/define.lua" }
    var activities: String { folder + "/activities.csv" }
    var quotes: String { folder + "/quotes.csv" }
    var rates: String { folder + "/rates.csv" }

    /// Writes the files of so many years, unless they are there.
    init(years: Int, activities count: Int, in parent: String) throws {
        last = try Day("2023-12-29")
        first = try Day("2024-01-01").adding(years: -years)
        activityCount = count
        folder = "\(parent)/market-\(years)-\(count)"
        if FileManager.default.fileExists(atPath: folder + "/rates.csv") { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var random = Generator(state: UInt64(years))
        let days = (0...first.days(to: last)).map { Day(number: first.number + Int32($0)) }.filter { !$0.isWeekend }
        var closes = Walk(starts: (0...Self.instrumentCount).map { 2_000 + 371 * $0 }, step: 12)
        let walks = days.map { _ in closes.next(&random) }
        try write(Self.definition, to: "define.lua")
        try write(quotes(days, walks), to: "quotes.csv")
        try write(trades(days, walks, &random), to: "activities.csv")
        try write(rates(days, &random), to: "rates.csv")
    }

    static func symbol(_ place: Int) -> String { place == instrumentCount ? benchmark : "S" + (place < 10 ? "0" : "") + String(place) }
    static func currency(_ place: Int) -> String { currencies[place == instrumentCount ? 1 : place % 3] }

    private static var definition: String {
        var lines: [String] = []
        for currency in currencies {
            for letter in ["A", "B"] { lines.append("account{name='\(letter) \(currency)', currency='\(currency)', portfolio='\(letter)'}") }
        }
        for place in 0...instrumentCount {
            lines.append("instrument{symbol='\(symbol(place))', currency='\(currency(place))', class='\(classes[place % classes.count])'}")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func quotes(_ days: [Day], _ walks: [[Int]]) -> String {
        var lines = ["symbol,date,close,currency"]
        for place in 0...Self.instrumentCount {
            let (symbol, currency) = (Self.symbol(place), Self.currency(place))
            for (day, closes) in zip(days, walks) { lines.append("\(symbol),\(day),\(Self.cents(closes[place])),\(currency)") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// As the European Central Bank writes them, the newest first.
    private func rates(_ days: [Day], _ random: inout Generator) -> String {
        var walk = Walk(starts: [11_000, 8_600], step: 4)
        let lines = days.map { day in
            "\(day)," + walk.next(&random).map { "\($0 / 10_000).\(Self.padded($0 % 10_000, 4))" }.joined(separator: ",") + ","
        }
        return (["Date,USD,GBP,"] + lines.reversed()).joined(separator: "\n") + "\n"
    }

    private func trades(_ days: [Day], _ walks: [[Int]], _ random: inout Generator) -> String {
        var lines = ["date,type,account,symbol,quantity,price,fee,amount,currency"], held: [Int: Int] = [:]
        for number in 0..<activityCount {
            let at = number * days.count / activityCount, kind = random.next() % 20, place = Int(random.next() % UInt64(Self.instrumentCount))
            let (symbol, currency, price) = (Self.symbol(place), Self.currency(place), walks[at][place])
            let letter = random.next() % 2, account = (letter == 0 ? "A " : "B ") + currency, key = place * 2 + Int(letter)
            let some = 1 + Int(random.next() % 40), there = held[key, default: 0]
            if kind < 2 || number < 6 {
                let owner = number < 6 ? "\(number % 2 == 0 ? "A" : "B") \(Self.currencies[number / 2])" : account
                lines.append("\(days[at]),deposit,\(owner),,,,,\(number < 6 ? 500_000 : 1000 + some * 50),\(number < 6 ? Self.currencies[number / 2] : currency)")
            } else if kind < 4, there > 0 {
                lines.append("\(days[at]),dividend,\(account),\(symbol),,,,\(Self.cents(there * 7 + some)),\(currency)")
            } else if kind < 10, there > 1 {
                let sold = min(some, there - 1)
                held[key] = there - sold
                lines.append("\(days[at]),sell,\(account),\(symbol),\(sold),\(Self.cents(price)),1.50,\(Self.cents(sold * price - 150)),\(currency)")
            } else {
                held[key] = there + some
                lines.append("\(days[at]),buy,\(account),\(symbol),\(some),\(Self.cents(price)),1.50,\(Self.cents(-some * price - 150)),\(currency)")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cents(_ count: Int) -> String {
        (count < 0 ? "-" : "") + "\(Int(count.magnitude) / 100)." + padded(Int(count.magnitude) % 100, 2)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: width - digits.count) + digits
    }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
}

/// Numbers that go a little up or down at each step, and never near zero.
private struct Walk {
    private let starts: [Int]
    private var now: [Int]
    private let step: Int

    /// - Parameter step: the most of a change, in thousandths.
    init(starts: [Int], step: Int) { (self.starts, now, self.step) = (starts, starts, step) }

    mutating func next(_ random: inout Generator) -> [Int] {
        for place in now.indices {
            let change = Int(random.next() % UInt64(2 * step + 1)) - step
            now[place] = max(now[place] + now[place] * change / 1000, starts[place] / 4)
        }
        return now
    }
}
