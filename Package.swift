// swift-tools-version: 6.2
import PackageDescription

// Upcoming language features, each with its proposal.
var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
    .treatAllWarnings(as: .error),  // SE-0443, SE-0480
]

// `make libfuzzer` instruments domo's own code for coverage.
let isForLibFuzzer = Context.environment["DOMO_LIBFUZZER"] != nil
if isForLibFuzzer { settings.append(.unsafeFlags(["-sanitize=fuzzer"])) }

// The benchmarks are only for `make bench`, `make soak` and `make check`: other builds are faster without them.
let isForBenchmarks = Context.environment["DOMO_BENCH"] != nil

// `make demo` builds only the programs that it runs, and domo-web without TLS: BoringSSL takes a third of the build.
let isForDemo = Context.environment["DOMO_DEMO"] != nil

// `make release` sets the commit, for --version.
let commit = Context.environment["DOMO_COMMIT"].flatMap { $0.isEmpty ? nil : $0 }

// Only `make docs` needs the documentation plugin.
let documentation: [Package.Dependency] =
    Context.environment["DOMO_DOCS"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// The daemon's targets can't import the standard library's regular expressions: they make the daemon 1.3 MB larger.
let lean: Set = [
    "DomoLanguage", "DomoCalendar", "DomoKNXHouse", "DomoEngine", "DomoXML", "DomoYAML", "DomoJSON", "DomoSystem",
    "DomoKNXIP", "DomoHistory", "DomoDaemon", "DomoOptions", "DomoControl", "DomoBridge", "DomoMQTT",
]
let leanSettings = settings + [.unsafeFlags(["-Xfrontend", "-disable-implicit-string-processing-module-import"])]

let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let serviceLifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")
let nioFoundation: Target.Dependency = .product(name: "NIOFoundationEssentialsCompat", package: "swift-nio")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore: Target.Dependency = .product(name: "HummingbirdCore", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1: Target.Dependency = .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioSSL: Target.Dependency = .product(name: "NIOSSL", package: "swift-nio-ssl")
let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")

// The words and decisions, which many targets need; what knows KNX; what front ends of domod need, and those on NIO.
let engine: [Target.Dependency] = ["DomoModel", "DomoLanguage", "DomoCalendar", "DomoEngine"]
let knx: [Target.Dependency] = ["DomoKNX", "DomoKNXBus", "DomoKNXHouse"]
let bridge: [Target.Dependency] = ["DomoModel", "DomoLanguage", "DomoJSON", "DomoSystem", "DomoBridge"]
let fleetHouse: [Target.Dependency] = ["DomoNATS", "DomoClient", "domo", "domod", "domo-fleet", nioCore, nioPosix]
let service = [nioCore, nioPosix, argumentParser, logging, serviceLifecycle, unixSignals]
let fleet: [Target.Dependency] = ["DomoFleet", "DomoNATS", "DomoClient"]

/// The tests of a target, which mirror it. `dependencies` are what they import besides it and DomoTestKit.
@MainActor func tests(of target: String, with dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target
{
    .testTarget(
        name: "\(target)Tests",
        dependencies: [.init(stringLiteral: target), "DomoTestKit"] + dependencies,
        exclude: exclude,
        swiftSettings: settings
    )
}

/// A target that is a library.
@MainActor func library(_ name: String, with dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: lean.contains(name) ? leanSettings : settings)
}

/// The programs, and the libraries that they start.
let programs = [
    "domo": "DomoCLI", "domo-fleet": "DomoFleet", "domo-fleet-store": "DomoFleetStore",
    "domo-fleet-web": "DomoFleetWeb", "domo-import": "DomoImport", "domo-mqtt": "DomoMQTT",
    "domo-notify": "DomoNotify", "domo-sim": "DomoSim", "domo-web": "DomoWeb", "domod": "DomoDaemon",
].sorted { $0.key < $1.key }

@MainActor func program(_ name: String, of dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

let package = Package(
    name: "domo",
    products: programs.map { .executable(name: $0.key, targets: [$0.key]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ] + documentation,
    targets: [
        // MARK: System libraries
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
        .systemLibrary(name: "CLibPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CLibZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
        .target(name: "CLibCurl"),  // libcurl, loaded on first use; its headers are in libcurl4-openssl-dev
        .target(name: "CPacketGate", linkerSettings: [.linkedLibrary("ssl")]),  // checks what libmosquitto reads
        .target(name: "CDigest"),  // SHA-256 of libcrypto, loaded on first use
        .target(name: "CQRCode"),  // QR codes by libqrencode, loaded on first use
        .target(name: "CClock"),  // whether the machine's clock is synchronized
        .target(name: "CModelHouse"),  // the model house, for `domod --demo`
        .target(name: "CVersion", cSettings: commit.map { [.define("DOMO_COMMIT", to: "\"\($0)\"")] } ?? []),

        // MARK: DomoModel: houses, elements, actions, readings
        .target(name: "DomoModel", swiftSettings: leanSettings),
        tests(of: "DomoModel"),
        // MARK: DomoLanguage: requests, replies, events
        library("DomoLanguage", with: ["CVersion", "DomoModel"]),
        tests(of: "DomoLanguage", with: ["DomoModel"]),
        // MARK: DomoCalendar: civil time and the sun
        library("DomoCalendar", with: ["DomoModel"]),
        tests(of: "DomoCalendar", with: ["DomoModel"]),

        // MARK: DomoKNX: KNX codecs and connections, without I/O
        .target(name: "DomoKNX", swiftSettings: leanSettings),
        tests(of: "DomoKNX", exclude: ["Recorded"]),
        // MARK: DomoKNXHouse: what house files say about KNX
        library("DomoKNXHouse", with: ["DomoModel", "DomoLanguage", "DomoKNX"]),
        tests(of: "DomoKNXHouse", with: ["DomoModel", "DomoXML", "DomoKNX"]),

        // MARK: DomoEngine: the engine, without I/O, and the link ports
        library("DomoEngine", with: ["DomoModel", "DomoLanguage", "DomoCalendar"]),
        tests(of: "DomoEngine", with: ["DomoModel", "DomoLanguage", "DomoCalendar", "DomoXML"]),
        // MARK: DomoEngineTesting: a simulated house with faults around the engine, from a seed
        library("DomoEngineTesting", with: ["DomoModel", "DomoLanguage", "DomoEngine"]),
        tests(of: "DomoEngineTesting", with: ["DomoLanguage"]),

        // MARK: DomoXML: reads house files
        library("DomoXML", with: ["DomoModel", "CLibXML2"]),
        tests(of: "DomoXML", with: ["DomoModel"], exclude: ["Corpus"]),
        // MARK: DomoYAML: reads configuration and dialect files
        library("DomoYAML", with: ["DomoModel", "CLibYAML"]),
        tests(of: "DomoYAML"),
        // MARK: DomoJSON: JSON from outside, with paths and limits
        library("DomoJSON", with: ["CJansson"]),
        tests(of: "DomoJSON"),
        // MARK: DomoSystem: threads, files and other services of the operating system
        library("DomoSystem", with: ["CLinux"]),

        // MARK: DomoTestKit: child processes and loopback servers, for tests and benchmarks
        library("DomoTestKit", with: ["DomoSystem"]),
        .testTarget(name: "DomoTestKitTests", dependencies: ["DomoTestKit"], swiftSettings: settings),

        // MARK: DomoHTTP: dialects and the HTTP link
        .target(
            name: "DomoHTTP",
            dependencies: [
                "DomoModel", "DomoLanguage", "DomoEngine", "DomoYAML", "DomoJSON", "DomoSystem", "CLibCurl", "CLinux",
                "CLibPCRE2", "CLibXML2",
            ],
            resources: [.embedInCode("Dialects/Shipped")],
            swiftSettings: leanSettings
        ),
        tests(
            of: "DomoHTTP",
            with: [
                "DomoModel", "DomoLanguage", "DomoEngine", "DomoYAML", "DomoJSON", "DomoSystem", "CLibCurl", nioCore,
                nioPosix,
                nioHTTP1,
            ]
        ),

        // MARK: DomoKNXBus: a KNX installation as a link, without I/O
        .target(name: "DomoKNXBus", dependencies: engine + ["DomoKNX", "DomoKNXHouse"], swiftSettings: leanSettings),
        tests(of: "DomoKNXBus", with: engine + ["DomoKNX", "DomoKNXHouse"]),

        // MARK: DomoKNXSim: the simulated bus and its interface, without I/O
        library("DomoKNXSim", with: ["DomoModel", "DomoKNX", "DomoKNXHouse"]),
        tests(of: "DomoKNXSim", with: ["DomoModel", "DomoKNX", "DomoKNXHouse"]),
        // MARK: DomoKNXTesting: the engine and its KNX link on the simulated bus, from a seed
        library("DomoKNXTesting", with: engine + knx + ["DomoEngineTesting", "DomoKNXSim"]),
        tests(of: "DomoKNXTesting", with: engine + knx + ["DomoEngineTesting"]),

        // MARK: DomoKNXIP: the sockets to KNXnet/IP interfaces
        library("DomoKNXIP", with: knx + ["DomoModel", "DomoLanguage", "DomoEngine", "DomoSystem", nioCore, nioPosix]),
        tests(of: "DomoKNXIP"),

        // MARK: DomoHistory: readings and orders in SQLite
        library("DomoHistory", with: ["DomoModel", "DomoLanguage", "DomoCalendar", "DomoSystem", "CSQLite"]),
        tests(of: "DomoHistory", with: ["DomoModel", "DomoLanguage", "DomoSystem", "CSQLite"]),

        // MARK: DomoOptions: the command lines of the programs that must stay small
        library("DomoOptions", with: ["DomoModel"]),
        tests(of: "DomoOptions"),
        // MARK: DomoUsage: usage errors of the programs with ArgumentParser
        library("DomoUsage", with: ["DomoSystem", argumentParser]),
        tests(of: "DomoUsage", with: [argumentParser]),

        // MARK: DomoSim: the simulated house
        library(
            "DomoSim",
            with: [
                "DomoModel", "DomoLanguage", "DomoXML", "DomoKNX", "DomoKNXHouse", "DomoKNXSim", "DomoSystem",
                "DomoUsage", nioCore, nioPosix, nioHTTP1, argumentParser,
            ]
        ),
        tests(
            of: "DomoSim",
            with: ["DomoModel", "DomoXML", "DomoKNX", "DomoKNXHouse", "DomoKNXSim", nioCore, nioPosix, argumentParser]
        ),

        // MARK: DomoControl: the control socket for programs that wait with poll(2)
        library("DomoControl", with: ["DomoLanguage"]),
        // MARK: DomoClient: the control socket for programs on NIO
        library("DomoClient", with: ["DomoLanguage", "DomoSystem", nioCore, nioPosix, serviceLifecycle]),

        // MARK: DomoNATS: a client of NATS servers
        library("DomoNATS", with: ["CLibCrypto", "DomoLanguage", "DomoJSON", "DomoSystem", nioCore, nioPosix, nioSSL]),
        tests(of: "DomoNATS", with: [nioCore, nioEmbedded, nioPosix]),

        // MARK: DomoWeb: the web page and the HTTP API
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CWebPage", exclude: ["page"]),
        .target(
            name: "DomoWeb",
            dependencies: [
                "CWebPage", "CZlib", "DomoModel", "DomoLanguage", "DomoSystem", "DomoClient", "DomoUsage", hummingbird,
                hummingbirdCore, httpTypes, nioCore, nioPosix, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioFoundation,
                argumentParser, logging, serviceLifecycle,
            ] + (isForDemo ? [] : [nioSSL]),
            exclude: [isForDemo ? "TLS" : "WithoutTLS"],
            swiftSettings: settings
        ),
        tests(
            of: "DomoWeb",
            with: [hummingbird, httpTypes, nioCore, nioEmbedded, nioPosix, nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1]
        ),
        // MARK: DomoBridge: what the bridges share: files, secrets, logs
        library("DomoBridge", with: ["DomoModel", "DomoLanguage", "DomoYAML", "DomoJSON", "DomoSystem"]),

        // MARK: DomoNotify: notices to people, calls to programs
        library(
            "DomoNotify",
            with: bridge + service + ["CLibCrypto", "CLibCurl", "DomoYAML", "DomoClient", "DomoUsage"]
        ),
        tests(of: "DomoNotify", with: ["CLibCurl"] + bridge),

        // MARK: DomoMQTT: the house on an MQTT broker
        library("DomoMQTT", with: bridge + ["CMosquitto", "CPacketGate", "DomoYAML", "DomoOptions", "DomoControl"]),
        tests(of: "DomoMQTT", with: bridge),

        // MARK: DomoFleet: many houses on NATS
        library(
            "DomoFleet",
            with: bridge + service + ["CClock", "DomoNATS", "DomoClient", "DomoControl", "DomoUsage"]
        ),
        tests(of: "DomoFleet", with: bridge + fleetHouse),
        // MARK: DomoFleetStore: their reports in PostgreSQL
        library("DomoFleetStore", with: bridge + service + fleet + ["CLibCrypto", "CLibPQ", "DomoUsage"]),
        tests(of: "DomoFleetStore", with: bridge + fleetHouse + ["DomoFleet", "domo-fleet-store"]),
        program("domo-fleet-load", of: bridge + fleet + [argumentParser, nioCore, nioPosix]),
        // MARK: DomoFleetWeb: the page of all houses
        .target(name: "CFleetPage", exclude: ["page"]),
        library(
            "DomoFleetWeb",
            with: bridge + service + fleet + ["CFleetPage", "DomoFleetStore", "DomoUsage", "DomoWeb"]
                + [hummingbird, httpTypes]
        ),
        tests(of: "DomoFleetWeb", with: bridge + ["DomoFleet", "DomoFleetStore", "domod", "domo-fleet-web"]),

        // MARK: DomoDaemon: the shell around the engine
        library(
            "DomoDaemon",
            with: engine + knx + [
                "CClock", "CDigest", "CLinux", "CModelHouse", "DomoXML", "DomoYAML", "DomoJSON", "DomoHTTP",
                "DomoKNXIP", "DomoHistory", "DomoSystem", "DomoOptions", logging, nioCore, nioPosix, serviceLifecycle,
                unixSignals,
            ]
        ),
        tests(
            of: "DomoDaemon",
            with: engine + knx + [
                "DomoXML", "DomoYAML", "DomoSystem", "DomoHTTP", "DomoSim", "DomoOptions", logging, nioCore, nioPosix,
                serviceLifecycle,
            ]
        ),

        // MARK: DomoCLI: the command line
        library(
            "DomoCLI",
            with: [
                "CClock", "CQRCode", "DomoModel", "DomoLanguage", "DomoJSON", "DomoSystem", "DomoControl",
                "DomoOptions",
            ]
        ),
        tests(of: "DomoCLI", with: ["DomoModel", "DomoLanguage", "DomoControl"]),

        // MARK: DomoImport: house files from other programs' projects
        library(
            "DomoImport",
            with: [
                "DomoModel", "DomoLanguage", "DomoKNX", "DomoKNXHouse", "DomoSystem", "DomoXML", "DomoUsage",
                "CLibXML2", "CLibZip", "CLibCrypto", argumentParser,
            ]
        ),
        tests(
            of: "DomoImport",
            with: ["DomoModel", "DomoXML", "DomoLanguage", "DomoKNX", "DomoKNXHouse", "CLibZip"],
            exclude: ["Fixtures"]
        ),

        // MARK: DomoFuzz: fuzz targets for everything that reads external input
        library(
            "DomoFuzz",
            with: engine + knx + [
                "DomoXML", "DomoYAML", "DomoHTTP", "DomoSim", "DomoMQTT", "DomoNATS", "DomoFleet", "DomoDaemon",
                nioCore,
            ]
        ),
        program("domo-fuzz", of: ["DomoEngineTesting", "DomoFuzz", "DomoKNXTesting", argumentParser]),
        .testTarget(name: "FuzzTests", dependencies: ["DomoFuzz"], swiftSettings: settings),

        // MARK: End-to-end tests
        .testTarget(
            name: "EndToEnd",
            dependencies: ["DomoModel", "DomoLanguage", "DomoTestKit"]
                + programs.map { .init(stringLiteral: $0.key) },
            exclude: ["Recorded", "Texts"],
            swiftSettings: settings
        ),
    ]
        + programs.map { program($0.key, of: [.init(stringLiteral: $0.value)]) },
    swiftLanguageModes: [.v6]
)

// MARK: DomoLibFuzzer: the fuzz targets for libFuzzer

if isForLibFuzzer {
    package.products.append(.library(name: "DomoLibFuzzer", type: .static, targets: ["DomoLibFuzzer"]))
    package.targets.append(.target(name: "DomoLibFuzzer", dependencies: ["DomoFuzz"], swiftSettings: settings))
}

// MARK: Benchmarks

if isForBenchmarks {
    package.targets += [
        .systemLibrary(name: "CBench"),
        program(
            "domo-bench-server",
            of: ["DomoModel", "DomoLanguage", hummingbird, httpTypes, logging, nioCore, nioPosix]
        ),
        .executableTarget(
            name: "domo-bench",
            dependencies: engine + [
                "CBench", "CLibCurl", "DomoKNX", "DomoHistory", "DomoEngineTesting", "DomoSystem", "DomoTestKit",
                nioCore, nioPosix,
            ],
            swiftSettings: settings
        ),
        .testTarget(name: "DomoBenchTests", dependencies: ["domo-bench"], swiftSettings: settings),
    ]
}

// MARK: The demo

if isForDemo {
    let others = [
        "domo-fleet", "DomoFleet", "domo-fleet-load", "domo-fleet-store", "DomoFleetStore", "domo-fleet-web",
        "DomoFleetWeb", "CFleetPage", "DomoNATS", "domo-import", "DomoImport", "domo-mqtt", "DomoMQTT", "domo-notify",
        "DomoNotify", "DomoBridge", "domo-fuzz", "DomoFuzz",
        "DomoEngineTesting", "DomoKNXTesting", "DomoTestKit",
    ]
    package.products.removeAll { others.contains($0.name) }
    package.targets.removeAll { $0.type == .test || others.contains($0.name) }
}

// MARK: One part of the package

// `DOMO_ONLY=DomoKNXBusTests swift test`: these targets, separated by commas, with what they need, and nothing else.
if let wanted = Context.environment["DOMO_ONLY"] {
    var needed: Set<String> = []
    func need(_ name: String) {
        guard needed.insert(name).inserted else { return }
        let target = package.targets.first { $0.name == name }
        for case .byNameItem(let dependency, _) in target?.dependencies ?? [] { need(dependency) }
    }
    for name in wanted.split(separator: ",") { need(String(name)) }
    package.products.removeAll { !needed.contains($0.name) }
    package.targets.removeAll { !needed.contains($0.name) }
}
