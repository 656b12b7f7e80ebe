import Foundation

/// What a run measured, as `--json` writes it and `--compare` reads it. Benchmarks/README.md describes the file.
struct Record: Codable {
    /// Raised where an older reader would take a figure for another.
    static let currentFormat = 1

    var format = currentFormat
    let measuredAt: Date
    let machine: Machine
    /// Timed turns of each subject.
    let runs: Int
    var groups: [GroupRecord]

    struct Machine: Codable {
        let processors: Int
        let model: String
    }

    struct GroupRecord: Codable {
        let name: String
        /// The seconds that a fixed piece of work took before the group ran: how fast the machine was just then.
        let yardstick: Double
        /// Why the group has no rows.
        var skipped: String?
        var rows: [RowRecord]
    }

    struct RowRecord: Codable {
        let what: String
        /// Nil where it could not be measured.
        let measured: Double?
        /// seconds, bytes, instructions or exponent.
        let unit: String?
        let reference: String?
        let referenceMeasured: Double?
        /// Whether the reference is luca itself.
        let isReferenceOwn: Bool?
        let ratio: Double?
        /// The budget, in the unit of what is measured.
        let budget: Double?
        /// The budget, as so many times the reference.
        let budgetRatio: Double?
        let isWithin: Bool
    }
}

extension Record.RowRecord {
    init(_ row: Row) {
        (what, measured, unit) = (row.what, row.measured?.value, row.measured?.unit)
        (reference, referenceMeasured, isReferenceOwn) = (row.reference?.name, row.reference?.measured.value, row.reference?.isOwn)
        (ratio, isWithin) = (row.ratio, row.isWithin)
        switch row.budget {
        case .most(let quantity): (budget, budgetRatio) = (quantity.value, nil)
        case .times(let factor): (budget, budgetRatio) = (nil, factor)
        case nil: (budget, budgetRatio) = (nil, nil)
        }
    }
}

extension Record.Machine {
    /// The one this runs on.
    static var here: Record.Machine {
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        let model = line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return Record.Machine(processors: ProcessInfo.processInfo.activeProcessorCount, model: model ?? "unknown")
    }
}

extension Record {
    /// Reads what an earlier run wrote.
    init(contentsOf path: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let data = FileManager.default.contents(atPath: path) else { throw BenchError(message: "\(path) cannot be read") }
        do {
            self = try decoder.decode(Record.self, from: data)
        } catch {
            throw BenchError(message: "\(path) is no record of bin/bench --json: \(error)")
        }
        guard format == Self.currentFormat else { throw BenchError(message: "\(path) has format \(format); this bench reads format \(Self.currentFormat)") }
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: path))
    }
}
