import Foundation
import TestSupport
import Testing

@Suite("The network and the command line", .enabled(if: BuiltProgram.path != nil))
struct NetworkOptionsTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> BuiltProgram.Result {
        try BuiltProgram.run(["--book", home.path + "/t.luca", "--no-init"] + arguments, home: home.path, environment: environment)
    }

    @Test("--offline and LUCA_OFFLINE=1 ask nobody, in whichever way luca is started")
    func offline() throws {
        let server = try LoopbackServer(paths: [:])
        let address = ["LUCA_YAHOO_URL": server.url]
        try "provider.search('x')".write(toFile: home.path + "/s.lua", atomically: true, encoding: .utf8)
        let commands = [["-e", "sync{}"], ["-e", "search x"], ["run", home.path + "/s.lua"]]
        for command in commands {
            for result in try [run(command + ["--offline"], address), run(command, address.merging(["LUCA_OFFLINE": "1"]) { $1 })] {
                #expect(result.code == 1 && result.errors.contains("luca was started offline"), "\(result)")
            }
        }
        #expect(server.requests.isEmpty)
        let asked = try run(["-e", "search x"], address.merging(["LUCA_OFFLINE": "0"]) { $1 })
        #expect(asked.code == 1 && server.requests.count == 1, "\(asked)")
    }

    @Test("Without the program that asks the network it is told what is missing and how to get it, at once")
    func noFetcher() throws {
        let alone = home.path + "/luca"
        // By a program of its own: a file that this one has just written may be open still in a child that another test is about to start, and
        // what somebody has open for writing cannot be run.
        let copying = try Process.run(URL(filePath: "/bin/cp"), arguments: [#require(BuiltProgram.path), alone])
        copying.waitUntilExit()
        let process = Process(), errors = Pipe()
        process.executableURL = URL(filePath: alone)
        process.arguments = ["--book", home.path + "/t.luca", "--no-init", "-e", "provider.search('x')"]
        process.environment = BuiltProgram.environment(home: home.path)
        process.standardError = errors
        try process.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        #expect(text.contains("the program \(alone)-fetch, which asks the network for luca, is missing or cannot be started"), "\(text)")
        #expect(text.contains("install luca anew with bin/install"), "\(text)")
    }

    @Test("A slow sync tells on the terminal how far it is, and takes the line away when Ctrl-C ends it; the book is as it was")
    func progress() throws {
        let server = try LoopbackServer { request in
            request.path.hasSuffix("/SLOW") ? .silent : YahooPage([("2025-12-30", "7")]).answer
        }
        let environment = BuiltProgram.environment(home: home.path)
            .merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_YAHOO_URL": server.url]) { $1 }
        let terminal = try Terminal([try #require(BuiltProgram.path), "--no-init", home.path + "/t.luca"], environment: environment)
        try terminal.wait(for: "luca> ")
        terminal.type("instrument{symbol='QUICK', currency='USD'} instrument{symbol='SLOW', currency='USD'} return 'defined'\n")
        try terminal.wait(for: "'defined'\n")
        try terminal.wait(for: "luca> ")
        terminal.type("sync{symbol={'QUICK', 'SLOW'}}\n")
        try terminal.wait(for: "syncing 1 of 2, QUICK")
        terminal.type("\u{3}")
        try terminal.wait(for: "interrupted")
        try terminal.wait(for: "luca> ")
        #expect(terminal.raw.contains("\r\u{1B}[K"))
        terminal.type("#quotes{}\n")
        try terminal.wait(for: "\n0\n")
        terminal.type("sync QUICK\n")
        try terminal.wait(for: "ok")
        try terminal.wait(for: "luca> ")
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }
}
