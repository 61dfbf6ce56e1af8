import DomoBridge
import DomoLanguage
import DomoNATS
import DomoSystem
import NIOCore
import ServiceLifecycle

/// Answers the houses that ask to sign their keys.
final class EnrolmentService: Service {
    private static let maxWaiting = 1000

    private let desk: EnrolmentDesk
    private let register: HouseRegister
    private let nats: NATSConnection
    private let log: Log
    private let requests: AsyncStream<NATSMessage>
    private let continuation: AsyncStream<NATSMessage>.Continuation

    init(
        _ settings: NATSSettings,
        on eventLoop: any EventLoop,
        _ desk: EnrolmentDesk,
        _ register: HouseRegister,
        log: Log,
        status: @escaping @Sendable (String) -> Void
    ) {
        (self.desk, self.register, self.log) = (desk, register, log)
        (requests, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maxWaiting))
        nats = NATSConnection(settings, on: eventLoop) { event in FleetLog.note(event, log, status) }
    }

    func run() async throws {
        for subject in [FleetSubjects.enrolments, FleetSubjects.renewals] {
            // Houses ask again when there is no reply.
            try nats.subscribe(subject, queue: "enrolment") { [continuation] in continuation.yield($0) }
        }
        nats.start()
        await cancelWhenGracefulShutdown { [self] in
            for await message in requests { await answer(message) }
        }
        await nats.stop()
    }

    private func answer(_ message: NATSMessage) async {
        let enrolling = FleetSubjects.houseThatEnrolls(message.subject)
        guard let reply = message.reply, let house = enrolling ?? FleetSubjects.houseThatRenews(message.subject),
            FleetSubjects.isInbox(reply, of: house)
        else { return log.warning("a request on \(message.subject) names no inbox of its house, and was not answered") }
        let isFirst = enrolling != nil
        let (subject, payload) = (message.subject, message.payload.bytes)
        let result: Result<NATSJWT, Fault>
        do throws(Fault) {
            let request = try EnrolmentRequest(json: payload, to: subject)
            result = .success(
                try await WorkerThread.run(
                    name: "domo-enrol",
                    orElse: { Fault(.busy, "\($0)", hint: "try again later") },
                    { [self] () throws(Fault) in try sign(request, of: house, isFirst: isFirst) }
                )
            )
            log.notice("house \(house) \(isFirst ? "enrolled" : "renewed its credentials"): \(request.key)")
        } catch {
            result = .failure(error)
            log.warning("house \(house) was refused: \(error.message)")
        }
        do throws(NATSFault) {
            try nats.publish(ByteBuffer(bytes: EnrolmentReply.json(result)), to: reply)
        } catch {
            log.warning("house \(house) got no reply: \(error)")
        }
    }

    private func sign(_ request: EnrolmentRequest, of house: HouseID, isFirst: Bool) throws(Fault) -> NATSJWT {
        let now = Moment.now().time
        let sign = { [desk] (house: inout RegisteredHouse?) throws(Fault) -> NATSJWT in
            isFirst ? try desk.enroll(&house, request, at: now) : try desk.renew(&house, request, at: now)
        }
        return try register.change(house, orElse: { Fault(.badConfiguration, "\($0)") }, sign)
    }
}
