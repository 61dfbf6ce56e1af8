import DomoBridge
import DomoClient
import DomoLanguage
import DomoNATS
import DomoSystem
import NIOCore

/// Performs the effects of a hub.
struct EffectPerformer {
    /// How long an acknowledgement may take: electing a leader takes up to 10 s.
    private static let publishTime: TimeAmount = .seconds(11)
    private static let timeTime: TimeAmount = .seconds(2)

    private let service: HouseService
    private var daemon: DaemonConnection?
    private var questions: AsyncStream<HouseQuestion>.Continuation?
    private var newQuestions: AsyncStream<HouseQuestion>?
    private var users: [Sessions.ID: DaemonConnection] = [:]
    private var leases: [Leases.ID: LeaseEvents] = [:]

    init(_ service: HouseService) { self.service = service }

    /// The connection with the rights of the program; nil if it is lost.
    mutating func use(_ connection: DaemonConnection?) {
        daemon = connection
        questions?.finish()
        (questions, newQuestions) = (nil, nil)
        guard connection != nil else { return }
        let (stream, continuation) = AsyncStream.makeStream(
            of: HouseQuestion.self,
            bufferingPolicy: .bufferingOldest(16)
        )
        (questions, newQuestions) = (continuation, stream)
    }

    mutating func use(_ connection: DaemonConnection?, for session: Sessions.ID) { users[session] = connection }

    mutating func close() {
        questions?.finish()
        daemon?.close()
        for connection in users.values { connection.close() }
        users = [:]
        for lease in leases.values { lease.close() }
        leases = [:]
    }

    mutating func forget(_ lease: Leases.ID) { leases[lease] = nil }

    mutating func perform(_ effect: HouseEffect, _ group: inout DiscardingTaskGroup) {
        switch effect {
        case .ask(let question): ask(question, &group)
        case .save(let bytes): save(bytes, &group)
        case .publish(let subject, let report, let number): publish(report, to: subject, number, &group)
        case .reply(let answer):
            let headers = answer.part.map { [(ReplyPart.header, $0.text)] } ?? []
            do throws(NATSFault) {
                try service.nats.publish(ByteBuffer(bytes: answer.payload), to: answer.subject, headers: headers)
            } catch {
                service.log.warning("a reply to the fleet was not sent: \(error)")
            }
        case .askTime(let number): askTime(number, &group)
        case .open(let session, let token, let principal): open(session, token, principal, &group)
        case .write(let line, let session, let order): write(line, order, on: session)
        case .close(let session):
            users[session]?.close()
            users[session] = nil
        case .watch(let lease, let watch): open(lease, watch, &group)
        case .report(let lease, let subject): leases[lease]?.report(to: subject)
        case .endLease(let lease): leases.removeValue(forKey: lease)?.close()
        case .log(let text): service.log.notice(text)
        }
    }

    // MARK: domod

    private mutating func ask(_ question: HouseQuestion, _ group: inout DiscardingTaskGroup) {
        if let stream = newQuestions, let daemon {
            newQuestions = nil
            group.addTask { [service] in await Self.answer(stream, from: daemon, service) }
        }
        questions?.yield(question)
    }

    /// One question after the other, so that the replies come in this order.
    private static func answer(
        _ questions: AsyncStream<HouseQuestion>,
        from daemon: DaemonConnection,
        _ service: HouseService
    ) async {
        for await question in questions {
            do throws(ClientFault) {
                let reply = try await service.connector.ask(question.request, on: daemon)
                service.occurred(.reply(reply, to: question))
            } catch {
                // The connection is lost, which is reported.
                daemon.close()
                return
            }
        }
    }

    private func open(
        _ session: Sessions.ID,
        _ token: Secret,
        _ principal: String,
        _ group: inout DiscardingTaskGroup
    ) {
        group.addTask { [service] in
            do throws(ClientFault) {
                let connection = try await service.connector.open(token: token, principal: principal)
                service.occurred(.open(session, connection))
                await connection.waitForEnd()
                service.occurred(.lost(session))
            } catch {
                service.occurred(.notOpen(session, error.fault))
            }
        }
    }

