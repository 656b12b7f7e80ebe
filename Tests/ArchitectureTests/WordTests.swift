import Testing

// The words are put together here, so that this file does not break its own rules.
private let unfinishedWords = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]
private let privateFolders = ["/ho" + "me/", "/ro" + "ot/", "/tm" + "p/"]

@Suite("Words that must not stand in the source")
struct WordTests {
    @Test("Nothing is left unfinished")
    func nothingUnfinished() {
        expectNone((SourceTree.sources + SourceTree.tests + SourceTree.others).flatMap(unfinishedPlaces))
    }

    @Test("Nothing ends the session without a comment above it that says why")
    func trapsAreExplained() {
        expectNone(SourceTree.sources.flatMap(unexplainedTraps))
    }

    @Test("No path of somebody's machine, except in tests")
    func noMachinePaths() {
        expectNone((SourceTree.sources + SourceTree.others).flatMap(machinePaths))
    }

    @Test("Only the C of CLuca raises a Lua error or jumps")
    func onlyCRaises() {
        expectNone(SourceTree.sources.filter { $0.module != "CLuca" }.flatMap(jumps))
    }

    @Test("The rules find what they look for, and only that")
    func rulesFind() {
        let unfinished = "// \(unfinishedWords[0]): later\nlet currency = \"\(unfinishedWords[2])\"\n/* \(unfinishedWords[1]) */\n"
        #expect(unfinishedPlaces(SourceFile(path: "a.swift", contents: unfinished)).map(\.line) == [1, 3])
        #expect(unfinishedPlaces(SourceFile(path: "a.lua", contents: "local x\n-- \(unfinishedWords[0])\n")).map(\.line) == [2])

        let traps = "let a = try! f()\nlet b = x as! Int\nfatalError(\"no\")\n// The table is a constant.\nlet c = try! f()\nlet d = a != b\n"
        #expect(unexplainedTraps(SourceFile(path: "a.swift", contents: traps)).map(\.line) == [1, 2, 3])

        let paths = "open(\"\(privateFolders[0])ada/x\")\nlet a = b\(privateFolders[1])c\n// see \(privateFolders[2])x\n"
        #expect(machinePaths(SourceFile(path: "a.swift", contents: paths)).map(\.line) == [1, 3])

        let raising = "lua_error(L)\n// luaL_error\nluaL_checkinteger(L, 1)\nlongjmp(buffer, 1)\nlua_errors()\n"
        #expect(jumps(SourceFile(path: "a.swift", contents: raising)).map(\.line) == [1, 3, 4])
    }
}

/// Markers of unfinished work in comments and code; a string may hold them, as the code for "no currency" is one of them.
func unfinishedPlaces(_ file: SourceFile) -> [Finding] {
    func finding(_ line: Int, _ word: String) -> Finding {
        Finding(path: file.path, line: line, message: "\(word) marks something unfinished")
    }
    guard file.isSwift || file.isC else {
        return file.lines.enumerated().flatMap { index, line in
            unfinishedWords.filter { hasWord($0, in: line) }.map { finding(index + 1, $0) }
        }
    }
    let inComments = file.text.comments.flatMap { comment in
        unfinishedWords.filter { hasWord($0, in: comment.text) }.map { finding(comment.firstLine, $0) }
    }
    let inCode = file.text.tokens.filter { unfinishedWords.contains($0.text) }.map { finding($0.line, $0.text) }
    return inComments + inCode
}

func unexplainedTraps(_ file: SourceFile) -> [Finding] {
    guard file.isSwift else { return [] }
    let explained = Set(file.text.comments.map { $0.lastLine + 1 })
    let tokens = file.text.tokens
    return tokens.indices.compactMap { index in
        let token = tokens[index]
        let isForced = index + 1 < tokens.count && tokens[index + 1].text == "!" && tokens[index + 1].offset == token.offset + token.text.utf8.count
        let isTrap = token.text == "fatalError" || (isForced && ["try", "as"].contains(token.text))
        guard isTrap, !explained.contains(token.line) else { return nil }
        return Finding(path: file.path, line: token.line, message: "\(token.text)\(isForced ? "!" : "") without a comment above it that says why")
    }
}

func machinePaths(_ file: SourceFile) -> [Finding] {
    file.lines.enumerated().flatMap { index, line in
        privateFolders.filter { folder in
            line.ranges(of: folder).contains { range in
                // `share/root/x` is a path within something; only one that begins here names a machine's folder.
                range.lowerBound == line.startIndex || !isPathCharacter(line[line.index(before: range.lowerBound)])
            }
        }.map { Finding(path: file.path, line: index + 1, message: "\($0) is a folder of somebody's machine") }
    }
}

func jumps(_ file: SourceFile) -> [Finding] {
    let raising: Set = ["longjmp", "siglongjmp", "_longjmp", "lua_error", "luaL_error", "luaL_argerror", "luaL_typeerror"]
    return file.text.tokens.filter { raising.contains($0.text) || $0.text.hasPrefix("luaL_check") }.map {
        Finding(path: file.path, line: $0.line, message: "\($0.text) unwinds the stack; only C in Sources/CLuca may")
    }
}

private func hasWord(_ word: String, in text: String) -> Bool {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == word }
}

private func isPathCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "._-}~$)".contains(character)
}
