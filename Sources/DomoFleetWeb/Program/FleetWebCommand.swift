public import ArgumentParser
import CFleetPage
import DomoBridge
import DomoFleetStore
import DomoLanguage
import DomoSystem
import DomoUsage
import DomoWeb
import Glibc
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `domo-web --fleet`, a program of its own: the page of many houses.
public struct FleetWebCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "domo-fleet-web",
        abstract: "Serve a web page of all houses of a fleet, and an HTTP API for programs.",
        usage: """
            domo-web --fleet --postgres URL (--credentials FILE [--nats URL] | --sockets FOLDER) [--listen ADDRESS] \
            [--public-url URL] [--proxy ADDRESS] [--certificate FILE --key FILE] [--hsts]
            """,
        discussion: """
            Each person signs in with a token, created with "domo-fleet person token NAME", and sees the houses that \
            were granted with "domo-fleet person grant". "domo-fleet tenant house" gives houses to tenants. What a person \
            may do in a house, the house decides: for the token that the person got there, and enters once. It is stored \
            in PostgreSQL, encrypted with a key that only the token of the person gives.
            """,
        version: "domo-fleet-web \(domoBuild)"
    )

    @Option(help: ArgumentHelp("The database: postgresql://USER@HOST:PORT/DATABASE.", valueName: "url"))
    var postgres: String

    @Option(help: ArgumentHelp("The credentials of a program that asks houses over NATS.", valueName: "file"))
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "A server of the fleet: tls://HOST:PORT; may be repeated (default: those of the credentials).",
            valueName: "url"
        )
    )
    var nats: [String] = []

    @Option(
        help: ArgumentHelp(
            "Instead of --credentials: the folder with the control sockets of houses whose domod runs on this machine, ID.sock each.",
            valueName: "folder"
        )
    )
    var sockets: String?

    @Option(help: ArgumentHelp("Where to listen: HOST:PORT, [HOST]:PORT or unix:PATH.", valueName: "address"))
    var listen = "127.0.0.1:8490"

    @OptionGroup var web: WebOptions

    public init() {}

    /// Runs until SIGTERM or SIGINT.
    public static func start() async { await runProgram() }

    public func validate() throws {
        _ = try WebServer.address(listen, "--listen")
        guard (credentials == nil) != (sockets == nil) else {
            throw ValidationError("expected either --credentials FILE or --sockets FOLDER")
        }
        guard sockets == nil || nats.isEmpty else { throw ValidationError("--nats needs --credentials") }
    }

    /// Writes an error message, and returns the exit status.
    private func fault(_ message: some CustomStringConvertible, _ status: Int32 = 78) -> ExitCode {
        StandardStream.error.write("domo-fleet-web: \(message)\n")
        return ExitCode(status)
    }

    /// A new folder for the sockets of relays.
    private func relayFolder() throws -> String {
        let parent = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "/tmp"
        do throws(FileBytes.Fault) {
            return try FileBytes.makeTemporaryFolder("\(parent.isEmpty ? "/tmp" : parent)/domo-fleet-web-")
        } catch {
            throw fault(error.message)
        }
    }

    /// The relays to houses; nil with --sockets.
    private func relays(in folder: String, on eventLoop: any EventLoop) throws -> RelaySockets? {
        guard let credentials else { return nil }
        do {
            return try RelaySockets(
                credentials: credentials,
                servers: nats,
                folder: folder,
                on: eventLoop,
                log: Log(program: "domo-fleet-web", hasPriorities: ServiceManager.ofProcess.isThere)
            )
        } catch {
            throw fault("\(error)")
        }
    }

    public func run() async throws {
        let server = try WebServer("domo-fleet-web", listen: listen, web)
        var store = StoreSettings(url: postgres)
        store.name = "domo-fleet-web"
        // A person waits for it.
        (store.connectTimeout, store.statementTimeout) = (.seconds(5), .seconds(10))
        let workers = StoreWorkers(store)
        do throws(ThreadFault) {
            try workers.start()
        } catch {
            throw fault(error, 71)
        }
        let folder = try relayFolder()
        let relays = try relays(in: folder, on: server.eventLoop)
        let people = People(workers, server.origins, isSecure: web.isSecure)
        let houses = OpenHouses(
            relays ?? LocalSockets(folder: sockets ?? ""),
            OpenHouses.Shared(
                origins: server.origins,
                addresses: server.addresses,
                isSecure: web.isSecure,
                group: server.eventLoop
            )
        )
        let orders = SetOrders(people, houses)
        let site = FleetSite(
            api: FleetAPI(
                people: people,
                houses: houses,
                orders: orders,
                connections: server.counts,
                isSecure: web.isSecure
            ),
            assets: Self.assets(),
            origins: server.origins,
            addresses: server.addresses,
            isOnlySecure: web.hsts
        )
        relays?.start()
        try await server.run(site, services: [HouseKeeping(houses: houses)])
        await orders.end()
        await relays?.stop()
        rmdir(folder)
        await workers.stop()
    }

    /// The modules of the page of a house, which both use, with the files of this page.
    static func assets() -> Assets {
        var assets = Assets()
        for file in UnsafeBufferPointer(start: domo_fleet_page_files_start(), count: domo_fleet_page_file_count) {
            let name = String(cString: file.name)
            let isOfBoth = name == "index.html" || name == "openapi.json"
            assets.add(
                Array(UnsafeBufferPointer(start: file.bytes, count: file.count)),
                as: isOfBoth ? name : "fleet/\(name)"
            )
        }
        return assets
    }
}
