public import Drawing
public import Frames

/// A chart: what it shows, and the frame that it was made of.
public struct Chart {
    /// What it shows.
    public let data: ChartData
    /// The frame it was made of.
    public let frame: Frame

    /// A chart of what was read from a frame already.
    public init(_ data: ChartData, of frame: Frame) { (self.data, self.frame) = (data, frame) }

    /// A chart of a frame.
    ///
    /// What the options leave out is chosen from the columns: a date and a value make a line, names and an amount bars with the largest first, a table of years by
    /// months a heat map, two figures a scatter chart. Warnings of the frame, what is unknown and what is gathered stand in the caption.
    ///
    /// - Parameters:
    ///   - frame: what is shown.
    ///   - options: what is asked.
    ///   - writing: how numbers and days are written.
    public init(_ frame: Frame, _ options: ChartOptions = ChartOptions(), writing: RenderOptions = RenderOptions()) throws(FrameError) {
        var reader = try ChartReader(frame, options, writing: writing)
        var data = try reader.read()
        data.notes += frame.warningLines(inBook: "warnings", inFrame: "its warnings").map { writing.hidingFigures(in: $0) }
        self.init(data, of: frame)
    }

    /// The usual width of a picture, in points.
    public static let usualWidth = 720.0
    /// The usual height of a picture, in points.
    public static let usualHeight = 400.0

    /// The picture of the chart, as `ChartData.scene` draws it.
    public func scene(width: Double = usualWidth, height: Double = usualHeight, writing: RenderOptions = RenderOptions()) -> Scene {
        data.scene(width: width, height: height, writing: writing)
    }

    /// How far the picture keeps from the edges of its frame, for whoever sets it flush with a text.
    package static var pictureMargin: Double { Canvas.margin }
}
