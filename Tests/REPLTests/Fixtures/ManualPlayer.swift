import Foundation
import LuaSurface
import Scripting
import Session
import TestSupport
import Values
@testable import REPL

/// The pages of the source whose sessions are played: the README, the manual and what else lies in `docs`.
enum ManualFile {
    /// The top of the source.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The pages, from the top of the source.
    static let all: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/docs")) ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    }()

    static func text(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
}

/// Plays the sessions of a page as a reader would type them, in a folder of their own.
///
/// What begins a line of a block of code tells what it is:
/// - `luca> ` and `  ... ` stand before what is typed at the prompt;
/// - `$ luca demo` and `$ luca NAME.luca`, with a day or without, open a prompt, which all blocks go on in up to the next such line;
/// - `$ cat NAME` shows a file, which then lies in the folder;
/// - `$` stands before any other line for the shell.
///
/// Pictures that a session writes into the folder `pictures` are those of `docs/pictures`.
///
/// The other lines are what came of it. A block with neither stays as it is.
final class ManualPlayer {
    /// As wide as a terminal is, less the two columns by which help sets sessions in.
    private static let width = 78
    private static let pictures = "pictures"

    private let folder: TemporaryFolder
    private let output = RecordedOutput()
    private var runtime: Runtime?
    private var session: ShellSession?

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/" + Self.pictures, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/scripts", withDestinationPath: ManualFile.folder + "/scripts")
    }

    deinit { runtime?.close() }

    /// The pictures that the sessions so far have written into the folder `pictures`, by name.
    func pictures() throws -> [String: String] {
        let folder = folder.path + "/" + Self.pictures
        return try Dictionary(
            uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder).map { ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) })
    }

    /// The page with every session in it as it would be printed now.
    func played(page text: String) throws -> String {
        var result: [String] = [], block: [String] = [], isInside = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("```") {
                if isInside { result += try played(block) }
                result.append(line)
                block = []
                isInside.toggle()
            } else if isInside {
                block.append(line)
            } else {
                result.append(line)
            }
        }
        return result.joined(separator: "\n")
    }

    /// A block's lines: those typed stay, what was printed below them is printed anew.
    func played(_ block: [String]) throws -> [String] {
        guard let first = block.firstIndex(where: Self.isTyped) else { return block }
        var lines = Array(block[..<first]), rest = block[first...]
        while let line = rest.popFirst() {
            let printed = Array(rest.prefix { !Self.isTyped($0) })
            rest = rest.dropFirst(printed.count)
            lines += try played(line, printed)
        }
        return lines
    }

    private static func isTyped(_ line: String) -> Bool { ["luca> ", "  ... ", "$ "].contains { line.hasPrefix($0) } }

    /// A line that is typed, and what comes of it; `printed` is what stands there.
    private func played(_ line: String, _ printed: [String]) throws -> [String] {
        if line.hasPrefix("$ cat ") {
            try show(String(line.dropFirst(6)), printed)
            return [line] + printed
        }
        if let opening = line.wholeMatch(of: /\$ luca (?<book>demo|[\w-]+\.luca)(?: --today (?<today>\S+))?/) {
            try open(String(opening.book), today: opening.today.map(String.init))
            return [line]
        }
        if line.hasPrefix("$ ") { return try [line] + (run(String(line.dropFirst(2))) ?? printed) }
        guard let session else { throw ManualMistake(line: line) }
        let typed = session.prompt + line.dropFirst(6)
        session.feed(String(line.dropFirst(6)))
        return [typed] + lines(of: output.take())
    }

    private func show(_ name: String, _ lines: [String]) throws {
        try (lines.joined(separator: "\n") + "\n").write(toFile: "\(folder.path)/\(name)", atomically: true, encoding: .utf8)
    }

    private func open(_ book: String, today: String?) throws {
        runtime?.close()
        var configuration = Runtime.Configuration()
        configuration.today = try today.map { try Day($0) }
        configuration.machine = MachineSettings(path: "\(folder.path)/settings")
        var seconds: Int64 = 0
        configuration.clock = {
            seconds += 1
            return Instant(microseconds: 1_767_222_000_000_000 + seconds * 1_000_000)
        }
        let opened = try Runtime(configuration)
        // What a page writes lies in the folder too.
        opened.base(pathsOn: folder.path)
        runtime = opened
        if book == "demo" {
            try opened.openMemoryBook(named: "demo")
            try opened.fillDemoBook()
        } else {
            try opened.openBook(at: "\(folder.path)/\(book)")
        }
        let started = ShellSession(RuntimeInterpreter(opened), output: output, display: Display(), isInteractive: true)
        started.feed(".width \(Self.width)")
        _ = output.take()
        session = started
    }

    /// What a line of the shell prints; nil where luca's program is not built beside the tests.
    private func run(_ command: String) throws -> [String]? {
        guard let program = BuiltProgram.path else { return nil }
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.environment = BuiltProgram.environment(home: folder.path + "/home")
        process.environment?["PATH"] = URL(filePath: program).deletingLastPathComponent().path + ":/usr/bin:/bin"
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return lines(of: text)
    }

    /// The lines printed, without the spaces that fill the last column and without the folder, which a reader does not have.
    private func lines(of text: String) -> [String] {
        text.replacing(folder.path + "/", with: "").split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// A page types something before it opened a book.
struct ManualMistake: Error {
    let line: String
}
