import CPostgreSQL

/// Why a call failed: a sentence, and what the server said of it.
///
/// No message contains a password: what libpq says of an address is put into words of this module, and what the server says knows none.
public struct PostgresError: Error, Hashable {
    /// What is at fault, as far as it decides what can be done.
    public enum Kind: Hashable, Sendable {
        /// The client library is not installed, or too old.
        case libraryMissing
        /// The address says something that cannot be, or must not be.
        case address
        /// No connection came about: nobody listens there, the name is unknown, the server is starting or stopping.
        case unreachable
        /// The server does not let this user in.
        case authentication
        /// The connection has ended. Whether the statement that ran took effect is not known.
        case lost
        /// The server refused a statement; `sqlState` tells why.
        case server
        /// The caller, or somebody else, stopped the statement or the connecting.
        case cancelled
        /// Connecting took too long.
        case timedOut
        /// This module was not used as it is meant.
        case misuse
    }

    /// What is at fault.
    public let kind: Kind
    /// The server's code of five characters ("SQLSTATE", as `40001` for a serialization failure); empty where the server said nothing.
    public let sqlState: String
    /// What happened, in one line.
    public let message: String
    /// What the server adds to it ("DETAIL"); it may show values of the statement.
    public let detail: String?
    /// What to do about it.
    public let hint: String?

    init(_ kind: Kind, _ message: String, sqlState: String = "", detail: String? = nil, hint: String? = nil) {
        (self.kind, self.message, self.sqlState, self.detail, self.hint) = (kind, message, sqlState, detail, hint)
    }

    /// What the server said of a statement.
    ///
    /// - Parameter isLost: whether the connection has ended with it.
    init(library: PostgresLibrary, result: OpaquePointer, isLost: Bool) {
        func field(_ code: Character) -> String? { library.resultField(result, CInt(code.asciiValue ?? 0)).map { String(cString: $0) } }
        // The codes of `postgres_ext.h`, which are characters in C: SQLSTATE, primary message, detail, hint, severity.
        let sqlState = field("C") ?? ""
        let text = field("M") ?? library.resultMessage(result).map { String(cString: $0) } ?? ""
        // Whatever its code, the server says this as the last thing.
        let isLast = ["FATAL", "PANIC"].contains(field("V") ?? "")
        self.init(Self.kind(sqlState, isLost: isLost || isLast), Self.firstLine(text), sqlState: sqlState, detail: field("D"), hint: field("H"))
    }

    /// What libpq says where a connection ended or does not take a call.
    init(library: PostgresLibrary, connection: OpaquePointer, _ kind: Kind) {
        self.init(kind, Self.firstLine(library.errorMessage(connection).map { String(cString: $0) } ?? ""))
    }

    /// The error of whoever uses a connection that is closed.
    static var closed: PostgresError { PostgresError(.lost, "The connection to the server is closed.") }

    private static func kind(_ sqlState: String, isLost: Bool) -> Kind {
        if isLost || endsConnection(sqlState) { return .lost }
        return sqlState == PostgresState.queryCanceled ? .cancelled : .server
    }

    /// Whether a code tells that the connection, or the server, is ending.
    static func endsConnection(_ sqlState: String) -> Bool { sqlState.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(sqlState) }

    /// The first line of a text, without blanks around it.
    static func firstLine(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).first ?? "The server said nothing."
        return String(String.UnicodeScalarView(line.unicodeScalars.drop { $0.properties.isWhitespace }))
    }
}

extension PostgresError {
    /// What the server says to a connection that it refuses, as libpq tells it with all details: of several hosts and ways to one that spoke, else of the first.
    ///
    /// - Parameter text: lines as `connection to server … failed: FATAL:  28P01: password authentication failed`.
    static func connecting(_ text: String) -> PostgresError {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        for (index, line) in lines.enumerated().reversed() {
            guard let (sqlState, message) = stateAndMessage(line) else { continue }
            func following(_ label: String) -> String? {
                lines[(index + 1)...].first { $0.hasPrefix(label) }.map { firstLine(String($0.dropFirst(label.count))) }
            }
            let kind: Kind = sqlState.hasPrefix("28") ? .authentication : endsConnection(sqlState) ? .unreachable : .server
            return PostgresError(kind, message, sqlState: sqlState, detail: following("DETAIL:"), hint: following("HINT:"))
        }
        return PostgresError(.unreachable, firstLine(text))
    }

    /// The code and the message of a line in which libpq tells both.
    private static func stateAndMessage(_ line: String) -> (sqlState: String, message: String)? {
        var rest = Substring(line)
        while let colon = rest.firstIndex(of: ":") {
            let part = rest[..<colon].drop { $0 == " " }
            rest = rest[rest.index(after: colon)...]
            let isState = part.utf8.count == 5 && part.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) } && part.contains(where: \.isNumber)
            if isState, rest.first == " " { return (String(part), firstLine(String(rest))) }
        }
        return nil
    }
}

/// Codes of the server that callers decide by (PostgreSQL's manual, appendix A).
public enum PostgresState {
    /// The transaction must be tried again: others changed what it read.
    public static let serializationFailure = "40001"
    /// The transaction must be tried again: it and another waited for each other.
    public static let deadlock = "40P01"
    /// A lock was not to be had in the time set for it.
    public static let lockNotAvailable = "55P03"
    /// A statement was stopped.
    public static let queryCanceled = "57014"
    /// A key is there already.
    public static let uniqueViolation = "23505"
    /// The role may not do this.
    public static let insufficientPrivilege = "42501"
}

extension PostgresError {
    /// Whether the same transaction, tried once more from its beginning, may go through: nothing of it took effect.
    public var isTransient: Bool { [PostgresState.serializationFailure, PostgresState.deadlock, PostgresState.lockNotAvailable].contains(sqlState) }
}
