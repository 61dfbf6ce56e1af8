import DomoClient
import DomoLanguage
import HTTPTypes
package import Hummingbird
package import NIOCore

/// The API of a house below a prefix, for a program that has signed its users in, and knows their tokens
/// of the house.
package final class HousePage: Sendable {
    /// The memory for replies of all houses.
    package struct Budget: Sendable {
        fileprivate let replies = ReplyBudget()

        package init() {}
    }

    /// How long a set order waits for its reply; a scene goes on after that.
    private static let maxWait: Duration = .seconds(30)

    private let pool: SessionPool
    private let api: API

    /// - Parameters:
    ///   - socket: speaks the protocol of domod's control socket.
    package init(
        socket: String,
        budget: Budget,
        origins: Origins,
        addresses: ClientAddresses,
        isSecure: Bool,
        on group: any EventLoopGroup
    ) {
        pool = SessionPool(socket: socket, on: group, budget: budget.replies)
        api = API(
            pool: pool,
            origins: origins,
            brake: FailureBrake(),
            addresses: addresses,
            isSecure: isSecure
        )
    }

    /// - Parameter path: below the prefix.
    package static func isAPI(_ path: RequestPath) -> Bool { path.parts.starts(with: ["api", "v1"]) }

    /// A resource of the API.
    ///
    /// - Parameter token: of the house.
    /// - Throws: 401 if the house does not accept the token.
    package func respond(
        to request: Request,
        _ path: RequestPath,
        token: String,
        from address: String
    ) async throws(Problem) -> Response {
        try await api.respond(to: request, path, token: token, from: address)
    }

    /// - Returns: the session of a token of the house, as JSON.
    /// - Throws: 401 if the house does not accept the token.
    package func session(of token: String, from address: String) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return API.json(of: try await pool.call(with: token, from: address).view)
        } catch {
            throw API.problem(error)
        }
    }

    /// Exchanges a code of the house for a token.
    package func token(for code: String, from address: String) async throws(Problem) -> String {
        do throws(ClientFault) {
            guard let token = try await pool.claim(code, from: address).token else {
                throw .disconnected(reason: "domod returned no token")
            }
            return token
        } catch {
            throw API.problem(error)
        }
    }

    /// - Returns: what a code of the house is for, as JSON.
    package func look(_ code: String, from address: String) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            return API.json(of: try await pool.claim(code, isLook: true, from: address))
        } catch {
            throw API.problem(error)
        }
    }

    /// Gives an order, or starts a scene, and waits for its outcome.
    ///
    /// - Parameter line: as after `domo`.
    /// - Returns: what the house replied, as JSON.
    package func give(_ line: String, token: String, from address: String) async throws(Problem) -> ByteBuffer {
        do throws(ClientFault) {
            let request = try Self.order(line)
            let call = try await pool.call(with: token, from: address)
            let end = ContinuousClock.now + Self.maxWait
            return try await LateReply.wait(until: end) { () throws(ClientFault) in
                try await call.wait(for: request).content
            }
        } catch {
            throw API.problem(error)
        }
    }

    /// - Throws: 400 for a line that is no order and no scene.
    package static func check(_ line: String) throws(Problem) {
        do throws(ClientFault) {
            _ = try order(line)
        } catch {
            throw API.problem(error)
        }
    }

    private static func order(_ line: String) throws(ClientFault) -> DomoLanguage.Request {
        let request: DomoLanguage.Request?
        do throws(Fault) {
            request = try RequestParser.parse(line)
        } catch {
            throw .refused(error)
        }
        switch request {
        case .order, .group, .scene(_, explain: false, _, _, _), .sceneStop: break
        case let other:
            throw .refused(
                Fault(
                    .badRequest,
                    "\(other?.verb.rawValue ?? "an empty line") can't be given to several houses",
                    hint: "use set, dim, toggle, off or scene"
                )
            )
        }
        guard let request else { throw .badLine }
        return request
    }

    /// Whether nobody has used it for two minutes.
    package var isIdle: Bool {
        get async { await pool.usage.sessions == 0 }
    }

    /// Sends heartbeats and drops idle sessions, until it is cancelled; then it ends all sessions.
    package func run() async {
        await pool.performHousekeeping()
        await pool.end()
    }
}
