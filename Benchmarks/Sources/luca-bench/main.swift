import Foundation

/// Every group, in the order in which they run. The books come first: a process that is started counts the memory of the one that
/// starts it as its own peak, so this one must be small until then.
let allGroups: [Group] = [
    books,
    encryption,
    server,
    serverActs,
    completion,
    returns,
    growth,
    charts,
    spreadsheets,
    decimals,
    days,
    luaCalls,
]

let settings: Settings
do {
    settings = try Settings(arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
} catch {
    FileHandle.standardError.write(Data("\(error.message)\n\(Settings.usage)\n".utf8))
    exit(2)
}

var missed = 0
for group in allGroups where settings.groups.isEmpty || settings.groups.contains(group.name) {
    print("## \(group.name)\n\n\(group.about)\n")
    switch try group.run(settings) {
    case .table(let rows):
        print(markdown(rows) + "\n")
        missed += rows.count { !$0.isWithin }
    case .skipped(let reason):
        print("Skipped: \(reason)\n")
    }
}
print(missed == 0 ? "All budgets are kept." : "\(missed) over budget.")
exit(missed == 0 ? 0 : 1)
