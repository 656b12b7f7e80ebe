/// Frames that outlive what they were asked of.
extension Frame {
    /// Computes every column and the warnings, so that nothing is needed any more to tell them.
    public func settle() throws(FrameError) {
        for column in columns {
            _ = try column.data.materialize()
            _ = try column.currencies?.materialize()
        }
        _ = warnings
    }

    /// Lets go of what columns would be computed from that have not been; whoever asks for one later is told by the error.
    ///
    /// Columns that stand stay, those that are rows of one that stands too. What is shared with other frames is lost for them as well.
    public func lose(_ error: FrameError) {
        for column in columns {
            column.data.lose(error)
            column.currencies?.lose(error)
        }
    }
}
