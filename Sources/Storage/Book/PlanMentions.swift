import JSON

/// Finds the entries of plans that name an account: in their bodies accounts stand as text.
struct PlanMentions {
    private struct Document: Hashable {
        let kind: String
        let name: String
    }

    private struct Version {
        let sequence: Int
        let isEmpty: Bool
        let isNaming: Bool
    }

    /// What the account is and was called.
    private let names: Set<String>
    private var versions: [Document: [Version]] = [:]
    private var occurrences: Set<Int> = []

    init(_ names: Set<String>) { self.names = names }

    /// Takes in the next row of the journal; those of other tables are passed over.
    mutating func visit(_ row: JournalRow) {
        switch row.table {
        case .plan:
            let document = Document(kind: row.string(2), name: row.string(3)), body = row.string(4)
            let isNaming = names.contains(document.name) || isNaming(body)
            versions[document, default: []].append(Version(sequence: row.sequence, isEmpty: body.isEmpty, isNaming: isNaming))
        case .occurrence: if names.contains(row.string(2)) { occurrences.insert(row.sequence) }
        default: break
        }
    }

    /// The entries that name it. Of a plan that names it as it stands all go, since an earlier version would come back to life.
    var removed: Set<Int> {
        versions.values.reduce(into: occurrences) { removed, versions in
            removed.formUnion((endsWithNaming(versions) ? versions : versions.filter(\.isNaming)).map(\.sequence))
        }
    }

    /// The plans in force that go wholly, such as `limit "ISA"`.
    var ended: [String] {
        versions.filter { endsWithNaming($0.value) && $0.value.last?.isEmpty == false }.map { "\($0.key.kind) \"\($0.key.name)\"" }.sorted()
    }

    private func endsWithNaming(_ versions: [Version]) -> Bool { versions.last?.isNaming ?? false }

    private func isNaming(_ body: String) -> Bool {
        // What is no JSON was written by something else; there the bare text decides.
        guard let json = try? JSONReader.read(Array(body.utf8)) else { return names.contains(where: body.contains) }
        return isNaming(json)
    }

    private func isNaming(_ json: JSONValue) -> Bool {
        switch json {
        case .string(let text): names.contains(text)
        case .array(let items): items.contains(where: isNaming)
        case .object(let members): members.contains { names.contains($0.key) || isNaming($0.value) }
        case .null, .bool, .number: false
        }
    }
}

extension JournalRow {
    /// The text of a column; empty where it has none.
    func string(_ column: Int) -> String {
        if case .text(let bytes) = fields[column] { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}
