import DomoFleet
import DomoWeb
import HTTPTypes
import NIOCore
import ServiceLifecycle

/// The houses that somebody looks at or gives orders to, each with its page.
actor OpenHouses {
    private struct Entry {
        var page: HousePage
        var socket: any HouseSocket
        /// Sends the heartbeats of the page.
        var task: Task<Void, Never>
        var lastUse: ContinuousClock.Instant
    }

    /// What all pages share.
    struct Shared: Sendable {
        var origins: Origins
        var addresses: ClientAddresses
        var isSecure: Bool
        var group: any EventLoopGroup
    }

    private static let maxOpen = 512
    private static let idle: Duration = .seconds(150)

    private let sockets: any HouseSockets
    private let shared: Shared
    private let budget = HousePage.Budget()
    private var entries: [HouseID: Entry] = [:]
    /// In progress, so that a house is opened once.
    private var opening: [HouseID: Task<HousePage, any Error>] = [:]

    init(_ sockets: any HouseSockets, _ shared: Shared) { (self.sockets, self.shared) = (sockets, shared) }

    /// - Throws: 502 or 503 if the house can't be reached.
    func page(of house: HouseID) async throws(Problem) -> HousePage {
        if let entry = entries[house] {
            entries[house]?.lastUse = .now
            return entry.page
        }
        let task = opening[house] ?? Task { try await self.open(house) }
        opening[house] = task
        do {
            return try await task.value
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.serviceUnavailable, "unreachable", "\(error)")
        }
    }

    private func open(_ house: HouseID) async throws(Problem) -> HousePage {
        defer { opening[house] = nil }
        if entries.count + opening.count > Self.maxOpen { await close(atMost: Self.maxOpen / 2) }
        guard entries.count + opening.count <= Self.maxOpen else {
            var problem = Problem(
                .serviceUnavailable,
                "busy",
                "\(entries.count) houses are open",
                hint: "try again in a moment"
            )
            problem.headers[.retryAfter] = "5"
            throw problem
        }
        let socket = try await sockets.open(house)
        let page = HousePage(
            socket: socket.path,
            budget: budget,
            origins: shared.origins,
            addresses: shared.addresses,
            isSecure: shared.isSecure,
            on: shared.group
        )
        entries[house] = Entry(page: page, socket: socket, task: Task { await page.run() }, lastUse: .now)
        return page
    }

    /// Closes houses that nobody uses, those that were not used for longest first, until so many are left.
    private func close(atMost count: Int) async {
        let oldest = entries.sorted { $0.value.lastUse < $1.value.lastUse }
        for (house, entry) in oldest {
            guard entries.count > count else { return }
            let isIdle = await entry.page.isIdle
            if isIdle, entries[house]?.lastUse == entry.lastUse { await close(house) }
        }
    }

    private func close(_ house: HouseID) async {
        guard let entry = entries.removeValue(forKey: house) else { return }
        entry.task.cancel()
        await entry.task.value
        await entry.socket.close()
    }

    /// Closes idle houses, until it is cancelled; then all.
    func performHousekeeping() async {
        while !Task.isCancelled {
            do {
                // Often enough for houses that are closed after minutes.
                try await Task.sleep(for: .seconds(10))
            } catch {
                break
            }
            for (house, entry) in entries where entry.lastUse + Self.idle < .now {
                let isIdle = await entry.page.isIdle
                if isIdle, entries[house]?.lastUse == entry.lastUse { await close(house) }
            }
        }
        for house in Array(entries.keys) { await close(house) }
    }
}

/// Closes houses that nobody uses.
struct HouseKeeping: Service {
    let houses: OpenHouses

    func run() async throws { await cancelWhenGracefulShutdown { await houses.performHousekeeping() } }
}
