/// Takes the columns of rows apart again, whatever kind of entry they keep.
package struct RowReader {
    private var activities = ActivityEntry.Reader()
    private let json: RowJSON

    /// A reader whose rare columns a coder reads.
    package init(json: RowJSON) { self.json = json }

    /// The entry that a row of a table keeps, or nil for an act and a tombstone, which are none.
    package mutating func entry(_ table: JournalTable, _ fields: UnsafeBufferPointer<JournalField>) throws(RowFault) -> JournalEntry? {
        if case .activity = table { return .activity(try activity(fields)) }
        return try table.kind?.init(row: RowFields(fields), json: json).entry
    }

    /// The activity that a row keeps: the short cut for a million of them.
    package mutating func activity(_ fields: UnsafeBufferPointer<JournalField>) throws(RowFault) -> Activity {
        let row = RowFields(fields)
        var activity = try activities.activity(row)
        // The coder is not touched, nor counted as in use, for the many that have no detail.
        if !row.isMissing(ActivityEntry.detailColumn) || !row.isMissing(ActivityEntry.detailColumn + 1) { activity.detail = try ActivityEntry.detail(row, json) }
        return activity
    }
}
