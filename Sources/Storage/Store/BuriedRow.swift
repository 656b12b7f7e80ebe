/// A row of the journal that is to be removed.
struct BuriedRow: Hashable, Sendable {
    let table: JournalTable
    let sequence: Int
    let hash: EntryHash
}
