import CPostgreSQL
import Glibc

/// The calls of libpq that are used here.
///
/// The library is loaded when an address is first read, so that a start of the program without one costs nothing; it stays loaded until the end of the
/// process. Nothing is linked with it: its header gives the types, and the names below are looked up one by one.
struct PostgresLibrary: @unchecked Sendable {
    // `@unchecked`: addresses of functions that any thread may call, and that stay where they are.

    typealias Connection = OpaquePointer
    typealias Results = OpaquePointer
    typealias Text = UnsafePointer<CChar>
    typealias Texts = UnsafePointer<UnsafePointer<CChar>?>
    typealias Options = UnsafeMutablePointer<PQconninfoOption>

    // Addresses and connecting.
    let defaults: @convention(c) () -> Options?
    let parse: @convention(c) (Text, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Options?
    let options: @convention(c) (Connection) -> Options?
    let freeOptions: @convention(c) (Options?) -> Void
    let connectStart: @convention(c) (Texts, Texts, CInt) -> Connection?
    let connectPoll: @convention(c) (Connection) -> PostgresPollingStatusType
    let finish: @convention(c) (Connection) -> Void
    let needsPassword: @convention(c) (Connection) -> CInt
    let setNonBlocking: @convention(c) (Connection, CInt) -> CInt
    let setVerbosity: @convention(c) (Connection, PGVerbosity) -> PGVerbosity
    let setNoticeProcessor: @convention(c) (Connection, PQnoticeProcessor?, UnsafeMutableRawPointer?) -> PQnoticeProcessor?

    // What a connection tells of itself.
    let status: @convention(c) (Connection) -> ConnStatusType
    let transactionStatus: @convention(c) (Connection) -> PGTransactionStatusType
    let serverVersion: @convention(c) (Connection) -> CInt
    let backendPID: @convention(c) (Connection) -> CInt
    let errorMessage: @convention(c) (Connection) -> Text?
    let socket: @convention(c) (Connection) -> CInt
    let isEncrypted: @convention(c) (Connection) -> CInt

    // Statements.
    let sendQuery: @convention(c) (Connection, Text) -> CInt
    let sendQueryParams: @convention(c) (Connection, Text, CInt, UnsafePointer<Oid>?, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt) -> CInt
    let sendPrepare: @convention(c) (Connection, Text, Text, CInt, UnsafePointer<Oid>?) -> CInt
    let sendQueryPrepared: @convention(c) (Connection, Text, CInt, Texts?, UnsafePointer<CInt>?, UnsafePointer<CInt>?, CInt) -> CInt
    let enterPipeline: @convention(c) (Connection) -> CInt
    let exitPipeline: @convention(c) (Connection) -> CInt
    let pipelineSync: @convention(c) (Connection) -> CInt
    let flush: @convention(c) (Connection) -> CInt
    let isBusy: @convention(c) (Connection) -> CInt
    let consumeInput: @convention(c) (Connection) -> CInt
    let getResult: @convention(c) (Connection) -> Results?
    let getCopyData: @convention(c) (Connection, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt) -> CInt
    let putCopyEnd: @convention(c) (Connection, Text?) -> CInt
    let notifies: @convention(c) (Connection) -> UnsafeMutablePointer<PGnotify>?
    let freeMemory: @convention(c) (UnsafeMutableRawPointer?) -> Void

    // Cancelling.
    let getCancel: @convention(c) (Connection) -> OpaquePointer?
    let cancel: @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, CInt) -> CInt
    let freeCancel: @convention(c) (OpaquePointer) -> Void

    // Results.
    let resultStatus: @convention(c) (Results?) -> ExecStatusType
    let resultMessage: @convention(c) (Results) -> Text?
    let resultField: @convention(c) (Results, CInt) -> Text?
    let rowCount: @convention(c) (Results) -> CInt
    let columnCount: @convention(c) (Results) -> CInt
    let isBinaryCopy: @convention(c) (Results) -> CInt
    let columnName: @convention(c) (Results, CInt) -> Text?
    let columnFormat: @convention(c) (Results, CInt) -> CInt
    let commandTuples: @convention(c) (Results) -> Text?
    let value: @convention(c) (Results, CInt, CInt) -> UnsafePointer<UInt8>?
    let length: @convention(c) (Results, CInt, CInt) -> CInt
    let isNull: @convention(c) (Results, CInt, CInt) -> CInt
    let clear: @convention(c) (Results) -> Void

