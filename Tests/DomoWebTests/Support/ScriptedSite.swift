import DomoLanguage
import HTTPTypes
import Hummingbird
import NIOCore

@testable import DomoWeb

/// The API in front of a daemon whose replies a test chooses; every token belongs to the tree whose number it ends with.
struct ScriptedSite {
    let pool: SessionPool
    let api: API

    static func with(
        budget: ReplyBudget.Limits = .init(),
        sessions: SessionPool.Limits = .init(),
        role: Role = .act,
        _ script: @escaping ScriptedDaemon.Script,
        _ body: (ScriptedSite) async throws -> Void
    ) async throws {
        try await ScriptedDaemon.with { line in
            // The test answers for a token that is not valid.
            guard line.hasPrefix("login"), !line.contains("wrong") else { return script(line) }
            let digits = line.filter { $0 != "\"" }.reversed().prefix { $0.isNumber }.reversed()
            return .session(SessionView(name: "test", role: role, tree: UInt64(String(digits))))
        } _: { daemon in
            let pool = SessionPool(
                socket: daemon.path,
                on: daemon.group,
                budget: ReplyBudget(budget),
                limits: sessions
            )
            let api = API(
                pool: pool,
                origins: Origins(publicURL: nil),
                brake: FailureBrake(),
                addresses: ClientAddresses(proxy: nil),
                isSecure: false
            )
            try await body(ScriptedSite(pool: pool, api: api))
            await pool.end()
        }
    }

    func respond(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        body: String = "",
        token: String = "domo_test1"
    ) async throws(Problem) -> Response {
        let head = HTTPRequest(
            method: method,
            scheme: nil,
            authority: "localhost",
            path: path,
            headerFields: [.authorization: "Bearer \(token)", .contentType: "application/json"]
        )
        let request = HummingbirdCore.Request(head: head, body: .init(buffer: ByteBuffer(string: body)))
        return try await api.respond(to: request, try RequestPath(request.uri), from: nil)
    }
}

/// A client that reads when a test lets it.
final actor SlowClient: ResponseBodyWriter {
    struct Gone: Error {}

    private(set) var text = ""
    private(set) var longest = 0
    private(set) var pieces = 0
    private var isGone = false
    private var allowed: Int
    private var waiting: CheckedContinuation<Void, Never>?

    /// - Parameter pieces: that it reads at once.
    init(reads pieces: Int) { allowed = pieces }

    func write(_ buffer: ByteBuffer) async throws {
        while allowed == 0, !isGone { await withCheckedContinuation { waiting = $0 } }
        if isGone { throw Gone() }
        allowed -= 1
        (longest, pieces) = (max(longest, buffer.readableBytes), pieces + 1)
        text += String(buffer: buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}

    func read(_ pieces: Int) {
        allowed += pieces
        waiting?.resume()
        waiting = nil
    }

    func leave() {
        isGone = true
        waiting?.resume()
        waiting = nil
    }
}
