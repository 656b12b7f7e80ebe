import Charts
import Drawing
import Frames

extension Scene {
    /// One chart, or two side by side, as a picture whose title stands flush with the text above it.
    static func row(of charts: [Chart], _ options: RenderOptions) -> Scene {
        guard charts.count == 2 else { return charts[0].flushPicture(.paper, options) }
        let left = charts[0].flushPicture(.halfPaper, options), right = charts[1].flushPicture(.halfPaper, options), width = PictureSize.paper.size.width
        return Scene(
            width: width, height: max(left.height, right.height), title: [left.title, right.title].filter { !$0.isEmpty }.joined(separator: "; "),
            summary: [left.summary, right.summary].filter { !$0.isEmpty }.joined(separator: " "), elements: left.elements + right.moved(by: width - right.width).elements)
    }

    /// The picture with all that is in it farther to the right, by points.
    func moved(by distance: Double) -> Scene {
        var scene = self
        scene.elements = elements.map { element in
            switch element {
            case .shape(var shape):
                shape.outline = shape.outline.moved(by: distance)
                return .shape(shape)
            case .text(var text):
                text.place.x += distance
                return .text(text)
            }
        }
        return scene
    }
}

extension Chart {
    /// The picture without the room that it keeps at its left and right, where a page has a margin of its own.
    fileprivate func flushPicture(_ size: PictureSize, _ options: RenderOptions) -> Scene {
        var scene = picture(size, options, widerBy: 2 * Chart.pictureMargin).moved(by: -Chart.pictureMargin)
        scene.width = size.size.width
        return scene
    }
}

extension Shape.Outline {
    fileprivate func moved(by distance: Double) -> Shape.Outline {
        func moved(_ point: Point) -> Point { Point(point.x + distance, point.y) }
        switch self {
        case .path(let steps):
            return .path(
                steps.map { step in
                    switch step {
                    case .move(let point): .move(moved(point))
                    case .line(let point): .line(moved(point))
                    case .curve(let first, let second, let end): .curve(moved(first), moved(second), moved(end))
                    case .close: .close
                    }
                })
        case .rectangle(let corner, let width, let height): return .rectangle(moved(corner), width: width, height: height)
        case .circle(let centre, let radius): return .circle(moved(centre), radius: radius)
        }
    }
}
