import DomoBridge
import DomoLanguage
import DomoModel
import DomoNATS

/// Feeds what the fleet, houses and people send to everything that reads it, for fuzzing.
public struct HouseProbe {
    /// What is fed.
    public enum Kind: String, CaseIterable, Sendable {
        case order = "do"
        case question = "ask"
        case watch
        case part
        case report
        case code
        case token
        case credentials
        case enrolment
        case time
    }

    /// The time of the fleet and of the house, in milliseconds since 1970.
    public static let now: Int64 = 1_780_000_000_000
    /// How long the house has been connected.
    private static let age: Int64 = 1_000_000
    private static let asker = "web1"

    private let house: HouseID

    /// - Returns: nil unless the text is the ID of a house.
    public init?(house text: String) {
        guard let house = HouseID(text) else { return nil }
        self.house = house
    }

    /// - Returns: what is wrong; nil if nothing is.
    public func feed(_ payload: [UInt8], as kind: Kind) -> String? {
        switch kind {
        case .order: ask(.order, payload)
        case .question: ask(.question, payload)
        case .watch: ask(.watch, payload)
        case .part: ask(.part, payload)
        case .report: report(payload)
        case .code: code(String(decoding: payload, as: UTF8.self))
        case .token: token(String(decoding: payload, as: UTF8.self))
        case .credentials: credentials(payload)
        case .enrolment: enrolment(payload)
        case .time: time(payload)
        }
    }

    // MARK: Requests to a house

    private static func moment(_ time: Int64) -> Moment {
        Moment(sinceBoot: .milliseconds(time - now + 2 * age), time: Timestamp(milliseconds: time))
    }

    /// The same request twice, and the part of a reply.
    private func ask(_ request: FleetSubjects.Request, _ payload: [UInt8]) -> String? {
        var hub = HouseHub(house, file: nil, seed: 1, now: Self.moment(Self.now - Self.age))
        hub.noteConnected(now: Self.moment(Self.now - 10))
        for case .askTime(let number) in hub.takeEffects() {
            hub.useTime(.time(Self.now - 5, error: 0), number: number, now: Self.moment(Self.now))
        }
        for number in 0..<2 as Range<UInt64> {
            let reply = FleetSubjects.reply(of: house, asker: Self.asker, number: number)
            let now = Self.moment(Self.now + Int64(number))
            hub.handle(subject: FleetSubjects.to(house, request), payload, replyTo: reply, now: now)
            if let problem = perform(&hub, for: request, now: now) { return problem }
        }
        return nil
    }

    private func perform(_ hub: inout HouseHub, for request: FleetSubjects.Request, now: Moment) -> String? {
        // A long reply, in parts.
        let long = Array("{\"ok\":\"".utf8) + [UInt8](repeating: 0x78, count: 300_000) + Array("\"}".utf8)
        while true {
            let effects = hub.takeEffects()
            if effects.isEmpty { return nil }
            for effect in effects {
                switch effect {
                case .open(let session, _, _): hub.noteOpen(session, now: now)
                case .write(let line, let session, let order):
                    if let problem = check(line, for: request) { return problem }
                    hub.noteReply(long, to: order, on: session, now: now)
                case .watch(_, let watch):
                    guard case .watch? = parsed(watch.line) else { return "\(watch.line) does not watch" }
                    if let problem = check(reply: watch.reply) { return problem }
                    guard watch.events.hasPrefix("domo.v1.event.\(house).\(Self.asker).") else {
                        return "events go to \(watch.events)"
                    }
                case .reply(let answer):
                    if let problem = check(reply: answer.subject) { return problem }
                    guard !answer.payload.contains(0x0A), answer.payload.count <= 256 << 10 else {
                        return "the reply is not a line of at most 256 KB"
                    }
                case .report(_, let subject):
                    if let problem = check(reply: subject) { return problem }
                case .ask, .save, .publish, .askTime, .close, .endLease, .log: break
                }
            }
        }
    }

    private func parsed(_ line: String) -> Request? {
        do throws(Fault) {
            return try RequestParser.parse(line)
        } catch {
            return nil
        }
    }

    private func check(_ line: String, for request: FleetSubjects.Request) -> String? {
        guard !line.utf8.contains(0x0A), !line.utf8.contains(0x0D), let written = parsed(line) else {
            return "domod would not read the line \(line.debugDescription)"
        }
        if request == .question, !written.onlyReads { return "the question \(line.debugDescription) changes something" }
        if !written.onlyReads, !line.contains("--until ") {
            return "the order \(line.debugDescription) has no deadline"
        }
        return nil
    }

    private func check(reply subject: String) -> String? {
        subject.hasPrefix("domo.v1.reply.\(house).\(Self.asker).") ? nil : "a reply goes to \(subject)"
    }

    // MARK: What is read from houses and people

