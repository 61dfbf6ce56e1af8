import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

/// Which deliveries are authentic, and the files of hooks.
struct HookTableTests {
    private static let now = Timestamp(milliseconds: 1_700_000_000_000)
    private static let rule = HookRule(
        rule: .init(grant: .init(role: .act), creator: .user(.init(id: 0, name: "root"))),
        action: .scene("Buenas noches")
    )

    private static func stored(_ proof: NewHook.Proof, _ rule: HookRule = rule) throws -> (StoredHooks, secret: String)
    {
        var hooks = StoredHooks()
        let hook = NewHook(name: "timbre", purpose: .scene("Buenas noches"), proof: proof)
        let list = try hooks.change(.new(hook, rule, by: .user("root")), at: now)
        return (hooks, try #require(list.secret))
    }

    /// - Returns: nil if it was admitted and carried out.
    private static func knock(
        _ hooks: inout StoredHooks,
        _ proof: Knock.Proof,
        named name: String = "timbre",
        delivery: String? = nil,
        body: String = "{}",
        at now: Timestamp = now,
        uptime: Int64 = 1_000_000
    ) -> Fault? {
        do throws(Fault) {
            let body = Base64.text(of: Array(body.utf8))
            let knock = Knock(hook: name, proof: proof, delivery: delivery, from: "10.0.0.5", body: body)
            _ = try hooks.begin(knock, at: now, uptime: uptime)
            try hooks.noteDone(at: now)
            hooks.end()
            return nil
        } catch {
            return error
        }
    }

    @Test func secretIsAcceptedWhereItBelongs() throws {
        var (hooks, secret) = try Self.stored(.header)
        #expect(Self.knock(&hooks, .secret(secret, isInURL: false)) == nil)
        #expect(Self.knock(&hooks, .secret(secret, isInURL: true)) == HookTable.denied)
        (hooks, secret) = try Self.stored(.url)
        #expect(Self.knock(&hooks, .secret(secret, isInURL: true)) == nil)
        #expect(Self.knock(&hooks, .secret(secret, isInURL: false)) == nil)
    }

    /// Nothing says whether the name or the secret is wrong.
    @Test func wrongSecretAndUnknownNameAreTheSame() throws {
        for proof in NewHook.Proof.allCases {
            var (hooks, secret) = try Self.stored(proof)
            for wrong in [
                Knock.Proof.none, .secret("", isInURL: false), .secret(secret + "x", isInURL: false),
                .secret(String(secret.dropLast()), isInURL: true), .signature("v1,AAAA", time: "1700000000"),
                .signature("", time: ""),
            ] {
                #expect(Self.knock(&hooks, wrong, delivery: "1") == HookTable.denied, "\(wrong)")
            }
            #expect(Self.knock(&hooks, .secret(secret, isInURL: false), named: "Timbre") == HookTable.denied)
            #expect(Self.knock(&hooks, .secret(secret, isInURL: false), named: "nobody") == HookTable.denied)
        }
    }

    /// The secret of a signed hook is no secret of a header.
    @Test func signingSecretOpensNothingByItself() throws {
        var (hooks, secret) = try Self.stored(.signature)
        #expect(Self.knock(&hooks, .secret(secret, isInURL: false)) == HookTable.denied)
    }

    // MARK: - Signatures

    private static func sign(
        _ secret: String,
        _ body: String,
        delivery: String = "msg_1",
        time: Int64 = 1_700_000_000
    ) throws -> Knock.Proof {
        let key = try #require(Base64.bytes(of: String(secret.dropFirst(HookKey.prefix.count))))
        let bytes = Array(body.utf8)
        let signature = try HookKey.signature(of: bytes, delivery: delivery, time: "\(time)", key: key)
        return .signature("v1,\(Base64.text(of: signature))", time: "\(time)")
    }

    /// The example of the specification, "Verifying signatures".
    @Test func signatureIsThatOfTheSpecification() throws {
        let key = try #require(Base64.bytes(of: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signature = try HookKey.signature(
            of: Array(#"{"test": 2432232314}"#.utf8),
            delivery: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            time: "1614265330",
            key: key
        )
        #expect(Base64.text(of: signature) == "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test func signedDeliveryIsAcceptedOnce() throws {
        var (hooks, secret) = try Self.stored(.signature)
        let proof = try Self.sign(secret, "{}")
        #expect(Self.knock(&hooks, proof, delivery: "msg_1") == nil)
        #expect(Self.knock(&hooks, proof, delivery: "msg_1")?.code == .exists)
        // Another identity needs another signature.
        #expect(Self.knock(&hooks, proof, delivery: "msg_2") == HookTable.denied)
        #expect(Self.knock(&hooks, proof, delivery: nil) == HookTable.denied)
        #expect(Self.knock(&hooks, try Self.sign(secret, "{}", delivery: "msg_2"), delivery: "msg_2") == nil)
    }

    @Test func oneOfSeveralSignaturesSuffices() throws {
        var (hooks, secret) = try Self.stored(.signature)
        guard case .signature(let text, let time) = try Self.sign(secret, "{}") else { return }
        let several = Knock.Proof.signature("v1a,xxxx v1,AAAA \(text)", time: time)
        #expect(Self.knock(&hooks, several, delivery: "msg_1") == nil)
    }

    @Test func changedBodyAndTimeAreNotAuthentic() throws {
        var (hooks, secret) = try Self.stored(.signature)
        let proof = try Self.sign(secret, #"{"x":1}"#)
        #expect(Self.knock(&hooks, proof, delivery: "msg_1", body: #"{"x":2}"#) == HookTable.denied)
        guard case .signature(let text, _) = proof else { return }
        let later = Knock.Proof.signature(text, time: "1700000001")
        #expect(Self.knock(&hooks, later, delivery: "msg_1", body: #"{"x":1}"#) == HookTable.denied)
        #expect(Self.knock(&hooks, proof, delivery: "msg_1", body: #"{"x":1}"#) == nil)
    }

    @Test(arguments: [(-301, false), (-300, true), (300, true), (301, false)])
    func timeIsWithinTheWindow(offset: Int64, isIn: Bool) throws {
        var (hooks, secret) = try Self.stored(.signature)
        let proof = try Self.sign(secret, "{}", time: 1_700_000_000 + offset)
        #expect(Self.knock(&hooks, proof, delivery: "msg_1")?.code == (isIn ? nil : .notAllowed))
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e9", "", "x", "1700000000.5"])
    func timeThatIsNoneIsRefused(time: String) throws {
        var (hooks, secret) = try Self.stored(.signature)
        let key = try #require(Base64.bytes(of: String(secret.dropFirst(HookKey.prefix.count))))
        let signature = try HookKey.signature(of: Array("{}".utf8), delivery: "m", time: time, key: key)
        let proof = Knock.Proof.signature("v1,\(Base64.text(of: signature))", time: time)
        #expect(Self.knock(&hooks, proof, delivery: "m")?.code == .notAllowed)
    }

    // MARK: - Replays and rates

    @Test func repeatedDeliveryIsRefusedWithASecretToo() throws {
        var (hooks, secret) = try Self.stored(.header)
        let proof = Knock.Proof.secret(secret, isInURL: false)
        #expect(Self.knock(&hooks, proof, delivery: "a") == nil)
        #expect(Self.knock(&hooks, proof, delivery: "a")?.code == .exists)
        #expect(Self.knock(&hooks, proof, delivery: "b") == nil)
        // Without an identity each is a new one.
        #expect(Self.knock(&hooks, proof) == nil)
        #expect(Self.knock(&hooks, proof) == nil)
    }

    /// The sender tries again until it was carried out.
    @Test func deliveryThatWasNotCarriedOutMayComeAgain() throws {
        var (hooks, secret) = try Self.stored(.header)
        let knock = Knock(hook: "timbre", proof: .secret(secret, isInURL: false), delivery: "a", body: "e30=")
        _ = try hooks.begin(knock, at: Self.now, uptime: 1)
        hooks.end()
        #expect(Self.knock(&hooks, .secret(secret, isInURL: false), delivery: "a") == nil)
    }

    @Test func rateIsLimited() throws {
        var (hooks, secret) = try Self.stored(.header)
        let proof = Knock.Proof.secret(secret, isInURL: false)
        for number in 0..<HookTable.maxPerMinute {
            #expect(Self.knock(&hooks, proof, uptime: 1_000_000 + Int64(number)) == nil)
        }
        #expect(Self.knock(&hooks, proof, uptime: 1_059_999)?.code == .busy)
        // Whoever does not know the secret can't use up the rate.
        #expect(Self.knock(&hooks, .secret("x", isInURL: false), uptime: 1_060_000) == HookTable.denied)
        #expect(Self.knock(&hooks, proof, uptime: 1_060_001) == nil)
    }

    /// No delivery is forgotten while its signature is in time, at the highest rate.
    @Test func rememberedDeliveriesAreBounded() throws {
        var (hooks, secret) = try Self.stored(.signature)
        var uptime: Int64 = 0
        for number in 0..<1100 {
            if number % 60 == 0 { uptime += 60_001 }
            let proof = try Self.sign(secret, "{}", delivery: "m\(number)")
            #expect(Self.knock(&hooks, proof, delivery: "m\(number)", uptime: uptime) == nil)
        }
        #expect(hooks.table.storedDeliveries.values.map(\.count) == [HookTable.maxDeliveries])
        // Those of the last ten minutes: before and after the present.
        let old = 1100 - 10 * 60
        let proof = try Self.sign(secret, "{}", delivery: "m\(old)")
        #expect(Self.knock(&hooks, proof, delivery: "m\(old)", uptime: uptime + 60_001)?.code == .exists)
    }

    @Test func longDeliveryIsRefused() throws {
        var (hooks, secret) = try Self.stored(.header)
        let proof = Knock.Proof.secret(secret, isInURL: false)
        let long = #"{"x":""# + String(repeating: "x", count: Knock.maxBody) + #""}"#
        #expect(Self.knock(&hooks, proof, body: long)?.code == .badRequest)
        #expect(Self.knock(&hooks, proof, delivery: String(repeating: "d", count: 1025))?.code == .badRequest)
        #expect(Self.knock(&hooks, proof, delivery: "")?.code == .badRequest)
    }

    // MARK: - Changes

    @Test func namesAreUniqueAndNumbersAreNotGivenAgain() throws {
        var (hooks, _) = try Self.stored(.header)
        let again = NewHook(name: "TIMBRE", purpose: .scene("x"))
        let fault = #expect(throws: Fault.self) {
            try hooks.change(.new(again, Self.rule, by: .user("root")), at: Self.now)
        }
        #expect(fault?.code == .exists)
        _ = try hooks.change(.revoke(name: "timbre", by: .user("root")), at: Self.now)
        #expect(hooks.table.all.isEmpty)
        _ = try hooks.change(.new(again, Self.rule, by: .user("root")), at: Self.now)
        #expect(hooks.table.all.map(\.id) == [2])
        #expect(throws: Fault.self) { try hooks.change(.revoke(name: "timbre", by: .user("root")), at: Self.now) }
    }

    @Test func thereAreAtMostAHundred() throws {
        var table = HookTable()
        let key = HookKey.signing([1])
        for number in 0..<HookTable.maxHooks { try table.add("h\(number)", key, Self.rule, by: "root", at: Self.now) }
        let fault = #expect(throws: Fault.self) { try table.add("x", key, Self.rule, by: "root", at: Self.now) }
        #expect(fault?.code == .busy)
    }

    // MARK: - Files

    @Test func hooksAreReadBack() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = HookFiles(folder: folder.path)
        let report = HookRule(
            rule: .init(grant: .init(role: .read, places: ["Mi casa/Puerta"]), creator: .token(7)),
            action: .report(
                .init(path: "Mi casa/Puerta", type: .binary, field: "el estado", values: ["open": "on", "c d": "off"])
            )
        )
        var hooks = StoredHooks(HookTable(nextID: 9), files: files)
        let news: [(String, NewHook.Proof, HookRule)] = [
            ("a", .header, Self.rule), ("b", .signature, Self.rule), ("c", .url, report),
        ]
        var secret = ""
        for (name, proof, rule) in news {
            let hook = NewHook(name: name, purpose: .scene("x"), proof: proof)
            let list = try hooks.change(.new(hook, rule, by: .token("Ana's phone")), at: Self.now)
            if proof == .signature { secret = list.secret ?? "" }
        }
        let proof = try Self.sign(secret, "{}")
        #expect(Self.knock(&hooks, proof, named: "b", delivery: "msg_1") == nil)
        try files.write(hooks.table)
        try files.writeDeliveries(hooks.table.storedDeliveries)
        var again = StoredHooks(files.read { Issue.record("\($0)") }, files: files)
        #expect(again.table.all == hooks.table.all && again.table.nextID == 12)
        // A restart forgets no delivery.
        #expect(Self.knock(&again, proof, named: "b", delivery: "msg_1")?.code == .exists)
        for name in ["hooks", "hook-secrets", "hook-deliveries"] {
            var status = stat()
            #expect(stat(folder.path + "/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600, "\(name)")
        }
        // The plain secret is in its own file alone, and the others are nowhere.
        let text = String(decoding: try FileBytes.read(folder.path + "/hooks", maxBytes: 1 << 20), as: UTF8.self)
        #expect(!text.contains(secret.dropFirst(HookKey.prefix.count)) && !text.contains("domo_"))
    }

    /// Hooks of an earlier build keep what they may do; the others have doors only if said.
    @Test func doorsAreReadBack() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let files = HookFiles(folder: folder.path)
        var hooks = StoredHooks(files: files)
        for (name, opensDoors) in [("a", false), ("b", true)] {
            let grant = AccessRules.Grant(role: .act, opensDoors: opensDoors)
            let rule = HookRule(rule: .init(grant: grant, creator: .unknown), action: .scene("x"))
            let hook = NewHook(name: name, purpose: .scene("x"))
            _ = try hooks.change(.new(hook, rule, by: .user("root")), at: Self.now)
        }
        try files.write(hooks.table)
        let read = files.read { Issue.record("\($0)") }
        #expect(read.all == hooks.table.all)
        #expect(read.list().map(\.doors) == [false, true])
        var lines = try FileBytes.text(of: folder.path + "/hooks", maxBytes: 1 << 20).split(separator: "\n")
        #expect(lines.remove(at: 1) == "doors 2")
        let old = lines.map { $0 + "\n" }.joined()
        try FileBytes.replace(folder.path + "/hooks", with: Array(old.utf8))
        #expect(files.read { Issue.record("\($0)") }.list().map(\.doors) == [true, true])
    }

