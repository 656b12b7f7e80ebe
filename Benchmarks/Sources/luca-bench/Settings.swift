import Foundation

/// How to measure, from the command line and the environment.
struct Settings: Sendable {
    /// Timed turns of each subject; the median counts.
    var runs = 9
    /// Names of the groups to run; empty for all.
    var groups: [String] = []
    /// The program that writes books of any size for luca and its peers, where there is one: `LUCA_BOOK_GENERATOR`, or else
    /// `../shared/bench/gen_book.py` beside the folder this is run in. Groups that need it are skipped without it.
    var bookGenerator: String?
    /// The whole history of the euro's reference rates, a CSV in a zip, where `LUCA_SHARED` or `../shared` holds it.
    var euroRates: String?
    /// The built program, for groups that run it: `LUCA_PROGRAM`.
    var program: String?

    static let usage = """
        usage: bin/bench [--runs N] [GROUP ...]
        groups: \(allGroups.map(\.name).joined(separator: " "))
        """

    struct UsageError: Error {
        let message: String
    }

    init(arguments: [String], environment: [String: String]) throws(UsageError) {
        let generator = environment["LUCA_BOOK_GENERATOR"] ?? "../shared/bench/gen_book.py"
        bookGenerator = FileManager.default.fileExists(atPath: generator) ? generator : nil
        let rates = (environment["LUCA_SHARED"] ?? "../shared") + "/data/ecb/eurofxref-hist.zip"
        euroRates = FileManager.default.fileExists(atPath: rates) ? rates : nil
        program = environment["LUCA_PROGRAM"]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--runs" {
                guard let text = rest.popFirst(), let count = Int(text), count > 0 else {
                    throw UsageError(message: "--runs needs a count, such as --runs 9")
                }
                runs = count
            } else if allGroups.contains(where: { $0.name == argument }) {
                groups.append(argument)
            } else {
                throw UsageError(message: "there is no group \"\(argument)\"")
            }
        }
    }
}
