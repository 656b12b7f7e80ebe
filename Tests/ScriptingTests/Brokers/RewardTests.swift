import Foundation
import TestSupport
import Testing

@Suite("Rewards in files of brokers")
struct RewardTests {
    private func session(_ name: String, _ change: (String) -> String = { $0 }) throws -> (ScriptSession, path: String, TemporaryFolder) {
        let folder = try TemporaryFolder(), path = "\(folder.path)/\(name).csv"
        try change(String(contentsOfFile: "\(BrokerFile.folder)/\(name).csv", encoding: .utf8)).write(toFile: path, atomically: true, encoding: .utf8)
        return (try BrokerFile.session(), path, folder)
    }

    private let reward =
        "local t = {} for r in activities{} do if r.subtype == 'staking_reward' then t[#t + 1] = r.quantity .. ' ' .. r.symbol .. ' for ' .. r.amount .. ' ' .. r.currency end end return table.concat(t, ', ')"

    @Test("Units of which nothing tells the worth are refused with what to do, and are worth the price that the book has, or nothing where that is said")
    func asked() throws {
        let (session, path, folder) = try session("kraken")
        defer { _ = folder }
        try session.run("v = import{path='\(path)', partial=true}")
        let message = try session.text("v:where{verdict='refused'}[1].message")
        #expect(message.contains("what 0.01 DOT were worth on 2025-04-13 stands in no column") && message.contains("price DOT 12.50 on 2025-04-13"), "\(message)")
        try session.run("quote{symbol='DOT', date='2025-04-10', close=4} import('\(path)')")
        #expect(try session.text(reward) == "0.01 DOT for 0.04 EUR")
        let (other, same, second) = try self.session("kraken")
        defer { _ = second }
        try other.run("import{path='\(same)', types={['earn reward']='transfer_in'}}")
        #expect(try other.text("activities{type='transfer_in'}[1].quantity, #activities{}") == "0.01, 7")
    }

    @Test("A worth in dollars counts for a coin that is held in euros by the rate of its day")
    func dollars() throws {
        let (session, path, folder) = try session("kraken") { text in
            text.replacing("\"balance\"\n", with: "\"balance\",\"amountusd\"\n").replacing("5.0100000000\n", with: "5.0100000000,0.06\n")
        }
        defer { _ = folder }
        try session.run("rate{from='USD', to='EUR', date='2025-04-11', rate=0.5} import('\(path)')")
        #expect(try session.text(reward) == "0.01 DOT for 0.03 EUR")
    }

    @Test("Coinbase's price tells what less than a cent was worth; without it the row is refused")
    func coinbase() throws {
        let (session, path, folder) = try session("coinbase") { $0.replacing("€2000.00,€0.20,€0.20,€0.00,", with: "€20.00,€0.00,€0.00,€0.00,") }
        defer { _ = folder }
        try session.run("import('\(path)')")
        #expect(try session.text(reward) == "0.0001 ETH for 0.002 EUR")
        let (other, bare, second) = try self.session("coinbase") { $0.replacing("€2000.00,€0.20,€0.20,€0.00,", with: ",,,,") }
        defer { _ = second }
        try other.run("v = import{path='\(bare)', partial=true}")
        #expect(try other.text("v:where{verdict='refused'}[1].message").contains("0.0001 ETH were worth"))
    }

    @Test("Shares that Revolut gives are units at their price; without a sum or units the row is refused")
    func revolut() throws {
        let rows = "2025-06-04T09:00:00.000Z,QZB,REWARD,0.5,USD 10.00,,USD,1.1\n"
        let (session, path, folder) = try session("revolut") { $0.trimmingCharacters(in: .newlines) + "\n" + rows }
        defer { _ = folder }
        try session.run("import('\(path)')")
        #expect(try session.text(reward) == "0.5 QZB for 5 USD")
        let (other, bare, second) = try self.session("revolut") {
            $0.trimmingCharacters(in: .newlines) + "\n" + rows.replacing("QZB", with: "").replacing("0.5,USD 10.00", with: ",")
        }
        defer { _ = second }
        try other.run("v = import{path='\(bare)', partial=true}")
        #expect(try other.text("v:where{verdict='refused'}[1].message").contains("its amount is missing"))
    }
}