    private mutating func open(_ id: Leases.ID, _ watch: HouseEffect.Watch, _ group: inout DiscardingTaskGroup) {
        let lease = LeaseEvents(to: watch.events, over: service.nats, on: service.connector.eventLoop)
        leases[id] = lease
        group.addTask { [service] in
            do throws(ClientFault) {
                let connection = try await service.connector.open(token: watch.token, principal: watch.principal) {
                    lease.append($0)
                }
                lease.use(connection)
                // The reply is published at once: the events come after it.
                try connection.start(line: watch.line).whenSuccess { lease.publish(reply: $0, to: watch.reply) }
                await connection.waitForEnd()
            } catch {
                lease.publish(reply: ByteBuffer(bytes: Reply.fault(error.fault).bytes), to: watch.reply)
            }
            lease.close()
            service.occurred(.leaseLost(id))
        }
    }

    /// Lines are written in the order of the calls.
    private func write(_ line: String, _ order: OrderDesk.ID, on session: Sessions.ID) {
        // If it is lost, that is reported.
        guard let connection = users[session] else { return }
        let occurred = service.occurred
        let refuse: @Sendable (ClientFault) -> Void = { fault in
            occurred(.orderReply(ByteBuffer(bytes: Reply.fault(fault.fault).bytes), to: order, on: session))
        }
        do throws(ClientFault) {
            try connection.start(line: line).whenComplete { result in
                switch result {
                case .success(let reply): occurred(.orderReply(reply, to: order, on: session))
                case .failure(ClientFault.disconnected): break
                case .failure(let error as ClientFault): refuse(error)
                case .failure(let error): refuse(.disconnected(reason: "\(error)"))
                }
            }
        } catch {
            refuse(error)
        }
    }

    // MARK: The disk

    private func save(_ bytes: [UInt8], _ group: inout DiscardingTaskGroup) {
        guard bytes.count <= OutboxFile.maxBytes else {
            let reason = "it would have \(bytes.count) bytes, more than can be read again"
            return service.occurred(.notSaved(reason))
        }
        group.addTask { [service] in
            do throws(FileBytes.Fault) {
                try await WorkerThread.run(
                    name: "domo-save",
                    orElse: { FileBytes.Fault(message: "\($0)", code: 0) },
                    { () throws(FileBytes.Fault) in try FileBytes.replace(service.path, with: bytes) }
                )
                service.occurred(.saved)
            } catch {
                service.occurred(.notSaved(error.message))
            }
        }
    }

    // MARK: The fleet

    private func publish(
        _ report: [UInt8],
        to subject: String,
        _ number: UInt64,
        _ group: inout DiscardingTaskGroup
    ) {
        group.addTask { [service] in
            do throws(JetStreamFault) {
                let payload = ByteBuffer(bytes: report)
                _ = try await JetStream(service.nats).publish(payload, to: subject, atMost: Self.publishTime)
                service.occurred(.acknowledged(number))
            } catch {
                service.occurred(.refused(number, "\(error)"))
            }
        }
    }

    private func askTime(_ number: UInt64, _ group: inout DiscardingTaskGroup) {
        group.addTask { [service] in
            do throws(NATSFault) {
                let reply = try await service.nats.request(ByteBuffer(), to: FleetSubjects.time, atMost: Self.timeTime)
                service.occurred(.time(FleetTime(json: reply.payload.bytes), number: number))
            } catch {
                service.occurred(.time(nil, number: number))
            }
        }
    }
}

extension HouseQuestion {
    var request: Request {
        switch self {
        case .watch: .watch(Watched(orders: true))
        case .status: .status
        case .records(let cursor): .records(RecordsQuestion(from: cursor))
        }
    }
}
