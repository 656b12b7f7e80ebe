internal import CLuca
import LiveView
import LuaKit
import LuaSurface
import Reports
import Scripting
import Session
internal import Synchronization
import Values
import ViewWire

/// The pages of `luca view`: a report each, rendered by what renders them as files. Nothing that a report records stays.
final class ViewPages {
    private let runtime: Runtime
    /// The report of the first page, and its arguments as typed.
    private let first: (name: String, arguments: [String])
    private let watch: BookWatch?
    /// The seconds that a page may take.
    private let limit: Int
    private let abandonment: Abandonment

    /// Pages of a session; the first shows a report with arguments as a command line gives them.
    ///
    /// - Parameter limit: the seconds that a page may take.
    init(_ runtime: Runtime, first name: String, _ arguments: [String], limit: Int) {
        (self.runtime, first, self.limit) = (runtime, (name, arguments), limit)
        watch = runtime.book.map(BookWatch.init)
        abandonment = Abandonment(runtime.lua)
    }

    /// Stops the page that is being made, which nobody waits for any more; may come from any thread.
    var abandon: @Sendable () -> Void { { [abandonment] in abandonment.ask() } }

    /// Stops what makes a page, while one is made. What is asked before or after is not kept, so that it stops no other page: it is asked again.
    // Asking a state to stop is all that is done with it from other threads, which it allows.
    private final class Abandonment: @unchecked Sendable {
        private let lua: LuaState
        private let isMaking = Mutex(false)

        init(_ lua: LuaState) { self.lua = lua }

        func ask() { isMaking.withLock { if $0 { lua.interrupt() } } }

        func making<Result>(_ body: () throws -> Result) rethrows -> Result {
            isMaking.withLock { $0 = true }
            defer {
                isMaking.withLock { $0 = false }
                lua.forgetInterrupt()
            }
            return try body()
        }
    }

    /// Whether the book has changed since this was last asked.
    func hasChanged() -> Bool { watch?.hasChanged() ?? false }

    /// The page for an address: `/` the first report, `/NAME` another one, whose arguments stand behind a question mark.
    func page(_ request: ViewRequest) -> ViewPage {
        let name = request.path == "/" ? first.name : String(request.path.dropFirst())
        guard runtime.reportList.contains(name) else {
            let near = Suggestion(for: name, in: runtime.reportList)?.question ?? "there are \(runtime.reportList.joined(separator: ", "))"
            return .sentence("There is no report \(name); \(near)", status: 404)
        }
        // Options of the command line, such as those that write files, are none of a page.
        if let option = request.query.first(where: { $0.name.hasPrefix("-") }) {
            return .sentence("\(option.name) is for the command line; a page takes the arguments of its report, as in ?year=2014", status: 400)
        }
        let arguments = request.path == "/" && request.query.isEmpty ? first.arguments : request.query.map { "\($0.name)=\($0.value)" }
        do {
            let (page, status) = try page(name, arguments, server(of: request, showing: name, arguments))
            return ViewPage(status: status, securityPolicy: page.contentSecurityPolicy, body: page.bytes)
        } catch { return .sentence("The page of \(name) could not be made: \(error)", status: 500) }
    }

    /// The page of a report and its status code; what goes wrong is the page else, so that it is there when it is mended.
    private func page(_ name: String, _ arguments: [String], _ server: PageServer) throws -> (page: HTMLPage, status: UInt16) {
        let failed: Report, status: UInt16
        do {
            // Limited is all that may ask Lua for something: the report, the columns of its tables, and what is shown of them.
            runtime.lua.limitTime(.seconds(limit))
            defer { runtime.lua.limitTime(nil) }
            do { return (try abandonment.making { try runtime.page(of: report(name, arguments), server: server) }, 200) } catch {
                // What cannot be made without arguments either is no fault of the address.
                (failed, status) = (explained(error, of: name), runtime.lua.isPastDeadline ? 503 : arguments.isEmpty ? 500 : 400)
            }
        }
        return (try runtime.page(of: failed, server: server), status)
    }

