import DomoLanguage
import DomoModel
import DomoNATS
import Testing

@testable import DomoFleet

/// Which keys of a house are signed.
final class EnrolmentDeskTests {
    private let house: HouseID
    private let desk: EnrolmentDesk
    private let code: NKeySeed
    private let keys: [NKeySeed]
    private var registered: RegisteredHouse?
    private let start = Timestamp(milliseconds: 1_795_000_000_000)

    init() throws {
        house = try NamesTests.house("casa0001")
        let (account, signer) = (try NKeySeed(new: .account), try NKeySeed(new: .account))
        desk = EnrolmentDesk(account: account.key, signer: signer, validity: .seconds(90 * 86_400))
        code = try NKeySeed()
        keys = try (0..<4).map { _ in try NKeySeed() }
        let end = Timestamp(milliseconds: start.milliseconds + 86_400_000)
        registered = RegisteredHouse(
            house: house,
            name: "Casa",
            code: RegisteredHouse.Code(key: code.key, expires: end)
        )
    }

    private func after(_ hours: Int64) -> Timestamp { Timestamp(milliseconds: start.milliseconds + hours * 3_600_000) }

    private func enroll(_ key: NKeySeed, code: NKeySeed? = nil, _ hours: Int64 = 1) throws -> NATSJWT {
        let subject = FleetSubjects.enrolment(of: house)
        let request = try EnrolmentRequest(to: subject, asker: code ?? self.code, key: key)
        return try desk.enroll(&registered, request, at: after(hours))
    }

    private func renew(_ key: NKeySeed, by asker: NKeySeed) throws -> NATSJWT {
        let request = try EnrolmentRequest(to: FleetSubjects.renewal(of: house), asker: asker, key: key)
        return try desk.renew(&registered, request, at: after(2))
    }

    @Test func codeIsGoodOnceForOneKey() throws {
        let jwt = try enroll(keys[0])
        #expect(jwt.subject == keys[0].key && jwt.name == house.text && jwt.issuer == desk.signer.key)
        #expect(jwt.expires == Int64(1_795_000_000 + 3600 + 90 * 86_400))
        #expect(registered?.state(at: after(2)) == .enrolled && registered?.key == keys[0].key)
        // The reply was lost.
        #expect(try enroll(keys[0], 2).subject == keys[0].key)
        let before = registered
        let fault = #expect(throws: Fault.self) { try enroll(keys[1], 2) }
        #expect(fault?.message.contains("was used at 2026-11-18T") == true, "\(fault?.message ?? "")")
        #expect(registered == before)
    }

    @Test func otherAndOldCodesAreRefused() throws {
        #expect(throws: Fault.self) { try enroll(keys[0], code: keys[1]) }
        #expect(throws: Fault.self) { try enroll(keys[0], 24) }
        #expect(registered?.state(at: after(24)) == .codeExpired)
        registered?.code = nil
        #expect(throws: Fault.self) { try enroll(keys[0]) }
        registered = nil
        #expect(throws: Fault.self) { try enroll(keys[0]) }
        #expect(registered == nil)
    }

    @Test func revokedHouseCanNotUseItsCodeAgain() throws {
        _ = try enroll(keys[0])
        registered?.revoked = after(1)
        #expect(throws: Fault.self) { try enroll(keys[0]) }
        #expect(throws: Fault.self) { try renew(keys[1], by: keys[0]) }
        #expect(registered?.state(at: after(2)) == .revoked)
    }

    @Test func lostReplyToARenewalIsHarmless() throws {
        _ = try enroll(keys[0])
        #expect(try renew(keys[1], by: keys[0]).subject == keys[1].key)
        // The house does not know the new one.
        #expect(try renew(keys[2], by: keys[0]).subject == keys[2].key)
        // It does now.
        #expect(try renew(keys[3], by: keys[2]).subject == keys[3].key)
        #expect(registered?.key == keys[2].key && registered?.next == keys[3].key)
    }

    /// A copy of old credentials renews nothing, and one that renews first is noticed by the house.
    @Test func replacedKeyRenewsNothing() throws {
        _ = try enroll(keys[0])
        _ = try renew(keys[1], by: keys[0])
        _ = try renew(keys[2], by: keys[1])
        let fault = #expect(throws: Fault.self) { try renew(keys[3], by: keys[0]) }
        #expect(fault?.message.contains("were replaced") == true)
        #expect(throws: Fault.self) { try renew(keys[0], by: code) }
    }

    @Test func requestIsBoundToItsSubjectAndKeys() throws {
        let subject = FleetSubjects.enrolment(of: house)
        let request = try EnrolmentRequest(to: subject, asker: code, key: keys[0])
        #expect(try EnrolmentRequest(json: request.json, to: subject) == request)
        for other in ["domo.v1.enroll.casa0002", FleetSubjects.renewal(of: house)] {
            #expect(throws: Fault.self) { try EnrolmentRequest(json: request.json, to: other) }
        }
        let text = String(decoding: request.json, as: UTF8.self)
        let (first, second) = ("\(keys[0].key)", "\(keys[1].key)")
        for (old, new) in [(first, second), ("\(code.key)", second), (#""v":1"#, #""v":2"#)] {
            let changed = text.replacing(old, with: new)
            #expect(throws: Fault.self) { try EnrolmentRequest(json: Array(changed.utf8), to: subject) }
        }
        for bad in ["", "{}", "[]", String(repeating: " ", count: 5000)] {
            #expect(throws: Fault.self) { try EnrolmentRequest(json: Array(bad.utf8), to: subject) }
        }
    }

    @Test func registerFileIsReadAsWritten() throws {
        _ = try enroll(keys[0])
        _ = try renew(keys[1], by: keys[0])
        registered?.revoked = after(3)
        let house = try #require(registered)
        #expect(try RegisteredHouse(json: house.json) == house)
        #expect(house.keys == [keys[0].key, keys[1].key, code.key])
        for bad in ["", "{}", #"{"v":1,"house":"casa0001"}"#, #"{"v":1,"house":"casa0001","name":"a\nb"}"#] {
            #expect(throws: HouseFault.self) { try RegisteredHouse(json: Array(bad.utf8)) }
        }
    }

    /// The wall clock may jump, and houses that were enrolled together must not renew together.
    @Test func renewalIsAfterTwoThirds() throws {
        let jwt = try enroll(keys[0], 0)
        let due = Timestamp(milliseconds: start.milliseconds + 60 * 86_400_000)
        #expect(RenewalTimes.due(jwt) == due)
        #expect(RenewalTimes.pause(jwt, at: start, failed: false, random: 0) == .seconds(1800))
        #expect(RenewalTimes.pause(jwt, at: start, failed: false, random: 1) == .seconds(3600))
        #expect(RenewalTimes.pause(jwt, at: due, failed: false, random: 0) == .zero)
        #expect(RenewalTimes.pause(jwt, at: due, failed: true, random: 1) == .seconds(3600))
        let end = Timestamp(milliseconds: start.milliseconds + 91 * 86_400_000)
        #expect(RenewalTimes.pause(jwt, at: end, failed: true, random: 1) == .seconds(1))
    }
}
