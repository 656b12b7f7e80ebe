import Testing

@Suite("Public declarations are documented")
struct DocumentationTests {
    @Test("Every public declaration in Sources has a doc comment")
    func everyPublicDeclaration() {
        expectNone(SourceTree.sources.flatMap(undocumentedDeclarations))
    }

    @Test("The rule sees declarations with attributes, and takes a comment above them")
    func ruleFinds() {
        let text = """
            public import Values
            public struct Bare {}
            /// A documented one.
            @frozen
            public struct Documented {
                public private(set) var bare: Int
                @inlinable public static func bare(_ x: Int) -> Int { x }

                /// Documented.
                @inlinable
                public func documented() {}
                // Not a doc comment.
                public init(from text: String) {}
                public init(bare: Int) { self.bare = bare }
                public var description: String { "" }
                public static func == (a: Self, b: Self) -> Bool { true }
                internal func hidden() {}
            }
            public extension Int {}
            """
        #expect(undocumentedDeclarations(SourceFile(path: "Sources/Values/A.swift", contents: text)).map(\.line) == [2, 6, 7, 13])
    }
}

private let declarationWords: Set = [
    "func", "var", "let", "struct", "class", "enum", "actor", "protocol", "typealias", "init", "subscript", "macro", "associatedtype",
]

/// What a protocol of the standard library asks for is documented there, and what `LuaRaisable` asks for of every error, with it.
private let witnesses: Set = [
    "luaKind", "message", "field", "hint",
    "description", "debugDescription", "hash", "hashValue", "rawValue", "=", "<", "encode", "errorDescription", "makeIterator", "next",
    "startIndex", "endIndex", "index",
]

func undocumentedDeclarations(_ file: SourceFile) -> [Finding] {
    guard file.isSwift else { return [] }
    let tokens = file.text.tokens
    let documentedLines = Set(file.text.comments.filter(\.isDocumentation).map { $0.lastLine + 1 })
    return tokens.indices.compactMap { index in
        // `log.open()` is a call of something.
        guard ["public", "open"].contains(tokens[index].text), index == 0 || tokens[index - 1].text != ".", let declaration = declaration(in: tokens, from: index) else {
            return nil
        }
        if witnesses.contains(declaration.name) || (declaration.word == "init" && isMemberwise(tokens, from: index)) { return nil }
        let firstLine = lineOfFirstAttribute(in: tokens, before: index)
        guard !documentedLines.contains(firstLine) else { return nil }
        return Finding(path: file.path, line: tokens[index].line, message: "\(declaration.word) \(declaration.name) has no doc comment")
    }
}

/// The declaration that a `public` opens, or nil for an import, an extension and the like.
private func declaration(in tokens: [SourceText.Token], from index: Int) -> (word: String, name: String)? {
    let modifiers: Set = [
        "public", "open", "static", "final", "class", "indirect", "mutating", "nonmutating", "nonisolated", "override", "required",
        "convenience", "lazy", "weak", "unowned", "borrowing", "consuming", "isolated", "prefix", "postfix", "infix", "dynamic", "set",
        "private", "fileprivate", "package", "internal", "unsafe", "async",
    ]
    for next in (index + 1)..<min(index + 12, tokens.count) {
        let text = tokens[next].text
        // `class func` is a modifier, `class Name` a declaration.
        let isModifier = modifiers.contains(text) && !(text == "class" && !declarationWords.contains(following(tokens, next)))
        if isModifier || text == "(" || text == ")" || text == "@" || text == "inlinable" || text == "discardableResult" { continue }
        guard declarationWords.contains(text) else { return nil }
        let name = text == "init" || text == "subscript" ? "" : following(tokens, next)
        return (text, name)
    }
    return nil
}

/// Whether the initialiser takes nothing but properties of the file by their own names: these are documented where they stand.
private func isMemberwise(_ tokens: [SourceText.Token], from index: Int) -> Bool {
    let properties = Set(tokens.indices.dropFirst().filter { ["var", "let"].contains(tokens[$0 - 1].text) }.map { tokens[$0].text })
    var depth = 0
    for position in index..<tokens.count {
        switch tokens[position].text {
        case "(", "[": depth += 1
        case ")", "]":
            depth -= 1
            if depth == 0 { return true }
        case ":" where depth == 1 && !properties.contains(tokens[position - 1].text): return false
        default: break
        }
    }
    return false
}

private func following(_ tokens: [SourceText.Token], _ index: Int) -> String {
    index + 1 < tokens.count ? tokens[index + 1].text : ""
}

/// Goes up over attributes and modifiers, on the line of the declaration and on lines of their own.
private func lineOfFirstAttribute(in tokens: [SourceText.Token], before index: Int) -> Int {
    var line = tokens[index].line
    var position = index - 1
    while position >= 0 {
        let isOnThisLine = tokens[position].line == line
        let lineStart = tokens[...position].lastIndex { $0.isFirstOnLine } ?? position
        let isAttributeLine =
            tokens[lineStart].text == "@" && tokens[position].line == line - 1 && tokens[lineStart].line == line - 1
            && !tokens[lineStart...position].contains { declarationWords.contains($0.text) }
        guard isOnThisLine || isAttributeLine else { return line }
        line = tokens[position].line
        position = lineStart - 1
    }
    return line
}
