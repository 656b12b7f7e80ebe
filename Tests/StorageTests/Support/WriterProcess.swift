import Foundation

/// A run of the program `BookWriter`, which records in a book from another process.
final class WriterProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    /// Where the program was built: beside the tests.
    static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "BookWriter").path

    /// Starts it, by itself or by way of another program, such as `unshare`.
    init(_ arguments: [String], through program: String = WriterProcess.path) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        Self.ignoresBrokenPipes
        try process.run()
    }

    /// The next line of its output; `nil` at the end.
    func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileHandleForReading.fileDescriptor, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Gives it a line to read; does nothing where it has ended, as its output will tell.
    func send(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count) }
    }

    /// A process that ended must not end the tests.
    private static let ignoresBrokenPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    /// Kills it as a power failure would, and returns the rest of its output.
    func kill() -> [String] {
        Foundation.kill(process.processIdentifier, SIGKILL)
        return finish()
    }

    func closeInput() { try? input.fileHandleForWriting.close() }

    /// Ends its input, waits for its end, and returns the rest of its output.
    func finish() -> [String] {
        closeInput()
        let rest = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: rest, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs it to its end and returns its output.
    static func run(_ arguments: [String], through program: String = WriterProcess.path) throws -> [String] {
        try WriterProcess(arguments, through: program).finish()
    }
}
