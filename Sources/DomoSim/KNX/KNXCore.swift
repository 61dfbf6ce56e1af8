import DomoKNX
import DomoKNXHouse
import DomoKNXSim
import NIOCore
import Synchronization

/// The state shared by all sockets of the simulated interface. The house is changed under a lock, from the event loop
/// and from HTTP; the resulting actions are performed on the event loop, in the same order.
final class KNXCore: Sendable {
    /// Only accessed on the event loop.
    private struct Sockets {
        var datagrams: (any Channel)?
        var routing: (channel: any Channel, group: NIOCore.SocketAddress)?
        var others: [any Channel] = []
        var streams: [Int: any Channel] = [:]
        var streamCount = 0
        var wake: Scheduled<Void>?
        var press: Scheduled<Void>?
        var isClosed = false
    }

    private let loop: any EventLoop
    private let onTelegram: @Sendable (String) -> Void
    /// Nil until the sockets are open.
    private let house = Mutex<SimulatedKNX?>(nil)
    private let sockets: NIOLoopBoundBox<Sockets>
    private let start = ContinuousClock.now

    init(loop: any EventLoop, onTelegram: @escaping @Sendable (String) -> Void) {
        self.loop = loop
        self.onTelegram = onTelegram
        sockets = .makeBoxSendingValue(Sockets(), eventLoop: loop)
    }

    private var now: Duration { start.duration(to: .now) }

    // MARK: Input

    func begin(_ knx: SimulatedKNX) async throws {
        try await loop.submit { [self] in
            house.withLock { $0 = knx }
            change { knx, now in knx.begin(at: now) }
            schedulePress()
        }.get()
    }

    func handle(_ input: InterfaceInput) { change { knx, now in knx.handle(input, at: now) } }

    /// - Parameter sender: For the router's own frames, one of this machine's addresses with the port of the router.
    func takeMulticast(_ octets: [UInt8], from sender: DomoKNX.SocketAddress) {
        if sender.port == sockets.value.routing?.channel.localAddress?.port.map(UInt16.init), isOwn(sender) { return }
        handle(.multicast(octets, from: sender))
    }

    private func isOwn(_ address: DomoKNX.SocketAddress) -> Bool {
        do {
            return try System.enumerateDevices().contains { device in
                device.address.flatMap { DomoKNX.SocketAddress($0) }?.host == address.host
            }
        } catch {
            // Without the list, rely on the port alone.
            return true
        }
    }

    func respond(method: String, target: String) -> Answer {
        house.withLock { house in
            guard let response = house?.respond(method: method, target: target, at: now) else {
                return .notFound("the simulated interface is not open yet")
            }
            perform(response.actions, house)
            return response.answer
        }
    }

    func replace(with bindings: KNXBindings) { change { knx, now in knx.replace(with: bindings, at: now) } }

    private func change(_ body: (inout SimulatedKNX, Duration) -> [InterfaceAction]) {
        house.withLock { house in
            guard
                let actions = house.map({ knx in
                    var knx = knx
                    let actions = body(&knx, now)
                    house = knx
                    return actions
                })
            else { return }
            perform(actions, house)
        }
    }

    // MARK: Actions

    /// Called under the lock, so that the event loop performs the actions in the order of the changes.
    private func perform(_ actions: [InterfaceAction], _ house: SimulatedKNX?) {
        for case .passed(let telegram) in actions { if let house { onTelegram(house.line(telegram)) } }
        loop.execute { [self] in
            for action in actions { perform(action) }
        }
    }

    private func perform(_ action: InterfaceAction) {
        guard !sockets.value.isClosed else { return }
        switch action {
        case .datagram(let octets, let address):
            guard let channel = sockets.value.datagrams else { return }
            write(octets, to: address, channel)
        case .multicast(let octets):
            guard let routing = sockets.value.routing else { return }
            let envelope = AddressedEnvelope(remoteAddress: routing.group, data: ByteBuffer(bytes: octets))
            routing.channel.writeAndFlush(envelope, promise: nil)
        case .stream(let stream, let octets):
            sockets.value.streams[stream]?.writeAndFlush(ByteBuffer(bytes: octets), promise: nil)
        case .closeStream(let stream): sockets.value.streams.removeValue(forKey: stream)?.close(promise: nil)
        case .passed: break
        case .wake(let time):
            sockets.value.wake?.cancel()
            sockets.value.wake = time.map { time in
                loop.assumeIsolated().scheduleTask(in: delay(until: time)) { self.handle(.wake) }
            }
        }
    }

    private func write(_ octets: [UInt8], to address: DomoKNX.SocketAddress, _ channel: any Channel) {
        do {
            let envelope = AddressedEnvelope(remoteAddress: try address.nio, data: ByteBuffer(bytes: octets))
            // UDP: the client has to detect lost datagrams.
            channel.writeAndFlush(envelope, promise: nil)
        } catch {
            // Can't happen: 32 bits and a port are always a valid address.
        }
    }

    /// Rounded up: an early wake-up would only be requested again.
    private func delay(until time: Duration) -> TimeAmount {
        TimeAmount(max(.zero, time - now)) + .microseconds(1)
    }

    private func schedulePress() {
        guard !sockets.value.isClosed, let time = house.withLock({ $0?.pressesNext }) else { return }
        sockets.value.press = loop.assumeIsolated().scheduleTask(in: delay(until: time)) { [self] in
            change { knx, now in knx.letPeoplePress(at: now) }
            schedulePress()
        }
    }

    // MARK: Sockets

    func opened(_ channel: any Channel, for use: DatagramHandler.Use) async throws {
        try await loop.submit { [self] in
            switch use {
            case .datagram: sockets.value.datagrams = channel
            case .routing(let group): sockets.value.routing = (channel, group)
            case .group, .listening: sockets.value.others.append(channel)
            }
        }.get()
    }

    /// - Returns: The number of the stream.
    func streamOpened(_ channel: any Channel) -> Int {
        sockets.value.streamCount += 1
        let stream = sockets.value.streamCount
        sockets.value.streams[stream] = channel
        handle(.streamOpened(stream))
        return stream
    }

    func streamClosed(_ stream: Int) {
        sockets.value.streams[stream] = nil
        handle(.streamClosed(stream))
    }

    func close() async throws {
        change { knx, now in knx.disconnectAll(at: now) }
        let channels = try await loop.submit { [self] in
            let all = sockets.value
            sockets.value = Sockets()
            sockets.value.isClosed = true
            all.wake?.cancel()
            all.press?.cancel()
            return [all.datagrams, all.routing?.channel].compactMap { $0 } + all.others + Array(all.streams.values)
        }.get()
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try await channel.closeFuture.get() }
    }
}
