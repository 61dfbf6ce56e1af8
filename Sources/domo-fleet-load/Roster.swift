import DomoFleet
import DomoNATS
import DomoSystem
import NIOCore

/// The simulated houses on an event loop.
struct Roster: Sendable {
    private let loop: any EventLoop
    private let houses: NIOLoopBoundBox<[LoadHouse]>

    init(_ loop: any EventLoop) {
        self.loop = loop
        houses = .makeBoxSendingValue([], eventLoop: loop)
    }

    func add(_ house: HouseID, _ history: LoadHistory, _ shared: LoadHouse.Shared, _ settings: NATSSettings) {
        loop.execute {
            let saved = Self.saved("\(shared.state)/\(house)")
            let house = LoadHouse(house, history: history, saved: saved, shared: shared, on: loop)
            houses.value.append(house)
            house.start(settings)
        }
    }

    private static func saved(_ path: String) -> [UInt8]? {
        guard FileBytes.isThere(path) else { return nil }
        do throws(FileBytes.Fault) {
            return try FileBytes.read(path, maxBytes: 8 << 20)
        } catch {
            StandardStream.error.write("domo-fleet-load: can't read \(path): \(error.message)\n")
            return nil
        }
    }

    /// - Returns: how many records their histories have then.
    func end(at time: Int64) -> EventLoopFuture<UInt64> {
        loop.submit { houses.value.reduce(0) { $0 + $1.end(at: time) } }
    }
}
