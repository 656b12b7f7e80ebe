extension Frame {
    /// The frame as a table for people: columns aligned, numbers on their decimal points, totals at the foot.
    ///
    /// Money is shown with the digits of its currency, prices with two to six, quantities in full. Costs no more than the rows shown,
    /// and the totals one sweep over their columns.
    public func text(_ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        TextLayout(try TextTable(self, options: options), options: options).text()
    }
}
