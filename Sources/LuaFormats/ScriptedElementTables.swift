import Formats
import LuaKit
import Values
import XML

/// An XML document as a script sees it that reads the whole of it.
struct ScriptedElementTables {
    /// The root: `tag`, `line`, `text`, `attributes` by name, and the elements in it by number.
    let root: LuaValue
    /// The file: its name, and what was told of its rows.
    let file: LuaValue

    /// The tables of a document.
    init(_ file: ScriptedElements) {
        let elements = file.document.elements
        var children = [[LuaValue]](repeating: [], count: elements.count), root = LuaValue.none
        // From the end, so that what is in an element is made before it.
        for place in elements.indices.reversed() {
            let table = Self.table(elements[place], number: place + 1, children[place].reversed())
            children[place] = []
            if let parent = elements[place].parent { children[parent].append(table) } else { root = table }
        }
        self.root = root
        let fields = [("name", LuaValue.string(file.name))] + ScriptedRecordTables.told(file.options)
        self.file = .table(fields.map { LuaPair(.string($0.0), $0.1) })
    }

    private static func table(_ element: XMLElement, number: Int, _ children: [LuaValue]) -> LuaValue {
        let attributes = element.attributes.map { LuaPair(.string($0.name), .string($0.value)) }
        let fields: [(String, LuaValue)] = [
            ("tag", .string(element.name)), ("line", .integer(number)), ("text", .string(element.text)), ("attributes", .table(attributes)),
        ]
        return .table(children.enumerated().map { LuaPair(.integer($0.offset + 1), $0.element) } + fields.map { LuaPair(.string($0.0), $0.1) })
    }
}
