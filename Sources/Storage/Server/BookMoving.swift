import PostgreSQL

extension ServerAdministration {
    /// A book that was moved to another server.
    public struct Move: Hashable, Sendable {
        /// Where its journal ended, here and there.
        public var head: JournalHead
        /// Logins that belonged to it here and are not known there, or may not use luca there.
        public var missing: [String]
    }

    /// Moves a book to another server, with its number, journal, prices and members, while others may go on recording: what they record meanwhile goes along, and
    /// from then on nothing is recorded here any more.
    ///
    /// The new book is made in a transaction that stays open until the old one is locked with the same end, and is committed before that says where the book is: whatever fails,
    /// the book is recorded in at one of the two places, and at most a copy that nobody was told of is left.
    ///
    /// - Parameter address: of the other server, with the name of the book there.
    /// - Throws: `.notPermitted` where the login does not own it, or may make no books there.
    public func move(book name: String, to address: String) throws -> Move {
        let listing = try server.book(named: name), parsed = try BookServer.address(address), target = BookServer(address: parsed)
        defer { target.close() }
        guard let newName = parsed.book else { throw StorageError.unnamedCopy(target.name) }
        let reading = server.another(), source = ServerStore(server: reading, listing: listing, busyTimeout: 10)
        reading.retain()
        defer { source.close() }
        let filling = ServerFilling(server: target), members = try members(of: listing.id)
        do {
            try filling.begin(newName, listing.id)
            let head = try lock(listing, saying: parsed.withoutPassword, source, filling)
            try filling.copyMarket(of: source, to: listing.id)
            try filling.commit(listing.id)
            _ = try server.commit([], then: [BookServer.announcement(on: listing.channel)])
            return Move(head: head, missing: add(members, to: listing.id, target))
        } catch {
            target.rollback()
            server.rollback()
            throw error
        }
    }

    /// Copies the journal while others go on recording, then locks the old book, copies what came meanwhile, and says where the book is.
    private func lock(_ listing: BookListing, saying address: String, _ source: ServerStore, _ filling: ServerFilling) throws -> JournalHead {
        var head = try filling.copyJournal(of: source, to: listing.id)
        try server.begin([ServerStatement("SELECT seq FROM luca.lock_book($1)", [.text(listing.id)])])
        head = try filling.copyJournal(of: source, behind: head, to: listing.id)
        try server.run([
            ServerStatement(
                "SELECT luca.move_book($1, $2, $3, $4)",
                [.text(listing.id), .text(address), .integer(head.sequence), .bytes(head.hash.withBytes(Array.init))])
        ])
        return head
    }

    /// Gives the members of before their roles at the new place; the logins that cannot be.
    private func add(_ members: [Member], to id: String, _ target: BookServer) -> [String] {
        members.filter { $0.login != target.login }.compactMap { member in
            do {
                _ = try target.ask("SELECT luca.add_member($1, $2, $3)", [.text(id), .text(member.login), .text(member.role.rawValue)])
                return nil
            } catch {
                return member.login
            }
        }
    }
}
