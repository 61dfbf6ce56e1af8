import DomoBridge
import DomoLanguage
import DomoModel
import DomoNATS
import DomoSystem
import NIOCore

/// Gets credentials with a new key for a house: before the old ones end, and when the operator asks for it.
final class HouseRenewal: Sendable {
    private enum Trigger: Sendable {
        case clock
        /// - Parameter reply: where the operator waits.
        case operators(reply: String)
    }

    private static let limit: TimeAmount = .seconds(20)

    private let credentials: HouseCredentials
    private let path: String
    private let log: Log
    private let triggers: AsyncStream<Trigger>
    private let continuation: AsyncStream<Trigger>.Continuation

    /// - Parameter path: the file of the credentials.
    init(_ credentials: HouseCredentials, path: String, log: Log) {
        (self.credentials, self.path, self.log) = (credentials, path, log)
        (triggers, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(4))
    }

    /// The operator asks for a new key.
    func rotate(_ message: NATSMessage) {
        guard let reply = message.reply, FleetSubjects.isReply(reply, of: credentials.house) else { return }
        continuation.yield(.operators(reply: reply))
    }

    /// Credentials that are due are renewed now.
    func noteConnected() { continuation.yield(.clock) }

    /// Runs until it is cancelled.
    func run(_ nats: NATSConnection, on eventLoop: any EventLoop) async {
        guard var jwt = credentials.jwt else { return }
        var seed = credentials.seed
        var hasFailed = false
        let now = Moment.now().time
        if let expires = jwt.expires, expires * 1000 <= now.milliseconds {
            log.warning("\(path) expired: ask the operator for a new code, and use domo-fleet enroll")
        }
        var timer = schedule(jwt, failed: false, on: eventLoop)
        for await trigger in triggers {
            timer?.cancel()
            let isDue = RenewalTimes.due(jwt).map { $0 <= Moment.now().time } ?? false
            if case .clock = trigger, !isDue {
                timer = schedule(jwt, failed: false, on: eventLoop)
                continue
            }
            let fault: Fault?
            do throws(Fault) {
                (jwt, seed) = try await renew(seed, nats)
                fault = nil
                log.notice("the credentials have a new key: \(jwt.subject)")
            } catch {
                fault = error
                log.warning("the credentials were not renewed: \(error.message)")
            }
            hasFailed = fault != nil
            if case .operators(let reply) = trigger { answer(fault, jwt, nats, reply) }
            if !hasFailed { use(jwt, seed, nats) }
            timer = schedule(jwt, failed: hasFailed && isDue, on: eventLoop)
        }
        timer?.cancel()
    }

    private func schedule(_ jwt: NATSJWT, failed: Bool, on eventLoop: any EventLoop) -> Scheduled<Void>? {
        RenewalTimes.pause(jwt, at: Moment.now().time, failed: failed, random: .random(in: 0..<1)).map { pause in
            eventLoop.scheduleTask(in: .milliseconds(pause.wholeMilliseconds + 1)) { [continuation] in
                continuation.yield(.clock)
            }
        }
    }

    private func answer(_ fault: Fault?, _ jwt: NATSJWT, _ nats: NATSConnection, _ reply: String) {
        do throws(NATSFault) {
            try nats.publish(ByteBuffer(bytes: RotationReply.json(fault, jwt.subject)), to: reply)
        } catch {
            log.warning("the operator got no reply: \(error)")
        }
    }

    private func use(_ jwt: NATSJWT, _ seed: Secret, _ nats: NATSConnection) {
        do throws(NKeyFault) {
            nats.use(.token(jwt, try NKeySeed(seed.value)))
        } catch {
            log.warning("the new credentials can't be used before the next start: \(error)")
        }
    }

    /// Has a new key signed, and writes the file.
    private func renew(_ seed: Secret, _ nats: NATSConnection) async throws(Fault) -> (NATSJWT, Secret) {
        let subject = FleetSubjects.renewal(of: credentials.house)
        do {
            let key = try NKeySeed()
            let request = try EnrolmentRequest(to: subject, asker: try NKeySeed(seed.value), key: key)
            let reply = try await nats.request(ByteBuffer(bytes: request.json), to: subject, atMost: Self.limit)
            let jwt = try EnrolmentReply.jwt(in: reply.payload.bytes, for: key.key, of: credentials.house)
            var new = credentials
            (new.jwt, new.seed) = (jwt, Secret(key.text))
            try await WorkerThread.run(
                name: "domo-save",
                orElse: { HouseFault("\($0)") },
                { [new, path] () throws(HouseFault) in try new.write(to: path) }
            )
            return (jwt, new.seed)
        } catch let fault as Fault {
            throw fault
        } catch NATSFault.noResponders {
            throw Fault(.unreachable, "the operator's enrolment service is not connected to the fleet")
        } catch {
            throw Fault(.unreachable, "\(error)")
        }
    }
}
