import Testing

private let longestFile = 400
private let longestFunction = 70
/// A switch alone is read case by case, as the rows of a table are.
private let longestTable = 100

@Suite("Files and functions are short enough to read")
struct SizeTests {
    @Test("No file is longer than 400 lines")
    func files() {
        let lua = SourceTree.others.filter { $0.path.hasSuffix(".lua") }
        expectNone((SourceTree.sources + SourceTree.tests + lua).flatMap(overlongFile))
    }

    @Test("No function is longer than 70 lines, or 100 where it is one switch alone")
    func functions() {
        expectNone(SourceTree.sources.flatMap(overlongFunctions))
    }

    @Test("The rules measure what they say")
    func rulesMeasure() {
        let body = String(repeating: "    work()\n", count: longestFunction - 2)
        let swift = "struct A {\nfunc fits() {\n\(body)}\n\nfunc isOneTooLong(\n    a: Int = { 1 }()\n) -> Int\n{\n\(body)}\nfunc required()\nvar x: Int { 1 }\n}\n"
        let found = overlongFunctions(SourceFile(path: "A.swift", contents: swift))
        #expect(found.map(\.message) == ["isOneTooLong has 73 lines, more than 70"])
        #expect(found.map(\.line) == [longestFunction + 3])

        let cases = "switch a {\n" + String(repeating: "case 1: 2\n", count: longestTable - 4) + "}\n"
        #expect(overlongFunctions(SourceFile(path: "A.swift", contents: "func table() {\n\(cases)}\n")) == [])
        #expect(overlongFunctions(SourceFile(path: "A.swift", contents: "func longer() {\n\(cases)work()\n}\n")).map(\.message) == ["longer has 101 lines, more than 70"])

        let c = "static int fits(int a) {\n\(body)}\nint is_one_too_long(int a)\n{\n\(body)}\nstruct s { int a; };\n"
        #expect(overlongFunctions(SourceFile(path: "a.c", contents: c)).map(\.message) == ["is_one_too_long has 71 lines, more than 70"])

        #expect(overlongFile(SourceFile(path: "a.lua", contents: String(repeating: "x\n", count: longestFile))) == [])
        #expect(overlongFile(SourceFile(path: "a.lua", contents: String(repeating: "x\n", count: longestFile + 1))).count == 1)
    }
}

func overlongFile(_ file: SourceFile) -> [Finding] {
    guard file.lines.count > longestFile else { return [] }
    return [Finding(path: file.path, line: longestFile + 1, message: "the file has \(file.lines.count) lines, more than \(longestFile)")]
}

func overlongFunctions(_ file: SourceFile) -> [Finding] {
    let functions = file.isSwift ? swiftFunctions(file.text.tokens) : cFunctions(file.text.tokens)
    return functions.compactMap { function in
        let length = function.lastLine - function.firstLine + 1
        let longest = function.isTable ? longestTable : longestFunction
        guard length > longest else { return nil }
        return Finding(
            path: file.path, line: function.firstLine, message: "\(function.name) has \(length) lines, more than \(longest)")
    }
}

private struct Function {
    var name: String
    var firstLine: Int
    var lastLine: Int
    /// Whether its body is one switch, and nothing before or behind it.
    var isTable = false
}

/// Functions, initialisers, subscripts and computed properties that have a body.
private func swiftFunctions(_ tokens: [SourceText.Token]) -> [Function] {
    let followers: Set = ["{", "where", "-", "throws", "async", "rethrows"]
    return tokens.indices.compactMap { start in
        guard ["func", "init", "deinit", "subscript", "var"].contains(tokens[start].text),
            start == 0 || ![".", "`"].contains(tokens[start - 1].text)
        else { return nil }
        var depth = 0
        for index in (start + 1)..<max(tokens.count, start + 1) {
            let token = tokens[index]
            if depth == 0, token.isFirstOnLine, !followers.contains(token.text) { return nil }
            switch token.text {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            case "=" where depth == 0, "}" where depth == 0, "," where depth == 0: return nil
            case "{" where depth == 0:
                let name = tokens[start].text == "func" || tokens[start].text == "var" ? tokens[start + 1].text : tokens[start].text
                let last = lineOfClosingBrace(tokens, from: index)
                return Function(name: name, firstLine: tokens[start].line, lastLine: last, isTable: isTable(tokens, from: index, to: last))
            default: break
            }
            if depth < 0 { return nil }
        }
        return nil
    }
}

/// Blocks at the top level that follow a closing parenthesis.
private func cFunctions(_ tokens: [SourceText.Token]) -> [Function] {
    var functions: [Function] = []
    var depth = 0
    var name: (text: String, line: Int) = ("", 0)
    for (index, token) in tokens.enumerated() {
        switch token.text {
        case "(" where depth == 0 && index > 0: name = (tokens[index - 1].text, tokens[index - 1].line)
        case "{":
            if depth == 0, index > 0, tokens[index - 1].text == ")" {
                functions.append(Function(name: name.text, firstLine: name.line, lastLine: lineOfClosingBrace(tokens, from: index)))
            }
            depth += 1
        case "}": depth -= 1
        default: break
        }
    }
    return functions
}

/// Whether a body that opens there is one switch alone, laid out over lines of its own.
private func isTable(_ tokens: [SourceText.Token], from opening: Int, to last: Int) -> Bool {
    guard opening + 1 < tokens.count, tokens[opening + 1].text == "switch", let block = tokens[(opening + 1)...].firstIndex(where: { $0.text == "{" }) else { return false }
    return lineOfClosingBrace(tokens, from: block) == last - 1
}

private func lineOfClosingBrace(_ tokens: [SourceText.Token], from opening: Int) -> Int {
    var depth = 0
    for token in tokens[opening...] {
        if token.text == "{" { depth += 1 }
        if token.text == "}" { depth -= 1 }
        if depth == 0 { return token.line }
    }
    return tokens[tokens.count - 1].line
}
