public import Frames

/// A chart: what it shows, and the frame that it was made of.
public struct Chart {
    /// What it shows.
    public let data: ChartData
    /// The frame it was made of.
    public let frame: Frame

    /// A chart of what was read from a frame already.
    public init(_ data: ChartData, of frame: Frame) { (self.data, self.frame) = (data, frame) }
}
