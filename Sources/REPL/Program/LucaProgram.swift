/// The program as it is built.
public struct LucaProgram {
    /// The program of this process.
    public init() {}

    private func refuse(_ options: LaunchOptions) -> Int32 {
        Launcher.report(Self.missing, options)
        return 1
    }

    private static let missing = Failure(kind: "build", message: "this build has no interpreter")
}

extension LucaProgram: Program {
    /// Opens the book.
    public func start(_ options: LaunchOptions) throws(Failure) -> any Interpreter { throw Self.missing }
    /// Runs a script.
    public func run(_ request: ScriptRequest, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Imports files.
    public func importFiles(_ request: ImportRequest, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Exports the book.
    public func export(_ request: ExportRequest, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Prints a report.
    public func report(_ request: ReportRequest, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Posts what is due.
    public func postRecurring(isDryRun: Bool, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Verifies the book.
    public func verify(_ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Backs the book up.
    public func backup(to path: String?, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Restores the book.
    public func restore(from path: String, isForced: Bool, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Makes a demo book.
    public func demo(at path: String?, _ options: LaunchOptions) -> Int32 { refuse(options) }
    /// Runs Lua tests.
    public func test(_ paths: [String], _ options: LaunchOptions) -> Int32 { refuse(options) }
}
