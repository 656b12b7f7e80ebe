import PostgreSQL
import Values

/// What is said of books on a server.
extension StorageError {
    /// What a server, or the connection to it, said, in the words of a book.
    ///
    /// - Parameter wasAskedFor: whether a statement that was stopped was so because the user wanted that.
    static func ofServer(_ error: PostgresError, _ name: String, wasAskedFor: Bool = true) -> StorageError {
        switch error.kind {
        case .libraryMissing, .address, .misuse: return StorageError(.misuse, error.message, hint: error.hint)
        case .unreachable where error.message.contains("certificate"):
            return StorageError(
                .unreachable, "\(name) does not prove that it is the server that you mean: \(error.message)",
                hint: "The certificate that vouches for it belongs into ~/.postgresql/root.crt, and the address names the server as its own certificate does.")
        case .unreachable, .timedOut:
            return StorageError(.unreachable, "\(name) does not answer: \(error.message)", hint: error.hint ?? "Look whether the server runs, and whether its address is right.")
        case .authentication:
            let way =
                error.message.contains("pg_hba.conf")
                ? "An administrator of the server says there who comes in, from where and how." : "Look at the login in the address, and at its password in ~/.pgpass."
            return StorageError(.authentication, "\(name) does not let you in: \(error.message)", hint: error.hint ?? way)
        case .lost: return .connectionLost(name, error.message)
        case .cancelled where !wasAskedFor && error.sqlState == PostgresState.queryCanceled:
            return StorageError(.busy, "\(name) has stopped this: \(error.message).", hint: "Try again; a statement may take ten minutes.")
        case .cancelled: return .interrupted()
        case .server: return refusal(error, name)
        }
    }

    /// What the server refuses.
    private static func refusal(_ error: PostgresError, _ name: String) -> StorageError {
        let said = "\(name): \(error.message)"
        switch error.sqlState {
        case "LU001": return .outdated(name)
        case "LU002": return StorageError(.notPermitted, "\(said).", hint: wayToMayDo(error.message))
        case "LU003": return StorageError(.damaged, "\(said).", hint: "luca verify tells what is wrong.")
        case "LU004", "LU007": return StorageError(.refused, "\(said).", hint: error.hint)
        case "LU005": return StorageError(.notFound, "\(said).", hint: "luca books tells the books that you belong to.")
        case "LU006": return StorageError(.replaced, "\(said).")
        case "LU008": return StorageError(.alreadyExists, "\(said).")
        case "LU009", "LU010": return .noLogin(error.message, isThere: error.sqlState == "LU010")
        case "LU011", "LU012": return StorageError(.refused, "\(said).")
        case PostgresState.lockNotAvailable: return .busy(name, waited: 0)
        case PostgresState.insufficientPrivilege: return StorageError(.notPermitted, "\(said).", hint: "An administrator of the server gives rights.")
        case "23514" where error.message.contains("book_name_check"):
            return StorageError(
                .refused, "\(name) takes no such name of a book.",
                hint: "A name begins with a letter or a digit, goes on with those and with blanks, points, - and _, and has 63 characters at most.")
        case "53100": return .diskFull(name)
        case "25006": return .standby(name)
        case "3D000": return StorageError(.notFound, "\(said).", hint: "Look whether the address names the right database.")
        case "53300":
            return StorageError(
                .unreachable, "\(name) has no room for another connection.",
                hint: "Close a session; the login, the database and the server have limits, which an administrator sets.")
        case "22P05", "22021": return StorageError(.refused, "\(name) cannot keep a text with a NUL character in it.", hint: "Leave that character out.")
        default: return StorageError(.inputOutput, "\(said)\(error.sqlState.isEmpty ? "" : " (\(error.sqlState))").", hint: error.hint)
        }
    }

    /// What to do where a role, or a group of the server, is lacking.
    private static func wayToMayDo(_ message: String) -> String {
        if message.contains("a drafter records") { return "Record it with status=\"draft\"." }
        if message.contains("luca_creators") { return "An administrator of the server gives it: GRANT luca_creators TO \"NAME\";" }
        if message.contains("administrator") { return "An administrator is a superuser, or whoever was granted luca_tables." }
        return "\(givingRoles): luca server user add NAME --role \(message.contains("role owner,") ? "owner" : "editor") --book BOOK."
    }

    // MARK: Connections

    static func connectionLost(_ name: String, _ reason: String?) -> StorageError {
        let said = reason.map { ": \($0)" } ?? ""
        return StorageError(.connectionLost, "The connection to \(name) was lost\(said.hasSuffix(".") ? said : said + ".")", hint: "Ask again: luca connects anew.")
    }

    /// Something was lost with the connection before the server was told to keep it.
    static func lostUnsent(_ name: String, _ cause: StorageError) -> StorageError {
        StorageError(.connectionLost, "\(cause.message) Nothing of what was being recorded is recorded.", hint: "Record it again: luca connects anew.")
    }

    static func otherTransaction(_ name: String) -> StorageError {
        StorageError(.misuse, "Another book of \(name) is being recorded in.", hint: "Record in one of them after the other.")
    }

    static func onTheNetwork(_ name: String) -> StorageError {
        StorageError(.unreachable, "\(name) is on the network, and luca was started offline.", hint: "Start it without --offline and LUCA_OFFLINE, or work in a clone.")
    }

