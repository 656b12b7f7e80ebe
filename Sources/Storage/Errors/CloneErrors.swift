/// What is said of clones and their servers.
extension StorageError {
    static func notAClone(_ name: String) -> StorageError {
        StorageError(.misuse, "\(name) is no clone: it comes from no server.", hint: "luca clone URL FILE makes one of a server's book.")
    }

    static func cloneOfClone(_ name: String) -> StorageError {
        StorageError(.misuse, "\(name) is a clone itself, and what waits in it is in no server's book.", hint: "Make the clone of the server's book.")
    }

    static func insideAct(_ name: String) -> StorageError {
        StorageError(.misuse, "\(name) is pulled and pushed between acts, not inside one.", hint: "Make it a statement of its own.")
    }

    static func otherServer(_ name: String, _ server: String) -> StorageError {
        StorageError(
            .refused, "\(server) has another book than the one that \(name) is a clone of.", hint: "Name the server and the book that it was made of, or make a new clone.")
    }

    static func rewrittenServer(_ name: String, _ server: String, entry: Int, has: Int) -> StorageError {
        let found = has < entry ? "ends with entry \(has)" : "has another entry \(entry)"
        return StorageError(
            .damaged,
            "\(server) \(found), and \(name) took entry \(entry) from it: the server's book was rewritten, or restored from an older backup. Nothing was changed on either side.",
            hint: "Ask whoever keeps the server. Keep \(name), which has what the server has not; luca clone makes a new one of the server as it is.")
    }

    static func brokenServer(_ server: String, _ detail: String) -> StorageError {
        StorageError(.damaged, "What \(server) sent is no sound journal: \(detail). Nothing of it was taken.", hint: "luca verify on the server's book tells all that is wrong.")
    }

    static func deletedOnServer(_ name: String, _ server: String) -> StorageError {
        StorageError(
            .refused, "An account is deleted on the server, not in a clone: \(name) is one of \(server).",
            hint: "Delete it there; luca pull takes that over, and clears it from this file too.")
    }

    static func recordedAlready(_ name: String) -> StorageError {
        StorageError(.alreadyExists, "\(name) has recorded this act already.", hint: "Ask for what is new; nothing was recorded twice.")
    }

    static func unknownOffer(_ id: Int, _ state: String?) -> StorageError {
        guard let state else { return StorageError(.unknownEntry, "There is no offer \(id).") }
        return StorageError(.misuse, "Offer \(id) does not wait any more: it was \(state).")
    }
}
