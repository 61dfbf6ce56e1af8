import CLibCurl
import DomoEngine
import DomoSystem

/// All transfers in flight and all queues. Used by one thread at a time: see `CurlLoop`.
final class CurlWorker {
    private let multi: UnsafeMutableRawPointer
    private let events: SocketEvents
    private let sockets: WatchedSockets
    private let handles: CurlHandles
    /// Why this multi handle is unusable. A new worker must replace this one.
    private(set) var fault: String?
    private var queues: [ObjectIdentifier: ServerQueue] = [:]
    private var active: [Transfer] = []
    /// The completions of this round, reported together so that a caller that waits for several is woken once.
    private var ended: [Completion] = []
    private var request = RenderedRequest()
    private var maxHostConnections = 0
    /// When libcurl must be called even without socket events, in the time of `SocketEvents.now()`.
    fileprivate var due: UInt64?
    /// The moment at which the thread's wait is set to end.
    private var momentSet = UInt64.max

    /// For all servers together.
    private static let maxConnections = 1024
    /// The maximum number of calls to libcurl before sockets are checked again: a server that sends without end makes
    /// each of them due, and others must not wait.
    private static let maxRounds = 4

    init(events: SocketEvents, handles: CurlHandles) throws(CurlFault) {
        guard let multi = handles.makeMulti() else { throw CurlFault("out of memory for a curl multi handle") }
        self.multi = multi
        self.events = events
        self.handles = handles
        sockets = WatchedSockets(events, of: multi, handles: handles)
        domo_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.maxConnections)
        domo_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
        let context = Unmanaged.passUnretained(self).toOpaque()
        domo_curl_multi_set_timer(multi, noteTime, context)
    }

    /// Runs commands, and lets libcurl do all that it can without waiting.
    ///
    /// - Parameter came: the events that ended the thread's wait.
    /// - Returns: the completions.
    func work(on commands: [CurlLoop.Command], _ came: [SocketEvents.Event] = []) -> [Completion] {
        for command in commands { carryOut(command) }
        for event in came {
            guard let socket = event.socket else {
                // The moment that was set may have passed.
                momentSet = .max
                continue
            }
            guard sockets.isWanted(socket) else { continue }
            let readable = event.isReadable ? CURL_CSELECT_IN : 0
            let writable = event.isWritable ? CURL_CSELECT_OUT : 0
            act(on: socket, readable | writable | (event.hasFailed ? CURL_CSELECT_ERR : 0))
            finishCompleted()
            limitAnswer(on: socket)
        }
        var next: UInt64?
        var rounds = 0
        repeat {
            rounds += 1
            if isDue {
                due = nil
                act(on: CURL_SOCKET_TIMEOUT, 0)
            }
            finishCompleted()
            next = expire()
            // A new transfer may have been started. The round limit prevents an endless loop on a caller's thread.
        } while isDue && rounds < Self.maxRounds
        if let due { next = min(next ?? due, due) }
        if let next, next < momentSet {
            momentSet = next
            events.setMoment(next)
        }
        defer { ended = [] }
        return ended
    }

    /// Whether nothing is in flight.
    var isIdle: Bool { active.isEmpty }
    private var isDue: Bool { due.map { $0 <= SocketEvents.now() } ?? false }

    /// Cancels everything that is queued or in flight.
    func end(_ commands: [CurlLoop.Command], because reason: String) -> [Completion] {
        for case .send(let transmission) in commands {
            ended.append(transmission.cancelled(isSent: false, because: reason))
        }
        for server in queues.keys {
            while let transmission = queues[server]?.popFirst() {
                ended.append(transmission.cancelled(isSent: false, because: reason))
            }
        }
        for transfer in active { giveUp(transfer, because: reason) }
        queues.removeAll()
        domo_curl_multi_cleanup(multi)
        return ended
    }

    private func act(on socket: curl_socket_t, _ events: CInt) {
        guard fault == nil else { return }
        let code = handles.act(multi, socket, events)
        // The previous event may have closed the socket.
        if code != CURLM_OK, code != CURLM_BAD_SOCKET { note(code) }
    }

    /// Ends an answer of which too much has arrived.
    private func limitAnswer(on socket: curl_socket_t) {
        guard let transfer = sockets.transfer(on: socket), transfer.transmission != nil,
            !transfer.checkArrived(on: socket)
        else { return }
        finish(transfer, CURLE_WRITE_ERROR)
    }

    private func note(_ code: CURLMcode) {
        fault = fault ?? sockets.fault ?? "libcurl failed: \(String(cString: domo_curl_multi_strerror(code)))"
    }

    private func carryOut(_ command: CurlLoop.Command) {
        switch command {
        case .send(let transmission):
            let server = ObjectIdentifier(transmission.server)
            if queues[server] == nil {
                queues[server] = ServerQueue(maxInFlight: transmission.server.settings.maxInFlight)
            }
            if queues[server]?.mayStart(isQuery: transmission.isQuery) == true {
                start(transmission)
            } else {
                queues[server]?.append(transmission)
            }
        case .cancel(let id, let server):
            if let transmission = queues[ObjectIdentifier(server)]?.remove(where: { $0.id == id }) {
                ended.append(transmission.cancelled(isSent: false, because: "cancelled"))
                return
            }
            guard let transfer = active.first(where: { $0.server === server && $0.transmission?.id == id }) else {
                return
            }
            giveUp(transfer, because: "cancelled")
        case .forget(let server):
            queues[ObjectIdentifier(server)]?.isForgotten = true
            dropIfDone(ObjectIdentifier(server))
        case .probe(let answer): answer()
        }
    }

    private func start(_ transmission: Transmission) {
        if case .order(let dispatch, _) = transmission.payload, let prepared = dispatch.content as? PreparedRequest {
            return start(transmission, prepared.request, success: prepared.success)
        }
        let server = transmission.server
        var success: SuccessRule?
        do {
            switch transmission.payload {
            case .order(let dispatch, _):
                success = try server.settings.render(dispatch.value, of: dispatch.target, into: &request)
            case .query(let query, _) where query.check != nil: request.readStartPage(of: server.origin)
            case .query(let query, _): try server.settings.render(query, into: &request)
            }
        } catch {
            ended.append(transmission.impossible(error))
            return
        }
        request.url.append(0)
        start(transmission, request, success: success)
    }

    /// - Parameter request: its URL ends with a zero byte.
    private func start(_ transmission: Transmission, _ request: RenderedRequest, success: SuccessRule?) {
        let server = transmission.server
        let transfer: Transfer
        do throws(CurlFault) {
            if let fault { throw CurlFault(fault) }
            transfer = try idleTransfer(for: server)
            try transfer.prepare(transmission, request, success: success)
            let code = handles.add(multi, transfer.easy)
            guard code == CURLM_OK else {
                throw CurlFault("libcurl refused a handle: \(String(cString: domo_curl_multi_strerror(code)))")
            }
        } catch {
            ended.append(transmission.notSent(because: error.message))
            return
        }
        queues[ObjectIdentifier(server)]?.inFlight += 1
        if transmission.isQuery { queues[ObjectIdentifier(server)]?.queriesInFlight += 1 }
        transfer.position = active.count
        active.append(transfer)
    }

    private func idleTransfer(for server: HTTPServer) throws(CurlFault) -> Transfer {
        if let transfer = queues[ObjectIdentifier(server)]?.idle.popLast() { return transfer }
        if server.settings.maxInFlight > maxHostConnections {
            maxHostConnections = server.settings.maxInFlight
            domo_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, maxHostConnections)
        }
        return try Transfer(server: server, sockets: sockets, handles: handles)
    }

    private func finishCompleted() {
        var left: CInt = 0
        while let message = domo_curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            guard let transfer = Transfer.of(message.pointee.easy_handle) else {
                fault = fault ?? "libcurl reported the end of an unknown transfer"
                continue
            }
            finish(transfer, message.pointee.data.result)
        }
    }

    /// Completes the queued transmissions that timed out.
    /// - Returns: when the next one times out.
    private func expire() -> UInt64? {
        var earliest: ContinuousClock.Instant?
        for server in queues.keys where queues[server]?.isEmpty == false {
            while let deadline = queues[server]?.earliestDeadline {
                guard deadline <= .now else {
                    earliest = min(earliest ?? deadline, deadline)
                    break
                }
                guard let late = queues[server]?.remove(where: { $0.deadline == deadline }) else { break }
                ended.append(late.expired)
            }
        }
        return earliest.map { SocketEvents.now() + UInt64(($0 - .now).wholeMilliseconds) * 1_000_000 }
    }

    private func giveUp(_ transfer: Transfer, because reason: String) {
        let completion = transfer.transmission?.cancelled(isSent: transfer.sentBytes > 0, because: reason)
        end(transfer, completion)
    }

    private func finish(_ transfer: Transfer, _ code: CURLcode) {
        switch transfer.transmission?.payload {
        case .order(_, let report): end(transfer, .order(transfer.outcome(of: code), report))
        case .query(let query, let report) where query.check != nil:
            end(transfer, .query(transfer.reachability(of: code), report))
        case .query(let query, let report):
            switch transfer.answer(of: code) {
            case .report(let result): end(transfer, .query(result, report))
            case .body(let body):
                // Long answers are parsed on another thread, so that orders don't wait.
                if body.count > Self.longAnswerLength {
                    let settings = transfer.server.settings
                    do throws(ThreadFault) {
                        try WorkerThread.start(name: "domo-answer") {
                            report(settings.report(of: body, for: query.targets, isForAll: query.isForAll))
                        }
                        end(transfer, nil)
                    } catch {
                        end(transfer, .query(.failed(reason: "\(error)"), report))
                    }
                } else {
                    let settings = transfer.server.settings
                    let result = settings.report(of: body, for: query.targets, isForAll: query.isForAll)
                    end(transfer, .query(result, report))
                }
            }
        case nil: end(transfer, nil)
        }
    }

    /// The length in bytes from which an answer is parsed on its own thread. There are few such threads at a time: all
    /// elements of a server are read at most once per second.
    private static let longAnswerLength = 16_384

    private func end(_ transfer: Transfer, _ completion: Completion?) {
        domo_curl_multi_remove_handle(multi, transfer.easy)
        let last = active.removeLast()
        if last !== transfer {
            last.position = transfer.position
            active[transfer.position] = last
        }
        if let completion { ended.append(completion) }
        let server = ObjectIdentifier(transfer.server)
        if transfer.transmission?.isQuery == true { queues[server]?.queriesInFlight -= 1 }
        transfer.clear()
        queues[server]?.idle.append(transfer)
        queues[server]?.inFlight -= 1
        sendNext(of: server)
        dropIfDone(server)
    }

    private func dropIfDone(_ server: ObjectIdentifier) {
        if queues[server]?.isDone == true { queues[server] = nil }
    }

    private func sendNext(of server: ObjectIdentifier) {
        // If one can't be started, the next one is.
        while let transmission = queues[server]?.next() {
            guard transmission.deadline > .now else {
                ended.append(transmission.expired)
                continue
            }
            start(transmission)
        }
    }
}

/// Stores when libcurl must be called next, in milliseconds from now; negative for never.
private func noteTime(
    _ multi: UnsafeMutableRawPointer?,
    _ milliseconds: CLong,
    _ context: UnsafeMutableRawPointer?
) -> CInt {
    let worker = Unmanaged<CurlWorker>.fromOpaque(context!).takeUnretainedValue()
    worker.due = milliseconds < 0 ? nil : SocketEvents.now() + UInt64(milliseconds) * 1_000_000
    return 0
}