    /// The library, or why there is none.
    static let loaded = load(["libpq.so.5"])

    /// The library; fails where it is not installed, or is older than version 14.
    static func shared() throws(PostgresError) -> PostgresLibrary { try loaded.get() }

    /// Loads the first library of those names that there is.
    static func load(_ names: [String]) -> Result<PostgresLibrary, PostgresError> {
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            return .failure(PostgresError(.libraryMissing, "The library that speaks with PostgreSQL, libpq, is not installed.", hint: "Install it: sudo apt install libpq5"))
        }
        do throws(PostgresError) { return .success(try PostgresLibrary(Symbols(handle: handle))) } catch { return .failure(error) }
    }
}

/// Looks up names in a library.
private struct Symbols {
    let handle: UnsafeMutableRawPointer

    /// The address behind a name, as a function of the type that is asked for.
    func callAsFunction<Function>(_ name: String) throws(PostgresError) -> Function {
        guard let address = dlsym(handle, name) else {
            throw PostgresError(
                .libraryMissing, "The library that speaks with PostgreSQL, libpq, is too old: it has no \(name).", hint: "Get libpq 14 or newer: sudo apt install libpq5")
        }
        return unsafeBitCast(address, to: Function.self)
    }
}

extension PostgresLibrary {
    /// Looks all names up.
    private init(_ find: Symbols) throws(PostgresError) {
        defaults = try find("PQconndefaults")
        parse = try find("PQconninfoParse")
        options = try find("PQconninfo")
        freeOptions = try find("PQconninfoFree")
        connectStart = try find("PQconnectStartParams")
        connectPoll = try find("PQconnectPoll")
        finish = try find("PQfinish")
        needsPassword = try find("PQconnectionNeedsPassword")
        setNonBlocking = try find("PQsetnonblocking")
        setVerbosity = try find("PQsetErrorVerbosity")
        setNoticeProcessor = try find("PQsetNoticeProcessor")
        status = try find("PQstatus")
        transactionStatus = try find("PQtransactionStatus")
        serverVersion = try find("PQserverVersion")
        backendPID = try find("PQbackendPID")
        errorMessage = try find("PQerrorMessage")
        socket = try find("PQsocket")
        isEncrypted = try find("PQsslInUse")
        sendQuery = try find("PQsendQuery")
        sendQueryParams = try find("PQsendQueryParams")
        sendPrepare = try find("PQsendPrepare")
        sendQueryPrepared = try find("PQsendQueryPrepared")
        enterPipeline = try find("PQenterPipelineMode")
        exitPipeline = try find("PQexitPipelineMode")
        pipelineSync = try find("PQpipelineSync")
        flush = try find("PQflush")
        isBusy = try find("PQisBusy")
        consumeInput = try find("PQconsumeInput")
        getResult = try find("PQgetResult")
        getCopyData = try find("PQgetCopyData")
        putCopyEnd = try find("PQputCopyEnd")
        notifies = try find("PQnotifies")
        freeMemory = try find("PQfreemem")
        getCancel = try find("PQgetCancel")
        cancel = try find("PQcancel")
        freeCancel = try find("PQfreeCancel")
        resultStatus = try find("PQresultStatus")
        resultMessage = try find("PQresultErrorMessage")
        resultField = try find("PQresultErrorField")
        rowCount = try find("PQntuples")
        columnCount = try find("PQnfields")
        isBinaryCopy = try find("PQbinaryTuples")
        columnName = try find("PQfname")
        columnFormat = try find("PQfformat")
        commandTuples = try find("PQcmdTuples")
        value = try find("PQgetvalue")
        length = try find("PQgetlength")
        isNull = try find("PQgetisnull")
        clear = try find("PQclear")
    }
}
