import DomoModel
import NIOCore
import Synchronization

/// The state shared by all connections.
final class SimulatorCore: Sendable {
    private struct State: Sendable {
        var house: SimulatedHouse
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isClosed = false
    }

    let latency: TimeAmount
    private let onSignal: @Sendable (String) -> Void
    private let state: Mutex<State>
    private let start = ContinuousClock.now
    /// Nil if the house does not speak KNX.
    let knx: KNXServer?

    init(
        house: SimulatedHouse,
        latency: Duration,
        knx: KNXServer? = nil,
        onSignal: @escaping @Sendable (String) -> Void
    ) {
        self.knx = knx
        state = Mutex(State(house: house))
        self.latency = TimeAmount(latency)
        self.onSignal = onSignal
    }

    func respond(method: String, target: String) -> SimulatedHouse.Response {
        if let knx, let target = SimulatedHouse.pathAtTop(of: target, SimulatedKNX.path) {
            return SimulatedHouse.Response(answer: knx.respond(method: method, target: target))
        }
        // Under the lock, so that the lines are in the order of the signals.
        return state.withLock { state in
            let response = state.house.respond(method: method, target: target, at: start.duration(to: .now))
            if let line = response.line { onSignal(line) }
            return response
        }
    }

    func replace(with houses: [House], xml: [UInt8]?) {
        state.withLock { $0.house.replace(with: houses, xml: xml) }
    }

    func opened(_ channel: any Channel) {
        let isClosed = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            return state.isClosed
        }
        channel.closeFuture.whenComplete { [self] _ in
            state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
        }
        if isClosed { channel.close(promise: nil) }
    }

    func closeAll() async throws {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try await channel.closeFuture.get() }
    }
}
