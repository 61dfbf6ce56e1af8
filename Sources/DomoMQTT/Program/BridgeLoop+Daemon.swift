import DomoBridge
import DomoLanguage
import DomoSystem

// The connections to domod.

extension BridgeLoop {
    func attach(_ now: Moment) {
        guard daemon == nil, nextDaemon <= now.sinceBoot else { return }
        do throws(Fault) {
            daemon = try DaemonSide(path: socketPath(), token: token)
            // With a token, it is connected when that was accepted.
            if token == nil { hub.daemonConnected(now: now) }
        } catch {
            dropDaemon(error)
            nextDaemon = now.sinceBoot + daemonPause
            daemonPause = min(daemonPause * 2, Self.pauses.upperBound)
        }
    }

    func readDaemon(_ now: Moment) {
        guard let daemon else { return }
        do throws(Fault) {
            try daemon.write()
            for line in try daemon.read() { try handle(line, now) }
        } catch {
            dropDaemon(error)
            nextDaemon = now.sinceBoot + daemonPause
            daemonPause = min(daemonPause * 2, Self.pauses.upperBound)
        }
    }

    private func handle(_ line: DaemonSide.Line, _ now: Moment) throws(Fault) {
        switch line {
        case .event(let event): hub.handle(event, now: now)
        case .session(let session):
            hub.daemonConnected(now: now)
            hub.use(session, now: now)
        case .reply(let line, .watch): try DaemonReply.check(line)
        case .reply(let line, .model): hub.use(try DaemonReply.decode(line, as: ModelView.self))
        case .reply(let line, .listing):
            hub.use(try DaemonReply.decode(line, as: Listing.self))
            hasFreed = true
            if daemonProblem != nil { log.notice("connected to domod") }
            daemonProblem = nil
            daemonPause = Self.pauses.lowerBound
            reportStatus()
        case .reply(let line, .scenes): hub.use(try DaemonReply.decode(line, as: SceneList.self))
        case .reply(let line, .announced(let scene)): hub.use(Self.result(line), forScene: scene)
        case .reply(let line, .explained(let id, let start)): hub.use(Self.result(line), for: id, start)
        case .reply(let line, .order(let id)):
            hub.use(Self.result(line), for: id, now: now)
        case .reply(let line, .scene(let id)):
            hub.use(Self.result(line), for: id)
        case .reply(let line, .stopScenes(let id)):
            hub.use(Self.result(line) as Result<SceneList, Fault>, stoppedFor: id)
        case .reply(let line, .stopScene(let id)):
            hub.use(Self.result(line) as Result<SceneReport, Fault>, stoppedFor: id)
        }
    }

    private static func result<Value: Decodable>(_ line: [UInt8]) -> Result<Value, Fault> {
        Result { () throws(Fault) in try DaemonReply.decode(line, as: Value.self) }
    }

    /// - Parameter fault: nil if it is wanted.
    func dropDaemon(_ fault: Fault?) {
        if let daemon { events.forget(daemon.descriptor) }
        daemon = nil
        for other in others.values { events.forget(other.descriptor) }
        others = [:]
        hub.daemonLost()
        guard let fault, daemonProblem != fault.message else { return }
        daemonProblem = fault.message
        log.warning(fault.message + (fault.hint.map { "; \($0)" } ?? ""))
        reportStatus()
    }

    /// The run of a scene, on a connection of its own.
    func readOther(_ socket: CInt, _ now: Moment) {
        guard let side = others[socket] else { return }
        do throws(Fault) {
            try side.write()
            for line in try side.read() {
                if case .session = line { continue }
                try handle(line, now)
            }
            guard side.isIdle else { return }
        } catch {
            for case .scene(let id) in side.awaited { hub.use(Result<SceneReport, Fault>.failure(error), for: id) }
        }
        events.forget(socket)
        others[socket] = nil
    }
}