    static func lostAct(_ name: String) -> StorageError {
        StorageError(
            .connectionLost, "The connection was lost as this was being recorded in \(name), and nothing of it is recorded: luca asked the server again.",
            hint: "Record it again.")
    }

    /// - Parameter entry: its first entry, if it has any.
    static func unsettledAct(_ name: String, entry: Int?, _ cause: StorageError) -> StorageError {
        let place = entry.map { " from entry \($0) on" } ?? ""
        return StorageError(
            .connectionLost,
            "The connection was lost as this was being recorded in \(name), and the server does not answer: it is recorded\(place) as a whole, or not at all.",
            hint: "luca asks again when the server is back. Look at the last entries (history) then, before you record it again.")
    }

    // MARK: Books

    static func noServerLayout(_ name: String) -> StorageError {
        StorageError(.notABook, "The database \(name) holds no books of luca.", hint: "An administrator makes it ready: luca server init ADDRESS")
    }

    static func newerServerLayout(_ name: String, version: Int, known: Int) -> StorageError {
        StorageError(.newer, "The books in \(name) are laid out as version \(version), and this luca knows version \(known).", hint: "Install a newer luca.")
    }

    static func olderServerLayout(_ name: String, version: Int, known: Int) -> StorageError {
        StorageError(
            .notABook, "The books in \(name) are laid out as version \(version), and this luca needs version \(known).",
            hint: "An administrator brings them up to date: luca server init ADDRESS")
    }

    static func noMember(_ name: String, login: String) -> StorageError {
        StorageError(.notPermitted, "The login \(login) may not use luca's books in \(name).", hint: "An administrator runs there: GRANT luca_members TO \"\(login)\";")
    }

    static func noLogin(_ message: String, isThere: Bool) -> StorageError {
        StorageError(
            .notFound, message.prefix(1).uppercased() + message.dropFirst() + ".",
            hint: isThere
                ? "An administrator of the server takes it in: GRANT luca_members TO \"NAME\";"
                : "An administrator makes it: CREATE ROLE \"NAME\" LOGIN; GRANT luca_members TO \"NAME\"; \\password \"NAME\"")
    }

    static func unnamedServerBook(_ server: String, names: [String]) -> StorageError {
        let hint = names.isEmpty ? "luca server create 'ADDRESS?book=NAME' makes one." : "Name it behind the address: ?book=\(names[0])"
        return StorageError(.notFound, names.isEmpty ? "There is no book that you belong to on \(server)." : "\(server) has the books \(list(names)).", hint: hint)
    }

    static func noServerBook(_ wanted: String, _ server: String, names: [String]) -> StorageError {
        let nearest = Suggestion(for: wanted, in: names).map { $0.sentence }
        let others = names.isEmpty ? "You belong to no book there." : "You belong to \(list(names))."
        return StorageError(
            .notFound, "There is no book \(wanted) on \(server) that you belong to.",
            hint: nearest ?? "\(others) luca server create 'ADDRESS?book=\(wanted)' makes it.")
    }

    static func unnamedCopy(_ server: String) -> StorageError {
        StorageError(.misuse, "The copy on \(server) needs a name.", hint: "Add it to the address: ?book=NAME")
    }

    static func severalServerBooks(_ wanted: String, _ server: String, ids: [String]) -> StorageError {
        StorageError(.notFound, "You belong to \(ids.count) books of the name \(wanted) on \(server).", hint: "Name it by its id: book=\(ids[0])")
    }

    private static func list(_ names: [String]) -> String { names.prefix(10).joined(separator: ", ") + (names.count > 10 ? " and \(names.count - 10) more" : "") }

    static func noBookAnyMore(_ name: String) -> StorageError {
        StorageError(.notFound, "\(name) is there no more, or you belong to it no more.", hint: "luca books tells the books that you belong to.")
    }

    static func standby(_ name: String) -> StorageError {
        StorageError(.readOnly, "\(name) takes nothing: it is a copy of another server, for reading.", hint: namingOriginal)
    }

    static func movedBook(_ name: String, to target: String) -> StorageError {
        StorageError(.replaced, "\(name) was moved to \(target): nothing is recorded here any more.", hint: openingThere)
    }

    static func roleDoesNotRecord(_ name: String, role: String?) -> StorageError {
        let who = role.map { "you are a \($0) of it" } ?? "you do not belong to it"
        return StorageError(.readOnly, "\(name) is open for reading: \(who).", hint: "\(givingRoles): luca server user add NAME --role editor --book BOOK.")
    }

    private static let givingRoles = "An owner of the book gives roles", openingThere = "Open it there.", namingOriginal = "Name the server that it is a copy of."

    /// What to do to record in a book of a server that is open for reading; nil of what may not be written for another reason.
    var wayToWriteOnServer: String? { hint.flatMap { hint in [Self.givingRoles, Self.openingThere, Self.namingOriginal].contains { hint.hasPrefix($0) } ? hint : nil } }

    static func damagedServerBook(_ name: String, _ what: String) -> StorageError {
        StorageError(.damaged, "\(name) is damaged: \(what).", hint: "Have the administrator look at the server, and restore a backup of it.")
    }

    static func erasedOtherwise(_ name: String) -> StorageError {
        StorageError(.damaged, "The server did not find all entries of the account in \(name), and none is erased.", hint: "luca verify tells what is wrong.")
    }
}
