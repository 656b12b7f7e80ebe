import Drawing
import LuaKit
import LuaSurface
import Reports
import Values

/// A file that a report is written to: `--pdf out.pdf`, `--html`, `xlsx=out.xlsx`, `to out.pdf`.
struct ReportOutput {
    /// The form of the file.
    let form: ReportForm
    /// Where it is written.
    let path: String
    /// The paper of a PDF.
    let paper: Paper

    private static let paperOption = ReportForm.paperOption

    /// The names by which the forms are asked for; several may mean one.
    private static let options: [String: ReportForm] = [
        "text": .text, "txt": .text, "markdown": .markdown, "md": .markdown, "html": .html, "pdf": .pdf, "xlsx": .xlsx, "excel": .xlsx,
    ]

    /// The options as they are typed, of each form the usual one.
    static let flags = ReportForm.allCases.map { "--\($0.rawValue)" } + ["--\(paperOption)"]

    /// Whether an option tells a file, or its paper.
    static func isOption(_ name: String) -> Bool { options[name] != nil || name == paperOption }

    /// Takes what says where the report goes out of its arguments. A parameter of the report's own goes before an option of the same name.
    ///
    /// A form without a path is written beside, named for the report and what it is of: `statement-2014.pdf`.
    static func take(from arguments: inout [LuaPair], of record: LuaFunction, in call: LuaCall) throws -> [ReportOutput] {
        let own = Set(record.parameters.map(\.name))
        var asked: [(form: ReportForm, path: String?)] = [], paper = Paper.a4, kept: [LuaPair] = [], rest = arguments[...]
        while let pair = rest.popFirst() {
            if let (form, path) = try file(behind: pair, rest.first, isOwn: own.contains("to")) {
                asked.append((form, path))
                rest.removeFirst()
                continue
            }
            guard let (name, value) = Self.option(pair), !own.contains(name), options[name] != nil || name == paperOption else {
                kept.append(pair)
                continue
            }
            var text = value
            if text == nil, case .integer? = rest.first?.key, let next = rest.first?.value.stringValue, name == paperOption || isPath(next, of: options[name]) {
                text = next
                rest.removeFirst()
            }
            if let form = options[name], text == nil, case .integer? = rest.first?.key, let other = rest.first?.value.stringValue, Self.isOtherFile(other) {
                throw LuaMisuse(
                    "\(other) is no \(form.rawValue.uppercased()): its name ends in .\(form.endings[0])", field: name, hint: "--\(name) alone calls it after the report")
            }
            if let form = options[name], let text, ReportForm(ofFile: text) != form {
                throw LuaMisuse("\(text) is no \(form.rawValue.uppercased()): its name ends in .\(form.endings[0])", field: name, hint: "--\(name) alone calls it after the report")
            }
            if let form = options[name] { asked.append((form, text)) } else { paper = try Self.paper(named: text ?? "") }
        }
        // What is left stands at its places anew.
        var place = 0
        arguments = kept.map { pair in
            guard case .integer = pair.key else { return pair }
            place += 1
            return LuaPair(.integer(place), pair.value)
        }
        let stem = Self.stem(record, arguments)
        return asked.map { ReportOutput(form: $0.form, path: $0.path ?? "\(stem).\($0.form.endings[0])", paper: paper) }
    }

    /// The file that `to` and the word behind it ask for, as a sentence does; nil for other arguments.
    ///
    /// - Parameter isOwn: whether the report has an argument `to`, which may be what is meant.
    private static func file(behind pair: LuaPair, _ next: LuaPair?, isOwn: Bool) throws -> (ReportForm, String)? {
        guard case .integer = pair.key, pair.value.stringValue == "to" else { return nil }
        let path = if case .integer? = next?.key { next.map { PlainText.plain($0.value) } ?? "" } else { "" }
        if let form = ReportForm(ofFile: path) { return (form, path) }
        if isOwn { return nil }
        if path.isEmpty { throw LuaMisuse("to needs a file behind it", field: "to", hint: "to statement.pdf, or --pdf alone") }
        let endings = ReportForm.allCases.map { "." + $0.endings[0] }
        throw LuaMisuse("no form of a report is called as \(path) is", field: "to", hint: "its name ends in \(endings.dropLast().joined(separator: ", ")) or \(endings.last ?? "")")
    }

    /// The paper of a name.
    static func paper(named name: String) throws -> Paper {
        if let paper = Paper(named: name) { return paper }
        throw LuaMisuse("there is no paper \"\(name)\"", field: paperOption, hint: "it is a4 or letter")
    }

    /// Writes what a report gave, and tells the file and its size.
    func write(_ value: LuaValue, named name: String, _ call: LuaCall) throws -> String {
        let bytes = try call.runtime.write(call.runtime.report(of: value, titled: name), as: form, to: path, paper: paper)
        return "\(path): \(bytes) bytes"
    }

    /// The name and the value of an option: `--pdf`, `--pdf=out.pdf`, `pdf=out.pdf`; nil for another argument.
    private static func option(_ pair: LuaPair) -> (name: String, value: String?)? {
        if case .string(let name) = pair.key {
            let bare = name.hasPrefix("--") ? String(name.dropFirst(2)) : name
            switch pair.value {
            case .string(let text): return (bare, text)
            case .boolean(true): return (bare, nil)
            case .none, .boolean, .integer, .number, .boxed, .object, .table, .function, .reference, .other: return nil
            }
        }
        guard let text = pair.value.stringValue, text.hasPrefix("--") else { return nil }
        guard let equals = text.firstIndex(of: "=") else { return (String(text.dropFirst(2)), nil) }
        return (String(text[..<equals].dropFirst(2)), String(text[text.index(after: equals)...]))
    }

    /// Whether a word is the name of a file of another form, such as `out.doc`: letters behind its last point.
    private static func isOtherFile(_ word: String) -> Bool {
        guard let point = word.lastIndex(of: "."), point != word.startIndex else { return false }
        let ending = word[word.index(after: point)...]
        return (2...5).contains(ending.count) && ending.allSatisfy { $0.isLetter || $0.isNumber } && ending.contains { $0.isLetter } && !word.contains(" ")
    }

    /// Whether the word behind a form is the file, and not an argument of the report.
    private static func isPath(_ word: String, of form: ReportForm?) -> Bool {
        guard let form, !word.hasPrefix("--") else { return false }
        return word.contains("/") || form.endings.contains { word.lowercased().hasSuffix(".\($0)") }
    }

    /// What a file is called that nobody named: the report, and what it is of.
    private static func stem(_ record: LuaFunction, _ arguments: [LuaPair]) -> String {
        let name = record.name.split(separator: ".").last.map(String.init) ?? record.name
        let words = arguments.map { PlainText.plain($0.value) }.filter { !$0.isEmpty && !$0.hasPrefix("-") }
        let parts = words.map { $0.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "-" } }.map { String($0) }
        return ([name] + parts).joined(separator: "-")
    }
}
