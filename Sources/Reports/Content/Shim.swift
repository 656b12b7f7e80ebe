import Charts
import Drawing
import Frames
extension Chart {
    func text(_ options: RenderOptions, height: Int?) -> String { "(chart)\n" }
    func scene(width: Double, height: Double, _ options: RenderOptions) -> Scene { Scene(width: width, height: height) }
}
extension Scene {
    func svg() -> String { "<svg xmlns=\"http://www.w3.org/2000/svg\"/>" }
    func inlineSVG(prefix: String) -> String { "<svg></svg>" }
}
