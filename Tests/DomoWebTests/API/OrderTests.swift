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
        try await ScriptedSite.with { _ in
            reply
        } _: { site in
            do throws(Problem) {
                status = try await site.respond(.get, "/api/v1/orders/\(number)").status.code
            } catch {
                status = error.status.code
            }
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
