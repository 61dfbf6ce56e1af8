import DomoEngine
import DomoLanguage
import DomoModel
import Logging

/// `domod --check-config`: reads everything that a start reads, and starts nothing.
enum ConfigurationCheck {
    /// Prints what a start would warn of, and what it would leave out.
    ///
    /// - Parameter report: receives each line about a problem.
    /// - Throws: where a start would fail.
    static func run(
        _ source: ConfigurationSource,
        report: @escaping @Sendable (String) -> Void = Output.error,
        print: (String) -> Void = { Swift.print($0) }
    ) async throws(StartFault) -> ExitStatus {
        let load = try await load(source)
        for problem in load.leftOut { report(problem) }
        let catalog = load.catalog
        // Some warnings follow from all links together.
        let prepared = PreparedLoad(catalog, after: Engine(seed: 0, at: .now()).loadBase, at: .now())
        let warnings = catalog.warnings + prepared.warnings + OrderCheck.warnings(in: catalog)
        for warning in warnings where !load.leftOut.contains(where: warning.hasPrefix) {
            report("warning: \(warning)")
        }
        guard load.leftOut.isEmpty else {
            report("the configuration has errors: a start would leave out what they are in, and a reload would fail")
            return .badData
        }
        let links = counted(catalog.links.count, "link")
        let scenes = counted(catalog.scenes.count, "scene")
        print("the configuration is valid: \(Inventory(catalog.index.houses)), \(links), \(scenes)")
        return .done
    }

    /// Loads as a start would, with links that send nothing.
    static func load(_ source: ConfigurationSource) async throws(StartFault) -> CatalogLoader.Load {
        let configuration = try source.read()
        try configuration.requireSocketFolder()
        let loader = CatalogLoader(
            source: source,
            started: configuration,
            simulate: configuration.usesDemo ? DemoHouse.unstarted : nil,
            resources: nil,
            keepsCopies: false,
            log: Logger(label: "check") { _ in SwiftLogNoOpLogHandler() }
        )
        do throws(Fault) {
            return try await loader.start()
        } catch {
            throw StartFault(error.code.exitStatus, error.message, hint: error.hint)
        }
    }
}