    /// What a report gives.
    private func report(_ name: String, _ arguments: [String]) throws -> Report {
        try runtime.leavingNothing("view of \(name)") {
            let report = try runtime.report(of: runtime.runReport(name, arguments: arguments).first ?? .none, titled: name)
            // What it shows is worked out while the book stands as the report saw it: what is left for later could not be read any more.
            try report.settle()
            return report
        }
    }

    /// Why there is no page of a report, as a report.
    private func explained(_ error: any Error, of name: String) -> Report {
        if runtime.lua.isPastDeadline { return Report(title: name, sections: [], notes: Self.late(limit)) }
        let failure = Failure(error, in: runtime)
        return Report(title: name, sections: [], notes: [failure.message] + (failure.hint.map { [$0] } ?? []))
    }

    /// What is told of a page that took longer than so many seconds.
    static func late(_ limit: Int) -> [String] {
        let words = "This page took longer than \(limit) \(limit == 1 ? "second" : "seconds"), so it was stopped.", longest = ViewRequestOptions.longestLimit
        let longer = limit < longest ? ", or give it longer: luca view --limit \(min(limit * 4, longest))" : "."
        return [words, "Ask for less of the book\(longer)"]
    }

    /// The links to the other reports, and where the page hears of changes. What a page is narrowed to, the pages behind its links are too, as far as they can be.
    private func server(of request: ViewRequest, showing name: String, _ arguments: [String]) -> PageServer {
        let told = runtime.reportArguments(name, arguments).map { ViewRequest.Parameter(name: $0.name, value: $0.value) }
        let links = runtime.reportList.map { other in
            let kept = told.filter { runtime.report(other, takes: $0.name) }
            return PageServer.Link(title: other.replacing("_", with: " "), address: request.prefix + other + ViewRequest.suffix(of: kept), isCurrent: other == name)
        }
        return PageServer(events: request.eventsPath, links: links)
    }
}

/// Reports shown in a browser: `luca view [REPORT] [ARGUMENTS]`.
public struct ViewRequestOptions: Sendable, Equatable {
    /// The report of the first page; nil for the dashboard.
    public var name: String?
    /// Its arguments as typed: values and `name=value`.
    public var arguments: [String]
    /// The port of the loopback interface; 0 lets the system choose one.
    public var port: UInt16
    /// The seconds that a page may take.
    public var limit: Int

    /// The most seconds that a page may be given: a day.
    public static let longestLimit = 86_400
    /// The seconds that a page may take where nobody says.
    public static let usualLimit = 30

    /// A request.
    public init(name: String?, arguments: [String], port: UInt16 = 0, limit: Int = usualLimit) {
        (self.name, self.arguments, self.port, self.limit) = (name, arguments, port, limit)
    }
}

extension LucaProgram {
    /// Serves reports to browsers of this machine until Ctrl-C: `luca view [REPORT]`.
    public func view(_ request: ViewRequestOptions, _ options: LaunchOptions) -> Int32 {
        SessionStarter(options).runOnExistingBook { interpreter in
            let runtime = interpreter.runtime, arguments: [String], name: String
            // What is no name is of the dashboard: a year, a day, or an argument with its name.
            if let word = request.name, !Runtime.isTime(word), !word.contains("="), !word.hasPrefix("-") {
                (name, arguments) = (word, request.arguments)
            } else {
                (name, arguments) = ("dashboard", (request.name.map { [$0] } ?? []) + request.arguments)
            }
            // What is misspelt is told at once, as luca report tells it.
            try runtime.checkReportArguments(name, arguments)
            let pages = ViewPages(runtime, first: name, arguments, limit: request.limit)
            // Ctrl-C is counted from here on: a page may have received it, and nobody else hears of it then.
            luca_signals_reset()
            do throws(ViewFailure) {
                try ViewServer(port: request.port).serve(
                    announce: { StandardOutput().tell("\(name) is at \($0)\nIt is shown to this machine alone, and anew when the book changes. Ctrl-C ends it.\n") },
                    render: pages.page, abandon: pages.abandon, hasChanged: pages.hasChanged, isStopped: { luca_signals_count() > 0 || LuaState.isInterrupted })
            } catch { throw Failure(kind: "view", message: error.message) }
            return 0
        }
    }
}
