// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds luca builds its benchmarks. Run it by bin/bench.

let package = Package(
    name: "luca-bench",
    dependencies: [.package(name: "luca", path: "..")],
    targets: [
        .executableTarget(
            name: "luca-bench",
            dependencies: [.product(name: "LucaCore", package: "luca")],
            swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility")])
    ],
    swiftLanguageModes: [.v6]
)
