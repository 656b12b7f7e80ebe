import FetchWire
import Foundation
import LuaKit
import LuaSurface
import Quotes
import Sandbox
import Storage
import TestSupport
import Testing
@testable import Scripting

/// What a stranger's script was allowed, and what becomes of it.
@Suite("Permissions of a stranger's script", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxPermissionTests {
    private let small: SandboxedBook
    private var folder: TemporaryFolder { small.folder }
    private var book: String { small.path }

    init() throws { small = try SandboxedBook() }

    private func run(_ script: String, _ options: [String] = []) throws -> BuiltProgram.Result { try small.run(script, options) }

    @Test("What it records by permission is a file of drafts that can be imported, and the book is as it was")
    func records() throws {
        let bytes = FileManager.default.contents(atPath: book)
        let script =
            "deposit{account='Savings', amount=5} deposit{account='Savings', amount=7, notes='a, b'} account{name='Other', currency='USD'} return cash{account='Savings'}[1].balance"
        let result = try run(script, ["--allow", "record"])
        #expect(result.code == 0 && result.errors.contains("script-drafts.csv") && result.errors.contains("left out"), "\(result)")
        #expect(FileManager.default.contents(atPath: book) == bytes)
        let rows = try String(contentsOfFile: folder.path + "/script-drafts.csv", encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 3 && rows[2].contains("\"a, b\""), "\(rows)")
        #expect(try run(script, ["--allow", "record"]).errors.contains("script-drafts-2.csv"))
        let imported = try BuiltProgram.run(["--book", book, "import", "--yes", "script-drafts.csv"], home: folder.path, environment: ["LUCA_TODAY": "2014-12-31"])
        #expect(imported.code == 0, "\(imported)")
        let session = try ScriptSession(at: book), drafts = "#activities{account='Savings', type='deposit', status='draft'}"
        #expect(try session.text(drafts) == "2")
        // What counts for nothing leaves no row of cash.
        #expect(try session.text("#cash{account='Savings'}") == "0")
        try session.run("for row in activities{status='draft'} do amend{id=row.id, status='posted'} end")
        #expect(try session.text(drafts) == "0" && session.text("cash{account='Savings'}[1].balance") == "12")
    }

    @Test("What changes an entry of the book or takes it back is no draft: to import the rest of it would count it twice")
    func amendments() throws {
        for script in ["amend{id=activities{}[1].id, notes='x'}", "void(activities{}[1].id)", "deposit{account='Savings', amount=5} amend{id=activities{}[1].id, notes='x'}"] {
            let result = try run(script, ["--allow", "record"])
            #expect(result.code == 126 && result.errors.contains("drafts can only add something"), "\(script): \(result)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasSuffix(".csv") })
        let own = try run("deposit{account='Savings', amount=5} local a = activities{} void(a[#a].id) deposit{account='Savings', amount=6}", ["--allow", "record"])
        #expect(own.code == 0, "\(own)")
        let odd = try run("deposit{account='Savings', amount=5} deposit{account='Savings', amount=5, notes='\\27[31m'}", ["--allow", "record"])
        #expect(odd.code == 126 && odd.errors.contains("in its activity 2"), "\(odd)")
    }

    @Test("A dry run writes nothing, whatever it is allowed")
    func dryRun() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/out", withIntermediateDirectories: false)
        let result = try run("cash{}:csv('out/x.csv')", ["--allow", "write=out", "--dry-run"])
        #expect(result.code == 126, "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/out").isEmpty)
    }

    @Test("What is no script is not read to its end")
    func endless() throws {
        let long = folder.path + "/long.lua"
        try String(repeating: "x=1\n", count: 1 << 21).write(toFile: long, atomically: true, encoding: .utf8)
        for path in ["/dev/zero", long] {
            let result = try BuiltProgram.run(["--book", book, "run", "--sandbox", path], home: folder.path)
            #expect(result.code == 1 && result.errors.contains("\(path) is longer than 4 MiB"), "\(result.errors.prefix(300))")
        }
    }

    @Test("A book that is not what this machine saw is told of, and a plain file in the place of an encrypted book is not read")
    func history() throws {
        func luca(_ arguments: [String]) throws -> BuiltProgram.Result { try BuiltProgram.run(["--book", book] + arguments, home: folder.path) }
        let before = try #require(FileManager.default.contents(atPath: book))
        #expect(try luca(["-e", "deposit{account='Savings', amount=5}"]).code == 0)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: book + suffix) }
        try before.write(to: URL(filePath: book))
        let result = try run("return 1")
        #expect(result.code == 0 && result.errors.contains("when it was last used here"), "\(result)")
    }

    @Test("Files are written into the folder that was allowed, and nowhere else")
    func writes() throws {
        let out = folder.path + "/out"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: out + "/link.csv", withDestinationPath: book)
        try FileManager.default.copyItem(atPath: book, toPath: out + "/copy.csv")
        try "mine".write(toFile: out + "/kept.csv", atomically: true, encoding: .utf8)
        let bytes = FileManager.default.contents(atPath: book)
        let good = try run("cash{}:csv('out/cash.csv') return cash{}:csv('again.csv')", ["--allow", "write=out"])
        #expect(good.code == 0, "\(good)")
        #expect(try String(contentsOfFile: out + "/cash.csv", encoding: .utf8).hasPrefix("account,"))
        #expect(try String(contentsOfFile: out + "/cash.csv", encoding: .utf8) == String(contentsOfFile: out + "/again.csv", encoding: .utf8))
        #expect(try FileManager.default.attributesOfItem(atPath: out + "/cash.csv")[.posixPermissions] as? Int == 0o600)
        let bad = [
            "out/x.sh", "out/Makefile", "out/x.csv.py", "out/x", "out/csv", "out/kept.csv", "out/../x.csv", "out/sub/x.csv", "/tmp/luca-x.csv", "other/x.csv", "out/.hidden",
            "out/link.csv", "out/copy.csv", "out/x.luca", "out/x-wal", "out/-rf.csv", "out/", "../x.csv",
        ]
        for path in bad {
            let result = try run("cash{}:csv('\(path)')", ["--allow", "write=out"])
            #expect(result.code != 0 && !result.errors.isEmpty, "\(path): \(result)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: out).sorted() == ["again.csv", "cash.csv", "copy.csv", "kept.csv", "link.csv"])
        #expect(try String(contentsOfFile: out + "/kept.csv", encoding: .utf8) == "mine")
        #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path)).isSubset(of: ["book.luca", "out", "script.lua"]))
        #expect(FileManager.default.contents(atPath: book) == bytes && FileManager.default.contents(atPath: out + "/copy.csv") == bytes)
        #expect(try run("cash{}:csv('out/x.csv')").code == 126)
        let nowhere = try run("return 1", ["--allow", "write=nothere"])
        #expect(nowhere.code == 1 && nowhere.errors.contains("write=nothere: there is no folder of that name"), "\(nowhere)")
        #expect(try run("return 1", ["--allow", "net=127.0.0.1"]).errors.contains("no machine of the public network"))
        let much = try run("for i = 1, 100 do cash{}:csv('x' .. i .. '.csv') end", ["--allow", "write=out", "--output-limit", "1K"])
        #expect(much.code == 126 && much.errors.contains("--output-limit"), "\(much)")
    }

    @Test("A script that asks in its head is not run before somebody allowed it, and is asked once for its very text")
    func consent() throws {
        let script = "-- allow: record\nreturn 1"
        let refused = try run(script)
        #expect(refused.code == 1 && refused.output.isEmpty && refused.errors.contains("--allow record"), "\(refused)")
        #expect(try run(script, ["--allow", "record"]).code == 0)
        #expect(try run("-- allow: everything\nreturn 1").errors.contains("record, write=FOLDER and net=HOST"))

        func talk(_ answer: String) throws -> (text: String, code: Int32) {
            let arguments = [BuiltProgram.path ?? "", "--book", book, "run", "--sandbox", folder.path + "/script.lua"]
            let terminal = try Terminal(arguments, environment: BuiltProgram.environment(home: folder.path))
            let text = try terminal.wait(for: "[y/N]")
            terminal.type("\(answer)\n")
            return (text, try terminal.exitCode())
        }
        try script.write(toFile: folder.path + "/script.lua", atomically: true, encoding: .utf8)
        let first = try talk("n")
        #expect(first.text.contains("is written into a file here") && first.code == 1)
        #expect(try talk("y").code == 0)
        #expect(try run(script).code == 0)
        #expect(try run(script + " + 1").code == 1)
    }

    /// Answers with the address that it was asked.
    private struct Echo: HTTPTransport {
        func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
            request.url.hasSuffix("/missing") ? .success(HTTPResponse(status: 404)) : .success(HTTPResponse(status: 200, body: Array(request.url.utf8)))
        }
    }

    @Test(
        "Only the host that was allowed is asked, and only by an encrypted connection",
        arguments: [
            ("https://api.example.com/a?b=c", true), ("https://API.example.com", true), ("https://api.example.com/missing", false), ("http://api.example.com/", false),
            ("https://example.com/", false), ("https://api.example.com.evil.com/", false), ("https://evil.com/https://api.example.com/", false),
            ("https://api.example.com@evil.com/", false),
            ("https://user@api.example.com/", false), ("https://api.example.com:8080/", false), ("https://api.example.com\\@evil.com/", false),
            ("https://api.example.com/\r\nX: y", false),
            ("file:///etc/passwd", false), ("https://", false),
        ])
    func network(address: String, isAsked: Bool) throws {
        let broker = SandboxBroker(try SandboxPermissions(["net=api.example.com"]), script: "a.lua", limits: SandboxLimits(), transport: Echo()) { false }
        let answer = broker.fulfil(.fetch(address: address))
        #expect((answer.problem == nil) == isAsked && (answer.bytes == Array(address.utf8)) == isAsked, "\(address): \(answer)")
    }

    /// Asks a server of this machine, by the program that asks the network, in the place of each host.
    private struct Local: HTTPTransport {
        let server: LoopbackServer
        let fetch = FetchProcess()

        func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
            guard request.isPublicOnly else { return .failure(TransportFailure(.badURL, "machines of one's own could be asked")) }
            var request = request
            (request.url, request.isPublicOnly) = (request.url.replacing("https://api.example.com", with: server.url), false)
            return fetch.send(request, isCancelled: isCancelled)
        }
    }

    @Test("A host that sends on is not followed, to itself or elsewhere, and that is told", arguments: [301, 302, 303, 307, 308])
    func redirected(status: Int) throws {
        let elsewhere = try LoopbackServer(paths: ["/": .whole(200, "secret")]), address = elsewhere.url
        let server = try LoopbackServer(paths: [
            "/": .whole(200, "here"), "/away": .whole(status, "", headers: ["Location: \(address)/"]), "/own": .whole(status, "", headers: ["Location: /"]),
        ])
        let broker = SandboxBroker(try SandboxPermissions(["net=api.example.com"]), script: "a.lua", limits: SandboxLimits(), transport: Local(server: server)) { false }
        #expect(broker.fulfil(.fetch(address: "https://api.example.com/")).bytes == Array("here".utf8))
        for path in ["away", "own"] {
            let answer = broker.fulfil(.fetch(address: "https://api.example.com/\(path)"))
            #expect(answer.bytes.isEmpty && answer.problem?.contains("\(status), which sends on") == true, "\(path): \(answer)")
        }
        #expect(elsewhere.requests.isEmpty && server.requests.map(\.path) == ["/", "/away", "/own"])
    }

    @Test("A file that came meanwhile under the name of one of the run's own is left, and so are further drafts")
    func replacing() throws {
        var files = SandboxFiles()
        let path = folder.path + "/a.csv"
        for text in ["one", "two"] { try files.write(Array(text.utf8), named: "a.csv", into: folder.path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "two")
        try FileManager.default.removeItem(atPath: path)
        // The other one is made before the number of the first is free again.
        try "mine".write(toFile: folder.path + "/b.csv", atomically: true, encoding: .utf8)
        try files.write(Array("three".utf8), named: "a.csv", into: folder.path)
        try FileManager.default.moveItem(atPath: path, toPath: folder.path + "/c.csv")
        try FileManager.default.moveItem(atPath: folder.path + "/b.csv", toPath: path)
        #expect(throws: SandboxRefusal.self) { try files.write(Array("four".utf8), named: "a.csv", into: folder.path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix(".") }.isEmpty)
    }

    @Test("A run keeps one file of drafts")
    func drafts() throws {
        let script = folder.path + "/\(UUID().uuidString)", name = "\(script.split(separator: "/").last ?? "")-drafts"
        defer { for number in ["", "-2"] { try? FileManager.default.removeItem(atPath: "\(name)\(number).csv") } }
        let broker = SandboxBroker(try SandboxPermissions(["record"]), script: script, limits: SandboxLimits(), transport: Echo()) { false }
        #expect(broker.fulfil(.record(rows: "date\n")).problem == nil)
        #expect(broker.fulfil(.record(rows: "date\n")).problem?.contains("one file of drafts") == true)
        #expect(broker.drafts == "\(name).csv" && !FileManager.default.fileExists(atPath: "\(name)-2.csv"))
    }

    @Test("What is allowed is the folder that a name means where it was asked, and no other of that name")
    func places() throws {
        let memory = folder.path + "/memory", link = folder.path + "/out"
        var asked: [String] = []
        for name in ["one", "two"] { try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false) }
        for place in ["one", "two", "one"] {
            try? FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder.path)/\(place)")
            let allowed = try SandboxConsent(memory: memory).permissions(of: "-- allow: write=\(link)\nreturn 1", named: "a.lua", given: SandboxPermissions()) { question in
                asked.append(question)
                return true
            }
            #expect(allowed.folders == [link])
        }
        let real = try #require(realpath(folder.path, nil).map { String(cString: $0) })
        #expect(asked.count == 2 && asked[0].contains("\(real)/one") && asked[1].contains("\(real)/two"), "\(asked)")
    }

    @Test("What was not allowed is not done, however it is asked")
    func refused() throws {
        let broker = SandboxBroker(SandboxPermissions(), script: "a.lua", limits: SandboxLimits(), transport: Echo()) { false }
        for wish in [SandboxWish.fetch(address: "https://a.example.com/"), .record(rows: "date\n"), .write(folder: folder.path, name: "x", bytes: [])] {
            #expect(broker.fulfil(wish).problem != nil)
        }
        #expect(try run("return script.fetch('https://a.example.com/')").code == 126)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains("x") == false)
    }

    /// Answers when it is told to stop, and never before.
    private struct Silent: HTTPTransport {
        func send(_ request: HTTPRequest, isCancelled: () -> Bool) -> Result<HTTPResponse, TransportFailure> {
            while !isCancelled() { usleep(1000) }
            return .failure(TransportFailure(.cancelled, "the request was cancelled"))
        }
    }

    @Test("A wish that is never answered does not outlive Ctrl-C")
    func interrupted() throws {
        var request = SandboxRequest(name: "a.lua", text: "return script.fetch('https://api.example.com/')")
        request.permissions = try SandboxPermissions(["net=api.example.com"])
        // Once the script has asked, somebody presses Ctrl-C.
        var isAsked = false
        let isStopped = { isAsked }
        let broker = SandboxBroker(request.permissions, script: "a.lua", limits: request.limits, transport: Silent(), isStopped: isStopped)
        var process = SandboxProcess(request)
        process.isStopped = isStopped
        process.fulfil = { wish in
            isAsked = true
            return broker.fulfil(wish)
        }
        let session = try ScriptSession(at: book)
        let outcome = try session.runtime.requireBook().withImage { process.run(on: $0) }
        #expect(outcome.ending == .interrupted && isAsked, "\(outcome)")
    }

    @Test("Asking for ever ends")
    func often() throws {
        let result = try run("for i = 1, 600 do cash{}:csv('x.csv') end", ["--allow", "write=\(folder.path)", "--time", "20"])
        #expect(result.code == 126 && result.errors.contains("500 times"), "\(result)")
    }
}