    @Test func damagedLineIsLeftOut() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        var hooks = StoredHooks(files: HookFiles(folder: folder.path))
        for (name, proof) in [("a", NewHook.Proof.header), ("b", .signature)] {
            let hook = NewHook(name: name, purpose: .scene("x"), proof: proof)
            _ = try hooks.change(.new(hook, Self.rule, by: .user("root")), at: Self.now)
        }
        let files = HookFiles(folder: folder.path)
        try files.write(hooks.table)
        let text = String(decoding: try FileBytes.read(folder.path + "/hooks", maxBytes: 1 << 20), as: UTF8.self)
        try FileBytes.replace(folder.path + "/hooks", with: Array((text + "3 x y\n\"\n").utf8))
        try FileBytes.replace(folder.path + "/hook-secrets", with: Array("2 !!\n".utf8))
        var warnings: [String] = []
        var read = StoredHooks(files.read { warnings.append($0) })
        #expect(warnings.count { $0.contains("can't be read; its hook accepts nothing") } == 3)
        #expect(warnings.count { $0.contains("damaged; a copy of it is") } == 2)
        #expect(read.table.all.map(\.name) == ["a", "b"])
        // Without its secret it accepts nothing, not even a signature with an empty key.
        let empty = try HookKey.signature(of: Array("{}".utf8), delivery: "m", time: "1700000000", key: [])
        let proof = Knock.Proof.signature("v1,\(Base64.text(of: empty))", time: "1700000000")
        #expect(Self.knock(&read, proof, named: "b", delivery: "m") == HookTable.denied)
    }

    /// Every wrong secret is decided about: not each is kept.
    @Test func refusalsOfAMinuteAreBounded() {
        var hooks = StoredHooks()
        let kept = (0..<200).count { _ in hooks.noteRefusal(uptime: 1000).isKept }
        #expect(kept == StoredHooks.maxKeptRefusals)
        let next = hooks.noteRefusal(uptime: 61_000)
        #expect(next.isKept && next.leftOut == 200 - kept)
        #expect(hooks.noteRefusal(uptime: 61_001).leftOut == 0)
    }
}
