import Foundation

/// How to measure, from the command line and the environment.
struct Settings: Sendable {
    /// Timed turns of each subject; the median counts.
    var runs = 9
    /// Names of the groups to run; empty for all.
    var groups: [String] = []
    /// Whether books of ten million activities are measured too, which takes minutes and gigabytes.
    var isLarge = false
    /// Where the record of the run is written.
    var record: String?
    /// The record of an earlier run to compare with.
    var earlier: String?
    /// By how many hundredths a row may change before it counts as slower or faster.
    var margin = 25
    /// The program that writes books of any size for luca and its peers: `LUCA_BOOK_GENERATOR`, or else `Reference/generate_book.py`. Groups that need it are
    /// skipped without it, or without Python.
    var bookGenerator: String?
    /// The whole history of the euro's reference rates, a CSV in a zip, where `LUCA_SHARED` or `../shared` holds it.
    var euroRates: String?
    /// The built program, for groups that run it: `LUCA_PROGRAM`.
    var program: String?
    /// A folder with more programs than `PATH` finds, in which peers are looked for first: `LUCA_PEERS`.
    var peerFolder: String?
    /// Where programs are looked for: `PATH`.
    var path = ""

    static let usage = """
        usage: bin/bench [--runs N] [--large] [--json FILE] [--compare OLD.json [--margin PERCENT]] [GROUP ...]
        groups: \(allGroups.map(\.name).joined(separator: " "))
        """

    struct UsageError: Error {
        let message: String
    }

    init(arguments: [String], environment: [String: String]) throws(UsageError) {
        let generator = environment["LUCA_BOOK_GENERATOR"] ?? referenceFile("generate_book.py")
        bookGenerator = FileManager.default.fileExists(atPath: generator) && findProgram("python3", in: environment["PATH"] ?? "") != nil ? generator : nil
        let rates = (environment["LUCA_SHARED"] ?? "../shared") + "/data/ecb/eurofxref-hist.zip"
        euroRates = FileManager.default.fileExists(atPath: rates) ? rates : nil
        program = environment["LUCA_PROGRAM"]
        peerFolder = environment["LUCA_PEERS"]
        path = environment["PATH"] ?? ""
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--runs": runs = try Self.count(after: argument, &rest)
            case "--margin": margin = try Self.count(after: argument, &rest)
            case "--large": isLarge = true
            case "--json": record = try Self.file(after: argument, &rest)
            case "--compare": earlier = try Self.file(after: argument, &rest)
            default:
                guard allGroups.contains(where: { $0.name == argument }) else { throw UsageError(message: "there is no group \"\(argument)\"") }
                groups.append(argument)
            }
        }
    }

    private static func count(after option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Int {
        guard let text = rest.popFirst(), let count = Int(text), count > 0 else { throw UsageError(message: "\(option) needs a count, such as \(option) 9") }
        return count
    }

    private static func file(after option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String {
        guard let path = rest.popFirst(), !path.hasPrefix("-") else { throw UsageError(message: "\(option) needs a file, such as \(option) bench.json") }
        return path
    }
}
