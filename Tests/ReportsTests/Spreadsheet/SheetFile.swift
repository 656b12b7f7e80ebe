import Foundation
import Messages
import TestSupport
import Workbooks

/// The program that writes workbooks, run beside the tests.
enum SheetFile {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// The program, in the folder of the tests.
    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "luca-sheet").path

    /// The file of a workbook, and what the program says of it.
    static func written(_ workbook: Workbook) throws -> (bytes: Data, warnings: [String]) {
        var request: [UInt8] = []
        workbook.write { request += $0 }
        let (answer, file) = try answered(request)
        switch answer {
        case .file(_, let warnings): return (file, warnings)
        case .failure(let reason): throw Failed(description: reason)
        }
    }

    /// The answer to a request, and what stands behind it.
    static func answered(_ request: [UInt8]) throws -> (SheetAnswer, Data) {
        let folder = try TemporaryFolder(), path = folder.path + "/request"
        try Data(request).write(to: URL(filePath: path))
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: program)
        process.standardInput = FileHandle(forReadingAtPath: path)
        process.standardOutput = output
        process.environment = ["PATH": "/usr/bin:/bin"]
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard let (answer, count) = SheetAnswer.first(of: bytes) else { throw Failed(description: "no answer, exit code \(process.terminationStatus)") }
        let file = Data(bytes.dropFirst(count))
        if case .file(let byteCount, _) = answer, byteCount != file.count { throw Failed(description: "\(file.count) bytes came of \(byteCount)") }
        return (answer, file)
    }
}

/// A workbook as Python's openpyxl reads it.
struct ReadWorkbook: Decodable {
    struct Sheet: Decodable {
        let name: String
        /// By address: what it is (number, text, day, instant, truth), the value, its format, and its formula or nothing.
        let cells: [String: Cell]
        let frozen: String
        let filter: String
        let repeated: String
        let paper: Int?
        let landscape: Bool
        let footer: String
        let charts: [String]
        let colours: [String]
        /// The columns that are hidden.
        let folded: [String]

        /// What a cell is, or "nothing".
        func kind(_ address: String) -> String { cells[address]?.kind ?? "nothing" }
        func text(_ address: String) -> String { cells[address]?.value ?? "" }
        func formula(_ address: String) -> String { cells[address]?.formula ?? "" }
        func number(_ address: String) -> Double? { cells[address].flatMap { $0.kind == "number" ? Double($0.value) : nil } }
        /// The address of the first cell with this text.
        func address(of text: String) -> String? { cells.filter { $0.value.value == text }.keys.sorted().first }
    }

    struct Cell: Decodable, Equatable {
        let kind: String
        let value: String
        let format: String
        let formula: String

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            kind = try list.decode(String.self)
            value = kind == "truth" ? String(try list.decode(Bool.self)) : try list.decode(String.self)
            format = try list.decode(String.self)
            formula = try list.decode(String.self)
        }
    }

    let title: String?
    let created: String
    let sheets: [Sheet]

    /// Whether Python has the module.
    static let isPossible = (try? SystemCommand.output(python, ["-c", "import openpyxl"])) != nil
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"

    /// Reads the bytes of a file.
    init(_ bytes: Data) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/book.xlsx"
        try bytes.write(to: URL(filePath: path))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/cells.py").path
        self = try JSONDecoder().decode(Self.self, from: try SystemCommand.output(Self.python, [script, path]))
    }

    func sheet(_ name: String) throws -> Sheet {
        guard let sheet = sheets.first(where: { $0.name == name }) else { throw SheetFile.Failed(description: "no sheet \(name) among \(sheets.map(\.name))") }
        return sheet
    }
}

/// A command of the system.
enum SystemCommand {
    /// What it prints; its complaint where it fails.
    static func output(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments, process.standardOutput, process.standardError) = (URL(filePath: program), arguments, output, errors)
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data(), complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw SheetFile.Failed(description: String(decoding: complaint.suffix(2000), as: UTF8.self)) }
        return bytes
    }
}
