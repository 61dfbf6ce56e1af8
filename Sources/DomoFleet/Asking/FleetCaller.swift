public import DomoBridge
public import DomoLanguage
public import DomoNATS
public import NIOCore

/// Asks houses, all of them over one connection to NATS.
public final class FleetCaller: Sendable {
    /// Its name in the subjects of replies.
    public let asker: String
    let eventLoop: any EventLoop
    private let nats: NATSConnection
    private let core: NIOLoopBoundBox<CallerCore>

    /// - Parameters:
    ///   - settings: those of `UserCredentials` of an asker.
    ///   - report: called on the event loop.
    public convenience init(
        _ settings: NATSSettings,
        asker: String,
        on eventLoop: any EventLoop,
        report: @escaping @Sendable (NATSEvent) -> Void
    ) {
        self.init(settings, asker: asker, on: eventLoop, attemptTime: CallerCore.attemptTime, report: report)
    }

    /// - Parameter attemptTime: how long an attempt waits for a reply before the request is sent again.
    init(
        _ settings: NATSSettings,
        asker: String,
        on eventLoop: any EventLoop,
        attemptTime: TimeAmount,
        report: @escaping @Sendable (NATSEvent) -> Void
    ) {
        (self.asker, self.eventLoop) = (asker, eventLoop)
        let core = NIOLoopBoundBox.makeBoxSendingValue(
            CallerCore(asker: asker, on: eventLoop, attemptTime: attemptTime),
            eventLoop: eventLoop
        )
        self.core = core
        nats = NATSConnection(settings, on: eventLoop) { event in
            core.value.note(event)
            report(event)
        }
        perform { [nats] in $0.use(nats) }
        do throws(NATSFault) {
            try nats.subscribe(FleetSubjects.events(for: asker)) { core.value.handle(events: $0) }
        } catch {
            report(.warning("\(error)"))
        }
    }

    /// Starts to connect.
    public func start() { nats.start() }

    /// Ends the connection and all calls. It can't be started again.
    public func stop() async {
        perform { $0.stop() }
        await nats.stop()
    }

    public var isConnected: Bool { nats.isConnected }

    /// Gives a line to a house. It is sent again, with the same key, while its reply may have been lost: the house carries
    /// it out once.
    ///
    /// - Parameters:
    ///   - token: a token of the house, which decides what is allowed.
    ///   - principal: who asks, for the log of the house.
    ///   - key: lines with the same key and token are carried out once; nil for one of its own.
    ///   - time: how long from now the house may still begin it, up to 600 s.
    /// - Returns: what domod replied, a line of JSON without its line feed: `{"ok":…}` or `{"error":…}`.
    /// - Throws: `unreachable` at once if the house is not connected, `deadline-passed` if there is no reply, `busy`, and
    ///   `bad-request` for a line that can't be sent.
    public func call(
        _ house: HouseID,
        _ line: String,
        token: Secret,
        principal: String,
        key: String? = nil,
        within time: Duration = .seconds(10)
    ) async throws(Fault) -> [UInt8] {
        let promise = eventLoop.makePromise(of: ByteBuffer.self)
        let key = key ?? FleetCall.newKey()
        perform { core in
            do throws(Fault) {
                core.begin(
                    try FleetCall(
                        house,
                        line,
                        token: token,
                        principal: principal,
                        key: key,
                        time: time,
                        promise: promise
                    )
                )
            } catch {
                promise.fail(error)
            }
        }
        do {
            return try await promise.futureResult.get().bytes
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(.unreachable, "\(error)")
        }
    }

    func perform(_ body: @escaping @Sendable (CallerCore) -> Void) {
        if eventLoop.inEventLoop {
            body(core.value)
        } else {
            eventLoop.execute { [core] in body(core.value) }
        }
    }

    /// On the event loop.
    var onLoop: CallerCore { core.value }
}