    /// What is read must be the same after it was written; nothing needs to be readable.
    private func check<Value: Equatable>(
        _ what: String,
        _ read: () throws -> Value,
        again: (Value) throws -> Value
    ) -> String? {
        let value: Value
        do {
            value = try read()
        } catch {
            return nil
        }
        do {
            return try again(value) == value ? nil : "\(what) is another one after it was written"
        } catch {
            return "\(what) can't be read after it was written: \(error)"
        }
    }

    private func report(_ payload: [UInt8]) -> String? {
        check("the report", { try Report(json: payload) }, again: { try Report(json: $0.json) })
    }

    private func code(_ text: String) -> String? {
        check("the code", { try EnrolmentCode(text) }, again: { try EnrolmentCode($0.text) })
    }

    private func token(_ text: String) -> String? {
        check("the token", { try NATSJWT(text) }, again: { try NATSJWT($0.text) })
    }

    private func credentials(_ payload: [UInt8]) -> String? {
        check(
            "the credentials",
            { try HouseCredentials(json: payload) },
            again: { try HouseCredentials(json: $0.json) }
        )
    }

    private func enrolment(_ payload: [UInt8]) -> String? {
        let subject = FleetSubjects.enrolment(of: house)
        return check(
            "the request",
            { try EnrolmentRequest(json: payload, to: subject) },
            again: { try EnrolmentRequest(json: $0.json, to: subject) }
        )
    }

    /// The reply of a worker, which must not make the clock known wrongly.
    private func time(_ payload: [UInt8]) -> String? {
        guard let reply = FleetTime(json: payload) else { return nil }
        guard FleetTime(json: reply.json) == reply else { return "the time is another one after it was written" }
        var clock = ClockOffset()
        clock.add(sent: Self.moment(Self.now - 10), received: Self.moment(Self.now), reply)
        guard let time = clock.fleetTime(at: Self.moment(Self.now)) else { return nil }
        guard case .time(let fleet, _) = reply, (fleet - 2000...fleet + 20).contains(time) else {
            return "the time of the fleet is \(time)"
        }
        return nil
    }

    // MARK: Examples

    /// Valid payloads.
    public var examples: [(Kind, [UInt8])] {
        let sent = Self.now - 100
        let lines = [
            "set Lamp on", "dim Lamp 40 --wait confirmed", "toggle Lamp", "scene evening level=40", "ls Salon",
            "show Lamp", "history Lamp --since 1h", "off Salon", "watch", "explain set Lamp on",
        ]
        let token = Secret("domo_token")
        var examples: [(Kind, [UInt8])] = []
        for line in lines {
            let order = FleetOrder(
                key: "k1",
                sent: sent,
                deadline: sent + 10_000,
                principal: "ana",
                token: token,
                line: line
            )
            examples += [(.order, order.json), (.question, order.json)]
        }
        for step in [.begin("watch --orders"), .renew, .end] as [FleetWatch.Step] {
            examples.append((.watch, FleetWatch(lease: "l1", principal: "ana", token: token, step: step).json))
        }
        examples.append((.part, FleetPart(key: "k1", token: token, part: 1).json))
        let record =
            #"{"element":"Casa/Luz","reading":{"time":"2026-11-20T21:04:05.123Z","type":"binary","value":"on"}}"#
        let report =
            #"{"v":1,"db":"0123456789abcdef","from":0,"to":1,"head":{"version":"0.1.0","alarms":0,"stale":1,"#
            + #""time":1780000000000},"gaps":[],"records":["# + record + "]}"
        examples.append((.report, Array(report.utf8)))
        examples += [FleetTime.time(Self.now, error: 100), .unsynchronized].map { (.time, $0.json) }
        do {
            examples += try signedExamples()
        } catch {
            // Without keys, what they sign is generated from nothing.
        }
        return examples
    }

    private func signedExamples() throws -> [(Kind, [UInt8])] {
        let seed = try NKeySeed("SUAAAAICAMCAKBQHBAEQUCYMBUHA6EARCIJRIFIWC4MBSGQ3DQOR4H776Y")
        let other = try NKeySeed("SUACAIJCEMSCKJRHFAUSUKZMFUXC6MBRGIZTINJWG44DSOR3HQ6T4PY7UE")
        let jwt = try NATSJWT(
            .user(UserClaims(account: other.key, rights: nil)),
            about: seed.key,
            name: house.text,
            issuedAt: Self.now / 1000,
            expires: Self.now / 1000 + 86_400,
            signedBy: other
        )
        let servers = ["tls://fleet.example:4222"]
        let secret = Secret(seed.text)
        let code = EnrolmentCode(house: house, servers: servers, authority: nil, seed: secret, jwt: jwt)
        let credentials = HouseCredentials(house: house, servers: servers, authority: nil, seed: secret, jwt: jwt)
        let request = try EnrolmentRequest(to: FleetSubjects.enrolment(of: house), asker: seed, key: other)
        return [
            (.token, Array(jwt.text.utf8)), (.code, Array(code.text.utf8)), (.credentials, credentials.json),
            (.enrolment, request.json),
        ]
    }
}
