import CLibCurl
import DomoEngine
import DomoSystem

/// What the loop's thread owns. Nothing of it is seen by another thread.
final class CurlWorker {
    private let loop: CurlLoop
    private let multi: UnsafeMutableRawPointer
    private var lines: [ObjectIdentifier: ServerLine] = [:]
    private var active: [Transfer] = []
    /// What has ended in this round. Told together, so that whoever waits for several is woken once.
    private var ended: [Ending] = []
    private var request = RenderedRequest()
    private var mostConnections = 0

    /// All servers together.
    private static let mostConnections = 1024

    init(loop: CurlLoop, multi: UnsafeMutableRawPointer) {
        self.loop = loop
        self.multi = multi
        domo_curl_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, Self.mostConnections)
        domo_curl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    func run() {
        var commands: [CurlLoop.Command] = []
        while true {
            let isStopping = loop.take(&commands)
            for command in commands { carryOut(command) }
            commands.removeAll(keepingCapacity: true)
            if isStopping { break }
            perform()
            let next = expire()
            tell()
            if loop.mayWait() { wait(until: next) }
        }
        for line in lines.keys {
            while let sending = lines[line]?.popFirst() {
                ended.append(sending.givenUp(isSent: false, because: "domo is stopping"))
            }
        }
        for transfer in active { giveUp(transfer, because: "domo is stopping") }
        tell()
        lines.removeAll()
        domo_curl_multi_cleanup(multi)
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
        let transfer = idleTransfer(for: server)
        if let fault = transfer.prepare(sending, request, success: success) {
            ended.append(sending.notSent(because: fault))
            lines[ObjectIdentifier(server)]?.idle.append(transfer)
            return
        }
        lines[ObjectIdentifier(server)]?.inFlight += 1
        if sending.isQuery { lines[ObjectIdentifier(server)]?.queriesInFlight += 1 }
        transfer.position = active.count
        active.append(transfer)
        let code = domo_curl_multi_add_handle(multi, transfer.easy)
        precondition(code == CURLM_OK, "libcurl takes no handle: \(String(cString: domo_curl_multi_strerror(code)))")
    }

    private func idleTransfer(for server: HTTPServer) -> Transfer {
        if let transfer = lines[ObjectIdentifier(server)]?.idle.popLast() { return transfer }
        if server.settings.maxInFlight > mostConnections {
            mostConnections = server.settings.maxInFlight
            domo_curl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, mostConnections)
        }
        return Transfer(server: server)
    }

    private func perform() {
        var running: Int32 = 0
        let code = domo_curl_multi_perform(multi, &running)
        precondition(code == CURLM_OK, "libcurl can't go on: \(String(cString: domo_curl_multi_strerror(code)))")
        var left: Int32 = 0
        while let message = domo_curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let transfer = Transfer.of(message.pointee.easy_handle)
            finish(transfer, message.pointee.data.result)
        }
    }

    private func wait(until deadline: ContinuousClock.Instant?) {
        // libcurl wakes by itself when one of its own timers is due; without any there is nothing to wake for.
        let longest = Duration.seconds(60)
        let rest = deadline.map { min(longest, $0 - .now) } ?? longest
        domo_curl_multi_poll(multi, nil, 0, Int32(rest.wholeMilliseconds), nil)
    }

    /// Ends what waited for its server for too long.
    /// - Returns: when there is something to end next.
    private func expire() -> ContinuousClock.Instant? {
        var earliest: ContinuousClock.Instant?
        for server in lines.keys {
            while let deadline = lines[server]?.earliestDeadline {
                guard deadline <= .now else {
                    earliest = min(earliest ?? deadline, deadline)
                    break
                }
                guard let late = lines[server]?.remove(where: { $0.deadline == deadline }) else { break }
                ended.append(late.notSent(because: Self.tooLate))
            }
        }
        return earliest
    }

    private static let tooLate = "its time was over before it could be sent"

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
                ended.append(sending.notSent(because: Self.tooLate))
                continue
            }
            start(sending)
        }
    }

    private func tell() {
        for ending in ended { ending.tell() }
        ended.removeAll(keepingCapacity: true)
    }
}
