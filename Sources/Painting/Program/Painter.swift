public import Drawing
import Messages
import Pipes

/// Answers requests: draws pictures as PNG or PDF, and lays documents out as PDF.
public enum Painter {
    /// The file that a request asks for, or why there is none. Nothing is read but fonts, and nothing is written.
    public static func reply(to request: DrawingRequest) -> DrawingReply {
        let typesetter = Typesetter()
        guard let family = typesetter.foundFamily else {
            return .failure("no font is installed in which text could be drawn: install one, such as \(Typesetter.family) (Debian has it in the package fonts-dejavu-core)")
        }
        do {
            let bytes =
                switch request {
                case .png(let scene, let scale): try image(of: scene, scale: scale, typesetter)
                case .pdf(let scene, let details): try page(of: scene, details, typesetter)
                case .document(let document): try pages(of: document, typesetter)
                }
            return .file(bytes, warnings: warnings(typesetter, family))
        } catch {
            return .failure(error.description)
        }
    }

    private static func image(of scene: Scene, scale: Double, _ typesetter: Typesetter) throws(PaintingError) -> [UInt8] {
        let canvas = try Canvas.image(width: scene.width, height: scene.height, scale: scale)
        let painter = ScenePainter(context: canvas.context, typesetter: typesetter)
        // A frame of a broken size ends within its last pixel, which is filled all the same.
        painter.fillGround(width: scene.width + 1, height: scene.height + 1)
        painter.draw(scene, at: Point(0, 0), scale: 1)
        return try canvas.finish()
    }

    private static func page(of scene: Scene, _ details: FileDetails, _ typesetter: Typesetter) throws(PaintingError) -> [UInt8] {
        let canvas = try Canvas.pages(width: scene.width, height: scene.height)
        try canvas.describe(title: scene.title, details)
        ScenePainter(context: canvas.context, typesetter: typesetter).draw(scene, at: Point(0, 0), scale: 1)
        canvas.endPage()
        return try canvas.finish()
    }

    private static func pages(of document: PrintedDocument, _ typesetter: Typesetter) throws(PaintingError) -> [UInt8] {
        let layout = DocumentLayout(document, typesetter)
        let canvas = try Canvas.pages(width: document.paper.width, height: document.paper.height)
        try canvas.describe(title: document.title, document.details)
        let painter = ScenePainter(context: canvas.context, typesetter: typesetter)
        for page in layout.pages {
            canvas.setPage(width: page.width, height: page.height)
            for item in page.items {
                switch item {
                case .element(let element): painter.draw(element)
                case .picture(let scene, let corner, let scale): painter.draw(scene, at: corner, scale: scale)
                }
            }
            canvas.endPage()
        }
        addBookmarks(layout.bookmarks, to: canvas)
        return try canvas.finish()
    }

    /// Bookmarks below the nearest one before them that stands higher.
    private static func addBookmarks(_ bookmarks: [Bookmark], to canvas: Canvas) {
        var parents: [(level: Int, number: Int32)] = []
        for bookmark in bookmarks where !bookmark.text.isEmpty {
            while let last = parents.last, last.level >= bookmark.level { parents.removeLast() }
            let number = canvas.addBookmark(bookmark.text, below: parents.last?.number ?? 0, page: bookmark.page, x: PageFlow.margin, y: bookmark.y)
            parents.append((bookmark.level, number))
        }
    }

    private static func warnings(_ typesetter: Typesetter, _ family: String) -> [String] {
        var warnings: [String] = []
        if family != Typesetter.family {
            warnings.append("the font \(Typesetter.family) is not installed; \(family) stands in for it (Debian has it in the package fonts-dejavu-core)")
        }
        let unknown = typesetter.unknownCharacters
        if !unknown.isEmpty {
            let named = unknown.prefix(8).map(String.init).joined(separator: " ") + (unknown.count > 8 ? " and \(unknown.count - 8) more" : "")
            warnings.append(
                unknown.count == 1
                    ? "no installed font has the character \(named), which is drawn as a box: install a font that has it"
                    : "no installed font has the \(unknown.count) characters \(named), which are drawn as boxes: install a font that has them")
        }
        return warnings
    }
}

/// All of the program `luca-draw`: one request in, one reply out.
public enum DrawingProgram {
    /// Reads a request until the input ends, and writes the reply to it; false where nobody takes the reply.
    public static func run(input: Int32, output: Int32) -> Bool {
        MessagePipe.write(reply(to: MessagePipe.readToEnd(of: input, atMost: DrawingRequest.longestPayload + 4)).frame, to: output)
    }

    private static func reply(to bytes: [UInt8]) -> DrawingReply {
        do {
            return Painter.reply(to: try DrawingRequest(frame: bytes))
        } catch {
            return .failure("luca-draw was asked for nothing that it knows; it may be of another version than luca")
        }
    }
}
