import Charts
import Drawing
import Frames

/// A size in which a chart is drawn for a report.
enum PictureSize {
    /// The width of a page.
    case wide
    /// Half of a page, or a phone.
    case narrow
    /// The width of a sheet of paper within its margins; it is printed a fifth smaller, so that its labels are as large as the figures of tables.
    case paper

    /// The width and the height, in points.
    var size: (width: Double, height: Double) {
        switch self {
        case .wide: (880, 330)
        case .narrow: (430, 300)
        case .paper: (640, 270)
        }
    }
}

extension Chart {
    /// Whether the chart is hard to read in half the width of a page.
    var needsWidth: Bool { data.kind == .heatmap }

    /// The chart drawn for a size; a heat map is as high as its rows ask for.
    func picture(_ size: PictureSize, _ options: RenderOptions) -> Scene {
        scene(width: size.size.width, height: height(size), writing: options)
    }

    /// The chart as SVG for a page that holds the style sheet of pictures.
    func inlinePicture(_ size: PictureSize, prefix: String, _ options: RenderOptions) -> String { picture(size, options).svg(.inline(prefix: prefix)) }

    private func height(_ size: PictureSize) -> Double {
        // A picture of nothing needs no more room than its title and the sentence that says so.
        if data.series.allSatisfy({ $0.values.allSatisfy { $0 == nil } }) { return 110 }
        guard data.kind == .heatmap else { return size.size.height }
        return min(max(Double(data.series.count) * 24 + 90, 150), 700)
    }
}