@Suite("sandbox in Lua", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxFunctionTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    @Test(
        "It runs a text on the book, with what the running act has recorded",
        arguments: [
            ("sandbox('return #activities{}')", "2\n"), ("(function() deposit{account='Savings', amount=5} return sandbox('return #activities{}') end)()", "3\n"),
            ("sandbox('print(...)', {arguments={'a', 2}})", "a\t2\n"), ("sandbox('return 1', {time='10', memory='64M', output='10K'})", "1\n"), ("sandbox('')", ""),
            ("sandbox(function() return #activities{} end)", "2\n"),
            ("sandbox(function(a, ...) print(a, ...) return select('#', ...) end, {arguments={'a', 2, ''}})", "a\t2\t\n2\n"),
            ("sandbox(function() local function f(n) return n < 2 and 1 or n * f(n - 1) end return f(10) end)", "3628800\n"), ("sandbox(function() end)", ""),
            ("(function() mine = 1 return sandbox(function() return rawget(_G, 'mine') == nil end) end)()", "true\n"),
            ("#sandbox(load(('x = 1 '):rep(20000) .. 'return (\"y\"):rep(9)'))", "10"),
        ])
    func runs(source: String, text: String) throws { #expect(try session.text(source) == text) }

    @Test(
        "What goes wrong is an error that a script can catch",
        arguments: [
            ("sandbox('while true do end', {time='200ms'})", "limit", "time=\"400ms\""), ("sandbox('error(\"x\")')", "error", "sandbox:1: x"),
            ("(function() local secret = 5 return sandbox(function() return secret end) end)()", "argument", "secret"),
            ("(function() local f = function() return 1 end return sandbox(function() return f() end) end)()", "argument", "arguments={f}"),
            (
                "(function() local _ENV = {} return function() return x end end)() and sandbox((function() local _ENV <const> = {} return function() return x end end)())",
                "argument", "_ENV"
            ),
            ("sandbox(print)", "argument", "luca's own"), ("sandbox(holdings)", "argument", "luca's own"), ("sandbox({})", "argument", "or a function"),
            ("sandbox(string.rep)", "argument", "luca's own"), ("sandbox(function() while true do end end, {time='200ms'})", "limit", "time=\"400ms\""),
            ("sandbox(function()\n\nerror('x') end)", "error", "3: x"), ("sandbox(function() deposit{account='Savings', amount=1} end)", "read_only", "allow={\"record\"}"),
            ("sandbox('return io.x')", "unknown_name", "io"), ("sandbox('quit(3)')", "sandbox", "code 3"), ("sandbox('sync()')", "sandbox", "network"),
            ("sandbox('return 1', {tme=1})", "argument", "tme"), ("sandbox('return 1', {time='x'})", "argument", "10ms"),
            ("sandbox('return 1', {allow={'all'}})", "argument", "record"),
            ("sandbox('-- allow: record\\nreturn 1')", "sandbox", "asks for more"), ("sandbox(\"return sandbox('return 1')\")", "sandbox", "no other"),
            ("script.sandbox('/dev/zero')", "file", "longer than 4 MiB"), ("script.sandbox('missing.lua')", "file", "missing.lua"),
            ("script.fetch('https://a.example.com/')", "sandbox", "not allowed"),
        ])
    func fails(source: String, kind: String, text: String) throws {
        let failure = try session.failure(source)
        #expect(failure.kind == kind && "\(failure.message) \(failure.hint ?? "")".contains(text), "\(failure.kind) \(failure.message) \(failure.hint ?? "")")
        #expect(try session.text("pcall(function() return \(source) end) == false, #activities{}") == "true, 2")
    }
}
