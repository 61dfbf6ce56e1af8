import CLibCurl
import DomoEngine
import DomoSystem

/// All that is under way to servers. One thread at a time uses it: see `CurlLoop`.
final class CurlWorker {
    private let multi: UnsafeMutableRawPointer
    private let events: SocketEvents
    private let sockets: WatchedSockets
    private let handles: CurlHandles
    /// Why libcurl can't go on with this multi handle. Another worker is to take its place.
    private(set) var fault: String?
    private var lines: [ObjectIdentifier: ServerLine] = [:]
    private var active: [Transfer] = []
    /// What has ended in this round. Told together, so that whoever waits for several is woken once.
    private var ended: [Ending] = []
    private var request = RenderedRequest()
    private var mostConnections = 0
    /// When libcurl is to be called though no socket has anything for it, as `SocketEvents.now()` counts.
    fileprivate var due: UInt64?
    /// The moment that the thread's wait was set to end at.
    private var momentSet = UInt64.max

    /// All servers together.
    private static let mostConnections = 1024
    /// So often libcurl is called before sockets are looked at again.
    private static let maxRounds = 100

    init(events: SocketEvents, handles: CurlHandles) throws(CurlFault) {
        guard let multi = handles.makeMulti() else { throw CurlFault("no memory for a curl multi handle") }
        self.multi = multi
        self.events = events
        self.handles = handles
        sockets = WatchedSockets(events, of: multi, handles: handles)
        domo_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.mostConnections)
        domo_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        let context = Unmanaged.passUnretained(self).toOpaque()
        domo_curl_multi_set_timer(multi, noteTime, context)
    }

    /// Carries out commands, and lets libcurl do what it can do now.
    ///
    /// - Parameter came: what the thread's wait ended with.
    /// - Returns: what has ended.
    func work(on commands: [CurlLoop.Command], _ came: [SocketEvents.Event] = []) -> [Ending] {
        for command in commands { carryOut(command) }
        for event in came {
            guard let socket = event.socket else {
                // It may have been the moment that was set.
                momentSet = .max
                continue
            }
            guard sockets.isWanted(socket) else { continue }
            let readable = event.isReadable ? CURL_CSELECT_IN : 0
            let writable = event.isWritable ? CURL_CSELECT_OUT : 0
            act(on: socket, readable | writable | (event.hasFailed ? CURL_CSELECT_ERR : 0))
        }
        var next: UInt64?
        var rounds = 0
        repeat {
            rounds += 1
            if isDue {
                due = nil
                act(on: CURL_SOCKET_TIMEOUT, 0)
            }
            finishThoseThatEnded()
            next = expire()
            // Another may have been started. What goes on for ever is the thread's alone.
        } while isDue && rounds < Self.maxRounds
        if let due { next = min(next ?? due, due) }
        if let next, next < momentSet {
            momentSet = next
            events.setMoment(next)
        }
        defer { ended = [] }
        return ended
    }

    /// Whether nothing is under way.
    var isIdle: Bool { active.isEmpty }
    private var isDue: Bool { due.map { $0 <= SocketEvents.now() } ?? false }

    /// Gives up whatever is under way.
    func end(_ commands: [CurlLoop.Command], because reason: String) -> [Ending] {
        for case .send(let sending) in commands {
            ended.append(sending.givenUp(isSent: false, because: reason))
        }
        for line in lines.keys {
            while let sending = lines[line]?.popFirst() {
                ended.append(sending.givenUp(isSent: false, because: reason))
            }
        }
        for transfer in active { giveUp(transfer, because: reason) }
        lines.removeAll()
        domo_curl_multi_cleanup(multi)
        return ended
    }

    private func act(on socket: curl_socket_t, _ events: CInt) {
        guard fault == nil else { return }
        let code = handles.act(multi, socket, events)
        // A socket may have been closed with the event before.
        if code != CURLM_OK, code != CURLM_BAD_SOCKET { note(code) }
    }

    private func note(_ code: CURLMcode) {
        fault = fault ?? sockets.fault ?? "libcurl can't go on: \(String(cString: domo_curl_multi_strerror(code)))"
    }

    private func carryOut(_ command: CurlLoop.Command) {
        switch command {
        case .send(let sending):
            let server = ObjectIdentifier(sending.server)
            if lines[server] == nil { lines[server] = ServerLine(maxInFlight: sending.server.settings.maxInFlight) }
            if lines[server]?.mayStart(isQuery: sending.isQuery) == true {
                start(sending)
            } else {
                lines[server]?.append(sending)
            }
        case .cancel(let id, let server):
            if let sending = lines[ObjectIdentifier(server)]?.remove(where: { $0.id == id }) {
                ended.append(sending.givenUp(isSent: false, because: "given up"))
                return
            }
            guard let transfer = active.first(where: { $0.server === server && $0.sending?.id == id }) else { return }
            giveUp(transfer, because: "given up")
        case .forget(let server):
            lines[ObjectIdentifier(server)]?.isForgotten = true
            dropIfDone(ObjectIdentifier(server))
        case .probe(let answer): answer()
        }
    }

    private func start(_ sending: Sending) {
        let server = sending.server
        var success: SuccessRule?
        do {
            switch sending.errand {
            case .order(let dispatch, _):
                success = try server.settings.render(dispatch.value, of: dispatch.target, into: &request)
            case .query(let query, _): try server.settings.render(query, into: &request)
            }
        } catch {
            ended.append(sending.impossible(error))
            return
        }
        request.url.append(0)
        let transfer: Transfer
        do throws(CurlFault) {
            if let fault { throw CurlFault(fault) }
            transfer = try idleTransfer(for: server)
            try transfer.prepare(sending, request, success: success)
            let code = handles.add(multi, transfer.easy)
            guard code == CURLM_OK else {
                throw CurlFault("libcurl takes no handle: \(String(cString: domo_curl_multi_strerror(code)))")
            }
        } catch {
            ended.append(sending.notSent(because: error.message))
            return
        }
        lines[ObjectIdentifier(server)]?.inFlight += 1
        if sending.isQuery { lines[ObjectIdentifier(server)]?.queriesInFlight += 1 }
        transfer.position = active.count
        active.append(transfer)
    }

    private func idleTransfer(for server: HTTPServer) throws(CurlFault) -> Transfer {
        if let transfer = lines[ObjectIdentifier(server)]?.idle.popLast() { return transfer }
        if server.settings.maxInFlight > mostConnections {
            mostConnections = server.settings.maxInFlight
            domo_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, mostConnections)
        }
        return try Transfer(server: server, sockets: sockets, handles: handles)
    }

    private func finishThoseThatEnded() {
        var left: CInt = 0
        while let message = domo_curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            guard let transfer = Transfer.of(message.pointee.easy_handle) else {
                fault = fault ?? "libcurl reports the end of an unknown transfer"
                continue
            }
            finish(transfer, message.pointee.data.result)
        }
    }

    /// Ends what waited for its server for too long.
    /// - Returns: when there is something to end next.
    private func expire() -> UInt64? {
        var earliest: ContinuousClock.Instant?
        for server in lines.keys where lines[server]?.isEmpty == false {
            while let deadline = lines[server]?.earliestDeadline {
                guard deadline <= .now else {
                    earliest = min(earliest ?? deadline, deadline)
                    break
                }
                guard let late = lines[server]?.remove(where: { $0.deadline == deadline }) else { break }
                ended.append(late.expired)
            }
        }
        return earliest.map { SocketEvents.now() + UInt64(($0 - .now).wholeMilliseconds) * 1_000_000 }
    }

    private func giveUp(_ transfer: Transfer, because reason: String) {
        let ending = transfer.sending?.givenUp(isSent: transfer.sentBytes > 0, because: reason)
        end(transfer, ending)
    }

    private func finish(_ transfer: Transfer, _ code: CURLcode) {
        switch transfer.sending?.errand {
        case .order(_, let report): end(transfer, .order(transfer.outcome(of: code), report))
        case .query(let query, let report):
            switch transfer.answer(of: code) {
            case .report(let result): end(transfer, .query(result, report))
            case .body(let body):
                // Much is read elsewhere: orders don't wait for it.
                if body.count > Self.muchToRead {
                    let settings = transfer.server.settings
                    WorkerThread.start(name: "domo-answer") {
                        report(settings.report(of: body, for: query.targets, isForAll: query.isForAll))
                    }
                    end(transfer, nil)
                } else {
                    let settings = transfer.server.settings
                    let result = settings.report(of: body, for: query.targets, isForAll: query.isForAll)
                    end(transfer, .query(result, report))
                }
            }
        case nil: end(transfer, nil)
        }
    }

    /// In bytes. A few of them at a time at most: a server is asked for all no more than once in a second.
    private static let muchToRead = 16_384

    private func end(_ transfer: Transfer, _ ending: Ending?) {
        domo_curl_multi_remove_handle(multi, transfer.easy)
        let last = active.removeLast()
        if last !== transfer {
            last.position = transfer.position
            active[transfer.position] = last
        }
        if let ending { ended.append(ending) }
        let server = ObjectIdentifier(transfer.server)
        if transfer.sending?.isQuery == true { lines[server]?.queriesInFlight -= 1 }
        transfer.clear()
        lines[server]?.idle.append(transfer)
        lines[server]?.inFlight -= 1
        sendNext(of: server)
        dropIfDone(server)
    }

    private func dropIfDone(_ server: ObjectIdentifier) {
        if lines[server]?.isDone == true { lines[server] = nil }
    }

    private func sendNext(of server: ObjectIdentifier) {
        // One that could not be started leaves its place to the next.
        while let sending = lines[server]?.next() {
            guard sending.deadline > .now else {
                ended.append(sending.expired)
                continue
            }
            start(sending)
        }
    }
}

/// When libcurl wants to be called next, in milliseconds from now; below 0 for never.
private func noteTime(
    _ multi: UnsafeMutableRawPointer?,
    _ milliseconds: CLong,
    _ context: UnsafeMutableRawPointer?
) -> CInt {
    let worker = Unmanaged<CurlWorker>.fromOpaque(context!).takeUnretainedValue()
    worker.due = milliseconds < 0 ? nil : SocketEvents.now() + UInt64(milliseconds) * 1_000_000
    return 0
}
