import Foundation

/// Every group, in the order in which they run. Those that start programs come first: a process that is started counts the memory of the one that
/// starts it as its own peak, so this one must be small until then.
let allGroups: [Group] = [
    start,
    books,
    questions,
    peers,
    reports,
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
    hashes,
    luaCalls,
]

/// Says on standard error what is wrong, and ends with 2.
func refuse(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
}

let settings: Settings
var earlier: Record?
do {
    settings = try Settings(arguments: Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment)
    earlier = try settings.earlier.map { try Record(contentsOf: $0) }
} catch let error as Settings.UsageError {
    refuse("\(error.message)\n\(Settings.usage)")
} catch {
    refuse("\(error)")
}

var run = Run(settings)
for group in allGroups where settings.groups.isEmpty || settings.groups.contains(group.name) { run.measure(group) }
if let path = settings.record {
    do { try run.record.write(to: path) } catch { refuse("\(path) cannot be written: \(error)") }
}
print(run.missed == 0 ? "All budgets are kept." : "\(run.missed) over budget.")
guard let earlier else { exit(run.missed == 0 ? 0 : 1) }
let comparison = run.comparison(with: earlier)
print("\n## Compared with \(settings.earlier ?? "")\n\n\(comparison.report)")
exit(comparison.slower.isEmpty ? 0 : 1)
