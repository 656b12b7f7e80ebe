import Testing

@Suite("The folders of Scripting stand on one another")
struct LayerTests {
    @Test("What a session has open knows no Lua")
    func sessionKnowsNoLua() {
        let files = SourceTree.sources.filter { $0.path.hasPrefix("Sources/Scripting/Session/") }
        #expect(!files.isEmpty)
        for file in files {
            for (number, line) in file.lines.enumerated() where line.hasSuffix("import LuaKit") || line.hasSuffix("import CLuca") {
                Issue.record("\(file.path):\(number + 1): a session's state knows no Lua: \(line)")
            }
        }
    }
}
