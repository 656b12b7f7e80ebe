extension Frame {
    /// The different values of these columns, each combination once, in the order they first appear. No column named means all. O(rows).
    public func distinct(_ names: [String] = []) throws(FrameError) -> Frame {
        let names = names.isEmpty ? columnNames : names
        let groups = try RowGroups(self, by: names)
        return try taking(groups.firstRows).select(names)
    }
}
