import DomoLanguage
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import DomoWeb

/// `/hooks`: what is passed on to domod, and how its answers are shown.
@Suite struct HookTests {
    /// - Returns: the status of the answer, and the lines that domod got.
    private func knock(
        _ path: String,
        _ headers: HTTPFields = [:],
        method: HTTPRequest.Method = .post,
        body: String = "",
        reply: Reply = .knocked(KnockReceipt(hook: "x"))
    ) async throws -> (status: Int, lines: [Knock]) {
        let lines = Mutex<[String]>([])
        var status = 0
        try await ScriptedSite.with { line in
            lines.withLock { $0.append(line) }
            return reply
        } _: { site in
            let head = HTTPRequest(
                method: method,
                scheme: nil,
                authority: "localhost",
                path: path,
                headerFields: headers
            )
            let request = HummingbirdCore.Request(head: head, body: .init(buffer: ByteBuffer(string: body)))
            do throws(Problem) {
                status = try await site.api.knock(request, try RequestPath(request.uri), from: "10.0.0.5").status.code
            } catch {
                status = error.status.code
            }
        }
        let knocks = try lines.withLock(\.self).map { line in
            guard case .knock(let knock)? = try RequestParser.parse(line) else { throw Missing() }
            return knock
        }
        return (status, knocks)
    }

    private struct Missing: Error {}

    @Test func secretOfAHeaderIsPassedOn() async throws {
        for headers in [[.authorization: "bearer s e c"], [.hookSecret: "s e c"]] as [HTTPFields] {
            let (status, knocks) = try await knock("/hooks/timbre", headers, body: "{}")
            #expect(status == 204)
            let proof = Knock.Proof.secret("s e c", isInURL: false)
            #expect(knocks == [Knock(hook: "timbre", proof: proof, from: "10.0.0.5", body: "e30=")])
        }
    }

    @Test func signatureIsPassedOnWithItsHeaders() async throws {
        let headers: HTTPFields = [
            .webhookID: "msg_1", .webhookTimestamp: "17", .webhookSignature: "v1,AA== v1,BB==",
            .authorization: "Bearer x",
        ]
        let (_, knocks) = try await knock("/hooks/f", headers, body: "{}")
        #expect(knocks.map(\.proof) == [.signature("v1,AA== v1,BB==", time: "17")])
        #expect(knocks.map(\.delivery) == ["msg_1"])
    }

    @Test(arguments: [HTTPField.Name.deliveryID, .githubDelivery, .webhookID])
    func identityHasSeveralNames(name: HTTPField.Name) async throws {
        let (_, knocks) = try await knock("/hooks/f", [.hookSecret: "s", name: "4711"])
        #expect(knocks.map(\.delivery) == ["4711"])
    }

    @Test func queryIsTheBodyOfAnAddressWithASecret() async throws {
        let (status, knocks) = try await knock("/hooks/puerta/sec?value=a%20b", method: .get)
        #expect(status == 204)
        #expect(knocks.map(\.proof) == [.secret("sec", isInURL: true)])
        #expect(knocks.map(\.isForm) == [true] && knocks.map(\.body) == ["dmFsdWU9YSUyMGI="])
        // A query beside a secret in a header is not what was delivered.
        let (_, others) = try await knock("/hooks/puerta?value=1", [.hookSecret: "s"])
        #expect(others.map(\.body) == [""] && others.map(\.isForm) == [false])
    }

    /// Nothing that a sender writes becomes an option or another line.
    @Test(arguments: ["--in-url", "x\nreload", "' --secret y", "\"", "x reload"])
    func textsStayTexts(text: String) async throws {
        let escaped = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let (status, knocks) = try await knock("/hooks/\(escaped)", [.hookSecret: "s"], body: text)
        // A line feed does not get as far as domod.
        #expect(knocks.isEmpty == text.contains("\n") && (status == 400) == text.contains("\n"))
        #expect(knocks.allSatisfy { $0.hook == text && $0.proof == .secret("s", isInURL: false) })
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/hooks/x", 405), (.put, "/hooks/x", 405), (.delete, "/hooks/x/y", 405),
        (.post, "/hooks", 404), (.post, "/hooks/a/b/c", 404), (.post, "/hooks/x", 401),
    ])
    func whatIsNoDeliveryIsNotPassedOn(method: HTTPRequest.Method, path: String, status: Int) async throws {
        let answer = try await knock(path, method: method)
        #expect(answer.status == status && answer.lines.isEmpty)
    }

    @Test func longTextsAreNotPassedOn() async throws {
        let long = String(repeating: "x", count: Knock.maxWord + 1)
        #expect(try await knock("/hooks/x", [.hookSecret: long]).status == 400)
        let body = String(repeating: "x", count: Knock.maxBody + 1)
        let (status, lines) = try await knock("/hooks/x", [.hookSecret: "s"], body: body)
        #expect(status == 413 && lines.isEmpty)
        #expect(try await knock("/hooks/x/s?value=\(body)", method: .get).status == 400)
    }

    /// Ten wrong ones of a neighbour in the same /64 silenced every hook of the network for a minute.
    @Test func rightSecretIsNotHeldBackByWrongOnes() async throws {
        try await ScriptedSite.with { line in
            line.contains("wrong") ? .fault(Fault(.unknownHook, "no")) : .knocked(KnockReceipt(hook: "x"))
        } _: { site in
            @Sendable func status(_ secret: String, from address: String) async -> Int {
                let head = HTTPRequest(
                    method: .post,
                    scheme: nil,
                    authority: "localhost",
                    path: "/hooks/agua",
                    headerFields: [.hookSecret: secret]
                )
                let request = HummingbirdCore.Request(head: head, body: .init(buffer: ByteBuffer()))
                do throws(Problem) {
                    return try await site.api.knock(request, try RequestPath(request.uri), from: address).status.code
                } catch {
                    return error.status.code
                }
            }
            for number in 0..<FailureBrake.free {
                #expect(await status("wrong\(number)", from: "2001:db8::\(number + 1)") == 401)
            }
            #expect(await status("wrong", from: "2001:db8::99") == 429)
            #expect(await status("right", from: "2001:db8::2") == 204)
            // Nor by many at once.
            let statuses = await withTaskGroup(of: Int.self) { group in
                for number in 0..<300 {
                    group.addTask { await status(number == 150 ? "right" : "wrong", from: "2001:db8::\(number + 1)") }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 204 } == 1 && statuses.count { $0 == 429 } == 299)
        }
    }

    @Test func deliveriesHaveTheirTurnByNetwork() async {
        let gate = KnockGate()
        for _ in 0..<KnockGate.maxPerNetwork { #expect(await gate.enter("10.0.0.1")) }
        #expect(await gate.enter("10.0.0.2"))
        async let next = gate.enter("10.0.0.1")
        gate.leave("10.0.0.1")
        #expect(await next)
    }

    @Test(arguments: [
        (Fault.Code.unknownHook, 401), (.notAllowed, 403), (.exists, 409), (.busy, 429), (.refusedValue, 422),
        (.unknownScene, 404), (.stopping, 503), (.badRequest, 400),
    ])
    func faultHasAStatus(code: Fault.Code, status: Int) async throws {
        let answer = try await knock("/hooks/x", [.hookSecret: "s"], reply: .fault(Fault(code, "no")))
        #expect(answer.status == status)
    }
}
