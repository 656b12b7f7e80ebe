import PostgreSQL
import Values

/// What is said of books on a server.
extension StorageError {
    /// What a server, or the connection to it, said, in the words of a book.
    static func ofServer(_ error: PostgresError, _ name: String) -> StorageError {
        switch error.kind {
        case .libraryMissing, .address, .misuse: return StorageError(.misuse, error.message, hint: error.hint)
        case .unreachable, .timedOut:
            return StorageError(.unreachable, "\(name) does not answer: \(error.message)", hint: error.hint ?? "Look whether the server runs, and whether its address is right.")
        case .authentication: return StorageError(.notPermitted, "\(name) does not let you in: \(error.message)", hint: error.hint)
        case .lost: return .connectionLost(name, error.message)
        case .cancelled: return error.sqlState.isEmpty || error.sqlState == PostgresState.queryCanceled ? stopped(error, name) : .interrupted()
        case .server: return refusal(error, name)
        }
    }

    /// A statement that was stopped: by the user, or by the time that it may take.
    private static func stopped(_ error: PostgresError, _ name: String) -> StorageError {
        error.message.contains("timeout") ? StorageError(.busy, "\(name) took too long: \(error.message).", hint: "Try again.") : .interrupted()
    }

    /// What the server refuses.
    private static func refusal(_ error: PostgresError, _ name: String) -> StorageError {
        let said = "\(name): \(error.message)"
        switch error.sqlState {
        case "LU001": return .outdated(name)
        case "LU002":
            let isDraft = error.message.contains("drafter")
            let way = isDraft ? "Record it with status=\"draft\"." : "An owner of the book gives roles: luca server user add NAME --role editor --book BOOK."
            return StorageError(.notPermitted, "\(said).", hint: way)
        case "LU003": return StorageError(.damaged, "\(said).", hint: "luca verify tells what is wrong.")
        case "LU004", "LU007": return StorageError(.refused, "\(said).", hint: error.hint)
        case "LU005": return StorageError(.notFound, "\(said).", hint: "luca books tells the books that you belong to.")
        case "LU006": return StorageError(.replaced, "\(said).")
        case "LU008": return StorageError(.alreadyExists, "\(said).")
        case "LU009", "LU010": return .noLogin(error.message)
        case "LU011", "LU012": return StorageError(.refused, "\(said).")
        case PostgresState.lockNotAvailable: return .busy(name, waited: 0)
        case PostgresState.insufficientPrivilege: return StorageError(.notPermitted, "\(said).", hint: "An administrator of the server gives rights.")
        case "53100": return .diskFull(name)
        case "25006": return StorageError(.readOnly, "\(name) takes nothing: it is a copy of another server, for reading.", hint: "Name the server that it is a copy of.")
        case "53300": return StorageError(.unreachable, "\(name) has no room for another connection.", hint: "Close a session, or have the administrator raise max_connections.")
        case "22P05", "22021": return StorageError(.refused, "\(name) cannot keep a text with a NUL character in it.", hint: "Leave that character out.")
        default: return StorageError(.inputOutput, "\(said)\(error.sqlState.isEmpty ? "" : " (\(error.sqlState))").", hint: error.hint)
        }
    }

    // MARK: Connections

    static func connectionLost(_ name: String, _ reason: String?) -> StorageError {
        let said = reason.map { ": \($0)" } ?? ""
        return StorageError(.connectionLost, "The connection to \(name) was lost\(said.hasSuffix(".") ? said : said + ".")", hint: "Ask again: luca connects anew.")
    }

    static func onTheNetwork(_ name: String) -> StorageError {
        StorageError(.unreachable, "\(name) is on the network, and luca was started offline.", hint: "Start it without --offline and LUCA_OFFLINE, or work in a clone.")
    }

    static func lostAct(_ name: String) -> StorageError {
        StorageError(
            .connectionLost, "The connection was lost as this was being recorded in \(name), and nothing of it is recorded: luca asked the server again.",
            hint: "Record it again.")
    }

    static func unsettledAct(_ name: String, entry: Int, _ cause: StorageError) -> StorageError {
        StorageError(
            .connectionLost,
            "The connection was lost as this was being recorded in \(name), and the server does not answer: it is recorded from entry \(entry) on as a whole, or not at all.",
            hint: "Look at the last entries (history) when the server is back, before you record it again.")
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

    static func noLogin(_ message: String) -> StorageError {
        StorageError(
            .notFound, message.prefix(1).uppercased() + message.dropFirst() + ".",
            hint: "An administrator makes it: CREATE ROLE \"NAME\" LOGIN; GRANT luca_members TO \"NAME\"; \\password \"NAME\"")
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

    static func movedBook(_ name: String, to target: String) -> StorageError {
        StorageError(.replaced, "\(name) was moved to \(target): nothing is recorded here any more.", hint: "Open it there.")
    }

    static func roleDoesNotRecord(_ name: String, role: BookRole?) -> StorageError {
        let who = role.map { "you are a \($0.rawValue) of it" } ?? "you do not belong to it"
        return StorageError(.readOnly, "\(name) is open for reading: \(who).", hint: "An owner of the book gives roles: luca server user add NAME --role editor --book BOOK.")
    }

    static func damagedServerBook(_ name: String, _ what: String) -> StorageError {
        StorageError(.damaged, "\(name) is damaged: \(what).", hint: "Have the administrator look at the server, and restore a backup of it.")
    }

    static func erasedOtherwise(_ name: String) -> StorageError {
        StorageError(.damaged, "The server did not find all entries of the account in \(name), and none is erased.", hint: "luca verify tells what is wrong.")
    }
}
