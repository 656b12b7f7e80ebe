import Charts
import Drawing
import Frames
extension Chart {
    func text(_ options: RenderOptions, height: Int?) -> String { "(chart)\n" }
    func scene(width: Double, height: Double, _ options: RenderOptions) -> Scene {
        {
            let line = Shape(.path([.move(Point(20, height - 40)), .line(Point(width / 2, 60)), .line(Point(width - 20, 90))]), stroke: .series(0), strokeWidth: 2)
            return Scene(width: width, height: height, title: data.title, elements: [.text(Text(data.title, at: Point(0, 14), isBold: true)), .shape(line)])
        }()
    }
}
