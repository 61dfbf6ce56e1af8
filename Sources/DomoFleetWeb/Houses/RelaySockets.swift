import DomoBridge
import DomoFleet
import DomoWeb
import HTTPTypes
import NIOCore

/// Sockets that lead to houses over NATS, in a private folder.
struct RelaySockets: HouseSockets {
    private struct Socket: HouseSocket {
        let relay: HouseRelay

        var path: String { relay.path }

        func close() async { await relay.close() }
    }

    private let caller: FleetCaller
    private let folder: String

    /// - Throws: what is wrong with the credentials or the folder, for people.
    init(
        credentials path: String,
        servers: [String],
        folder: String,
        on eventLoop: any EventLoop,
        log: Log
    ) throws {
        let credentials = try UserCredentials(file: path, of: .asker)
        let settings = try credentials.settings(servers: servers, name: "domo-fleet-web \(credentials.name)")
        caller = FleetCaller(settings, asker: credentials.name, on: eventLoop) { event in
            FleetLog.note(event, log) { _ in }
        }
        self.folder = folder
    }

    func start() { caller.start() }

    func stop() async { await caller.stop() }

    func open(_ house: HouseID) async throws(Problem) -> any HouseSocket {
        do throws(HouseFault) {
            return Socket(
                relay: try await HouseRelay.listen(house, in: folder, over: caller, principal: "domo-fleet-web")
            )
        } catch {
            throw Problem(.serviceUnavailable, "unreachable", "\(error)")
        }
    }
}
