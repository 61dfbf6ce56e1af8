import DomoBridge
import DomoLanguage
import DomoModel
import NIOCore

/// A line for a house, until there is a reply. It is used on the event loop of its caller alone.
final class FleetCall {
    let house: HouseID
    let line: String
    let token: Secret
    let principal: String
    let key: String
    /// How long after it was sent the house may still begin it.
    let time: Duration
    /// Whether it changes anything in the house.
    let isOrder: Bool
    /// How long after that time its reply may come.
    private let patience: Duration
    private let promise: EventLoopPromise<ByteBuffer>

    /// The request, which is the same in each attempt; nil until it is sent.
    private(set) var payload: ByteBuffer?
    /// When its reply is no longer awaited.
    private(set) var end: NIODeadline?
    var attempts = 0
    private(set) var isEnded = false

    /// Longer than the house waits for domod.
    private static let margin: Duration = .seconds(10)

    /// - Parameter promise: completed with the line of domod, or a `Fault`.
    /// - Throws: the fault of the parser; `bad-request` for what no house can do in this way.
    init(
        _ house: HouseID,
        _ line: String,
        token: Secret,
        principal: String,
        key: String,
        time: Duration,
        promise: EventLoopPromise<ByteBuffer>
    ) throws(Fault) {
        guard let request = try RequestParser.parse(line) else {
            throw Fault(.badRequest, "the line is empty or a comment")
        }
        let bytes = request.line.utf8.count
        guard bytes <= FleetOrder.maxLine else {
            throw Fault(
                .badRequest,
                "the line has \(bytes) bytes; over the fleet, a line has at most \(FleetOrder.maxLine)"
            )
        }
        guard (1...FleetOrder.maxTime).contains(time.wholeMilliseconds) else {
            throw Fault(.badRequest, "a request to a house has \(time) to begin", hint: "use up to 600 s")
        }
        // A name with other characters would be refused by the house.
        self.principal = principal.oneLine.cut(to: FleetOrder.maxPrincipal)
        (self.house, self.line, self.token, self.key) = (house, request.line, token, key)
        (self.time, self.promise) = (time, promise)
        isOrder = FleetLine.isOrder(request)
        patience = FleetLine.patience(of: request) + Self.margin
    }

    /// Sets when it was sent, once.
    ///
    /// - Parameter now: by the clock of the fleet, in milliseconds since 1970.
    func noteSent(at now: Int64) {
        let order = FleetOrder(
            key: key,
            sent: now,
            deadline: now + time.wholeMilliseconds,
            principal: principal,
            token: token,
            line: line
        )
        payload = ByteBuffer(bytes: order.json)
        end = .now() + .milliseconds((time + patience).wholeMilliseconds)
    }

    func complete(_ result: Result<ByteBuffer, Fault>) {
        guard !isEnded else { return }
        isEnded = true
        switch result {
        case .success(let reply): promise.succeed(reply)
        case .failure(let fault): promise.fail(fault)
        }
    }

    /// Nobody waits for its reply any more. The house may carry it out.
    func cancel() { complete(.failure(Fault(.stopped, "nobody waits for the reply"))) }

    /// A key that nobody can guess.
    static func newKey() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next(), radix: 36) + String(random.next(), radix: 36)
    }
}
