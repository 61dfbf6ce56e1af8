import DomoBridge
import DomoJSON
import DomoLanguage
import DomoNATS
import NIOCore

/// A house that is watched: begins the lease, renews it, and ends as soon as an event was lost. It is used on the event loop
/// of its caller alone.
final class WatchLease {
    private static let requestTime: TimeAmount = .seconds(8)
    private static let pause: TimeAmount = .seconds(10)
    /// How often renewing may fail; then the house has ended the lease.
    private static let maxFailures = 3

    let subject: String
    private let house: HouseID
    private let name: String
    private let token: Secret
    private let principal: String
    private let core: CallerCore
    /// Gets events, lines of JSON with their line feeds.
    private let receive: (ByteBuffer) -> Void
    /// Called once, with why there are no more events, unless `end` is.
    private let ended: (String) -> Void
    /// The number of the next event.
    private var next: UInt64 = 1
    private var failures = 0
    private var timer: Scheduled<Void>?
    private var hasEnded = false

    init(
        _ house: HouseID,
        token: Secret,
        principal: String,
        core: CallerCore,
        receive: @escaping (ByteBuffer) -> Void,
        ended: @escaping (String) -> Void
    ) {
        (self.house, self.token, self.principal, self.core) = (house, token, principal, core)
        (self.receive, self.ended) = (receive, ended)
        name = FleetCall.newKey()
        subject = FleetSubjects.event(of: house, asker: core.asker, lease: name)
    }

    // MARK: Requests

    /// - Parameter done: called with the reply of the house; the lease has begun if that is `ok`.
    func begin(_ line: String, done: @escaping (Result<ByteBuffer, Fault>) -> Void) {
        core.whenConnected { fault in
            guard fault == nil, !self.hasEnded else {
                self.hasEnded = true
                self.core.remove(self)
                return done(.failure(fault ?? Fault(.stopped, "nobody watches any more")))
            }
            self.requestToBegin(line, done: done)
        }
    }

    private func requestToBegin(_ line: String, done: @escaping (Result<ByteBuffer, Fault>) -> Void) {
        request(.begin(line)) { result in
            guard !self.hasEnded else { return done(.failure(Fault(.stopped, "nobody watches any more"))) }
            switch result {
            case .success(let message) where message.payload.isOK:
                done(.success(message.payload))
                self.renewLater()
            case .success(let message):
                self.hasEnded = true
                self.core.remove(self)
                done(CallerCore.checked(message.payload, from: self.house))
            case .failure(let fault):
                self.hasEnded = true
                self.core.remove(self)
                done(.failure(self.core.fault(fault, house: self.house)))
            }
        }
    }

    private func renewLater() {
        guard !hasEnded else { return }
        timer = core.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.renew() }
    }

    private func renew() {
        request(.renew) { result in
            guard !self.hasEnded else { return }
            switch result {
            case .success(let message):
                guard let count = LeaseCount(message.payload), count.events == self.next - 1 else {
                    return self.stop("events were lost")
                }
                self.failures = 0
            case .failure(.noResponders): return self.stop("the house is not connected to the fleet")
            case .failure(let fault):
                self.failures += 1
                if self.failures >= Self.maxFailures { return self.stop("\(fault)") }
            }
            self.renewLater()
        }
    }

    private func request(_ step: FleetWatch.Step, done: @escaping (Result<NATSMessage, NATSFault>) -> Void) {
        guard let nats = core.nats else { return done(.failure(.notConnected)) }
        let watch = FleetWatch(lease: name, principal: principal, token: token, step: step)
        nats.startRequest(
            ByteBuffer(bytes: watch.json),
            to: FleetSubjects.to(house, .watch),
            inbox: FleetSubjects.replies(of: house, asker: core.asker),
            atMost: Self.requestTime
        )
        .assumeIsolated().whenComplete { result in
            done(result.mapError { $0 as? NATSFault ?? .disconnected(reason: "\($0)") })
        }
    }

    // MARK: Events

    func handle(_ message: NATSMessage) {
        guard !hasEnded else { return }
        if message.headers[LeaseEvents.endHeader] != nil { return stop("the house ended it") }
        guard let first = message.headers[LeaseEvents.firstHeader].flatMap({ UInt64($0) }), first == next,
            let count = Self.events(in: message.payload)
        else { return stop("events were lost") }
        next += count
        receive(message.payload)
    }

    /// - Returns: nil if there is anything but events.
    private static func events(in lines: ByteBuffer) -> UInt64? {
        var rest = lines.readableBytesView
        guard rest.last == UInt8(ascii: "\n") else { return nil }
        var count: UInt64 = 0
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard rest.starts(with: #"{"event":"#.utf8) else { return nil }
            rest = rest[(end + 1)...]
            count += 1
        }
        return count
    }

    // MARK: The end

    /// Events were or may have been lost.
    func stop(_ reason: String) {
        guard !hasEnded else { return }
        end()
        ended(reason)
    }

    /// Nobody watches any more.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        timer?.cancel()
        core.remove(self)
        request(.end) { _ in
            // Without a reply, the house ends it when it is not renewed.
        }
    }
}

/// The reply to a renewal: `{"ok":{"events":7}}`.
private struct LeaseCount {
    let events: UInt64

    init?(_ reply: ByteBuffer) {
        let root = JSONDocument(reply.bytes, maxDepth: 4, maxMemory: 4096)?.root
        guard let events = root?["ok"]?["events"]?.integer(UInt64.self) else { return nil }
        self.events = events
    }
}

extension ByteBuffer {
    /// Whether it is a reply of success.
    var isOK: Bool {
        readableBytesView.starts(with: #"{"ok":"#.utf8) && !readableBytesView.contains(UInt8(ascii: "\n"))
    }
}
