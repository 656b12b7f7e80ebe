// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nobody who builds luca builds its fuzzers. Run it by bin/fuzz; README.md tells the rest.

let package = Package(
    name: "luca-fuzz",
    dependencies: [.package(name: "luca", path: "../..")],
    targets: [
        .executableTarget(
            name: "luca-fuzz",
            dependencies: [.product(name: "LucaCore", package: "luca")],
            path: ".",
            exclude: ["README.md", "Corpus", "Targets/CorpusTests.swift"],
            sources: ["Targets", "Program"],
            swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility")])
    ],
    swiftLanguageModes: [.v6]
)
