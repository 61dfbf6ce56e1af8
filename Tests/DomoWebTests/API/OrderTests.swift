import DomoLanguage
import HTTPTypes
import Hummingbird
import Testing

@testable import DomoWeb

/// Orders by their numbers.
@Suite struct OrderTests {
    /// The status of the response to a request for one order.
    private static func status(ofOrder number: String, _ reply: Reply) async throws -> Int {
        var status = 0
        try await ScriptedDaemon.with { line in
            line.hasPrefix("login") ? .session(SessionView(name: "test", role: .manage)) : reply
        } _: { daemon in
            let pool = SessionPool(socket: daemon.path, on: daemon.group)
            let api = API(
                pool: pool,
                origins: Origins(publicURL: nil),
                brake: FailureBrake(),
                addresses: ClientAddresses(proxy: nil),
                isSecure: false
            )
            let path = "/api/v1/orders/\(number)"
            let head = HTTPRequest(
                method: .get,
                scheme: nil,
                authority: "localhost",
                path: path,
                headerFields: [.authorization: "Bearer domo_test"]
            )
            let request = HummingbirdCore.Request(head: head, body: .init(buffer: .init()))
            do throws(Problem) {
                status = try await api.respond(to: request, try RequestPath(request.uri), from: nil).status.code
            } catch {
                status = error.status.code
            }
            await pool.end()
        }
        return status
    }

    @Test func missingOrderIsNotFound() async throws {
        for number in ["7", "0", "x", "9223372036854775807", "18446744073709551615"] {
            #expect(try await Self.status(ofOrder: number, .orders(OrderList(orders: []))) == 404, "\(number)")
        }
    }

    @Test func requestThatTheDaemonRefusesIsNoMissingOrder() async throws {
        #expect(try await Self.status(ofOrder: "7", .fault(Fault(.badRequest, "unknown option --before"))) == 400)
    }
}
