import Foundation
import TestSupport
import Values

/// Books that generators in Python write at random; most need nothing but Python itself.
enum BookGenerators {
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Books")

    /// Whether there is Python.
    static let canBeWritten = FileManager.default.isExecutableFile(atPath: python)

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a generator, by the Python that is told; what it prints.
    @discardableResult
    static func write(_ generator: String, _ arguments: [String], by python: String? = nil) throws -> String {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments) = (URL(filePath: python ?? Self.python), [folder.appending(path: generator).path] + arguments)
        (process.standardOutput, process.standardError) = (output, errors)
        // What they share is compiled in memory alone, and leaves nothing beside them.
        process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data(), complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(description: String(decoding: complaint.suffix(2000), as: UTF8.self)) }
        return String(decoding: text, as: UTF8.self)
    }
}

/// Figures of a book by what they are of, such as `cash Alpha USD`; what is zero is none.
struct BookFigures {
    private(set) var values: [String: FixedDecimal] = [:]

    init() {}

    /// What luca says: cash, lots by the day on which they were opened with units and cost, and what was gained by what was sold on a day.
    init(_ session: ScriptSession) throws { try self.init(told: session.text(Self.lines)) }

    /// What is told in lines, each a name, a tab and a figure.
    init(told lines: String) throws {
        for line in lines.split(separator: "\n") {
            let sides = line.split(separator: "\t")
            if sides.count == 2 { try add(String(sides[0]), Self.decimal(String(sides[1]))) }
        }
    }

    /// The figures whose names pass.
    func filtered(_ passes: (String) -> Bool) -> BookFigures {
        var figures = BookFigures()
        figures.values = values.filter { passes($0.key) }
        return figures
    }

    /// What beancount says of a file.
    init(beancount path: String, _ words: String...) throws {
        for line in try words.isEmpty ? Beancount.lines(ofFile: path) : Beancount.lines(ofFile: path, words[0]) {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "lot", "gain":
                let place = "\(words[1]) \(words[2]) \(words[3]) \(words[6])"
                try add("\(words[0]) units \(place)", FixedDecimal(words[4]))
                try add("\(words[0]) cost \(place)", Self.decimal(words[5]))
            case "gained": try add("gained \(words[1]) \(words[2])", Self.decimal(words[3]))
            default: if words[1] != "Leave" { try add("cash \(words[1]) \(words[2])", Self.decimal(words[3])) }
            }
        }
    }

    /// A number with more digits than luca keeps, without these.
    private static func decimal(_ text: String) throws -> FixedDecimal {
        guard let point = text.firstIndex(of: ".") else { return try FixedDecimal(text) }
        return try FixedDecimal(text[..<(text.index(point, offsetBy: FixedDecimal.scale + 1, limitedBy: text.endIndex) ?? text.endIndex)])
    }

    mutating func add(_ key: String, _ value: FixedDecimal) throws { values[key] = try (values[key] ?? .zero) + value }

    /// What differs by more than a trifle, in the kinds asked for; costs by more than is told.
    func differences(from other: BookFigures, of kinds: [String] = ["cash", "lot", "gain"], cost tolerance: FixedDecimal = trifle) -> [String] {
        Set(values.keys).union(other.values.keys).sorted().compactMap { key in
            guard kinds.contains(where: { key.hasPrefix($0 + " ") }) else { return nil }
            let one = values[key] ?? .zero, two = other.values[key] ?? .zero, most = key.contains(" cost ") ? tolerance : Self.trifle
            guard let difference = try? one - two, difference.magnitude <= most else { return "\(key): \(one) and \(two)" }
            return nil
        }
    }

    /// What is left over by the last digits of parts of a cost.
    static let trifle = FixedDecimal(units: FixedDecimal.unitsPerOne / 1_000_000)

    private static let lines = """
        local sums, order = {}, {}
        local function number(n) return (tostring(n):gsub("[^0-9.%-]", "")) end
        local function add(key, n)
            if not sums[key] then
                sums[key] = D"0"
                order[#order + 1] = key
            end
            -- What came in at a cost that nobody knows has none.
            if n then sums[key] = sums[key] + n end
        end
        for l in lots{} do
            local place = ("%s %s %s %s"):format(l.account, l.symbol, l.opened, l.currency)
            add("lot units " .. place, l.remaining)
            add("lot cost " .. place, l.cost_basis)
            add(("held %s %s"):format(l.account, l.symbol), l.remaining)
        end
        for g in gains{} do
            local place = ("%s %s %s %s"):format(g.closed, g.account, g.symbol, g.currency)
            add("gain units " .. place, g.quantity)
            add("gain cost " .. place, g.cost_basis)
            add(("gained %s %s"):format(g.symbol, g.currency), g.gain)
        end
        for c in cash{} do add(("cash %s %s"):format(c.account, c.currency), c.balance) end
        for place, key in ipairs(order) do order[place] = key .. "\\t" .. number(sums[key]) end
        return table.concat(order, "\\n")
        """
}
