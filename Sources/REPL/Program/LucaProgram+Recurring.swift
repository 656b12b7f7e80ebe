import Scripting
import Values

extension LucaProgram {
    /// The exit code that says that nothing was due.
    private static let nothingDue: Int32 = 3

    /// Shows or posts what recurring rules have due, each day of a rule as an act of its own, with a line as soon as it is kept.
    public func recurring(_ request: RecurringRequest, _ options: LaunchOptions) -> Int32 {
        if let path = options.book, !FilePaths.exists(path) {
            Launcher.report(Failure(kind: "no_book", message: "there is no book \(path)", hint: "name one that has rules with --book PATH"), options)
            return 1
        }
        return withSession(options, isDryRun: request.isDryRun) { interpreter in
            guard request.isDryRun else { return try carryOut(request, interpreter) }
            return try interpreter.runtime.leavingNothing("dry run of recurring rules") { try carryOut(request, interpreter) }
        }
    }

    private func carryOut(_ request: RecurringRequest, _ interpreter: RuntimeInterpreter) throws -> Int32 {
        let runtime = interpreter.runtime, before = try runtime.recurringPosted()
        for script in request.scripts { try runtime.runScriptFile(script, arguments: []) }
        if request.task == .list {
            interpreter.output(try runtime.recurringList())
            return 0
        }
        let output = StandardOutput(), byScripts = try request.scripts.isEmpty ? [] : runtime.recurringPosted().subtracting(before).sorted()
        for line in byScripts { output.tell(line + "\n") }
        let isDry = request.isDryRun || request.task == .due
        let run = try runtime.runRecurring(to: request.to.map { try Day($0) }, isDry: isDry) { output.tell($0 + "\n") }
        for failure in run.failures { output.remark("error: \(failure)\n") }
        if !run.failures.isEmpty { return 1 }
        if run.posted + byScripts.count > 0 { return 0 }
        if !request.isQuiet { output.write("nothing is due\n") }
        return Self.nothingDue
    }
}
