import CLibCurl
import DomoEngine

/// What the loop's thread owns. Nothing of it is seen by another thread.
final class CurlWorker {
    private let loop: CurlLoop
    private let multi: UnsafeMutableRawPointer
    private var lines: [ObjectIdentifier: ServerLine] = [:]
    private var active: [Transfer] = []
    /// What has ended in this round. Told together, so that whoever waits for several is woken once.
    private var ended: [(report: @Sendable (Outcome) -> Void, outcome: Outcome)] = []
    private var url: [UInt8] = []
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
                ended.append((sending.report, Outcome(givenUp: false, because: "domo is stopping")))
            }
        }
        for transfer in active {
            end(transfer, Outcome(givenUp: transfer.sentBytes > 0, because: "domo is stopping"))
        }
        tell()
        lines.removeAll()
        curl_multi_cleanup(multi)
    }

    private func carryOut(_ command: CurlLoop.Command) {
        switch command {
        case .send(let sending):
            let server = ObjectIdentifier(sending.server)
            if lines[server] == nil { lines[server] = ServerLine() }
            if let inFlight = lines[server]?.inFlight, inFlight < sending.server.settings.maxInFlight {
                start(sending)
            } else {
                lines[server]?.append(sending)
            }
        case .cancel(let id, let server):
            if let sending = lines[ObjectIdentifier(server)]?.remove(where: { $0.dispatch.id == id }) {
                ended.append((sending.report, Outcome(givenUp: false, because: "given up")))
                return
            }
            guard let transfer = active.first(where: { $0.server === server && $0.dispatch == id }) else { return }
            end(transfer, Outcome(givenUp: transfer.sentBytes > 0, because: "given up"))
        case .forget(let server):
            lines[ObjectIdentifier(server)]?.isForgotten = true
            dropIfDone(ObjectIdentifier(server))
        }
    }

    private func start(_ sending: Sending) {
        let server = sending.server
        let method: SignalTemplate.Method
        do {
            let settings = server.settings
            let (template, values) = try settings.dialect.rendering(
                of: sending.dispatch.action,
                element: sending.dispatch.target.name,
                url: settings.url
            )
            method = template.method
            url.removeAll(keepingCapacity: true)
            template.render(values, into: &url)
            url.append(0)
        } catch {
            ended.append((sending.report, .impossible(error)))
            return
        }
        let transfer = idleTransfer(for: server)
        if let fault = transfer.prepare(sending, url: url, method: method) {
            ended.append((sending.report, .notSent(reason: fault)))
            lines[ObjectIdentifier(server)]?.idle.append(transfer)
            return
        }
        lines[ObjectIdentifier(server)]?.inFlight += 1
        transfer.position = active.count
        active.append(transfer)
        let code = curl_multi_add_handle(multi, transfer.easy)
        precondition(code == CURLM_OK, "libcurl takes no handle: \(String(cString: curl_multi_strerror(code)))")
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
        let code = curl_multi_perform(multi, &running)
        precondition(code == CURLM_OK, "libcurl can't go on: \(String(cString: curl_multi_strerror(code)))")
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE else { continue }
            let transfer = Transfer.of(message.pointee.easy_handle)
            end(transfer, transfer.outcome(of: message.pointee.data.result))
        }
    }

    private func wait(until deadline: ContinuousClock.Instant?) {
        // libcurl wakes by itself when one of its own timers is due; without any there is nothing to wake for.
        let longest = Duration.seconds(60)
        let rest = deadline.map { min(longest, $0 - .now) } ?? longest
        curl_multi_poll(multi, nil, 0, Int32(rest.wholeMilliseconds), nil)
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
                ended.append((late.report, Self.tooLate))
            }
        }
        return earliest
    }

    private static let tooLate = Outcome.notSent(reason: "its time was over before it could be sent")

    private func end(_ transfer: Transfer, _ outcome: Outcome) {
        curl_multi_remove_handle(multi, transfer.easy)
        let last = active.removeLast()
        if last !== transfer {
            last.position = transfer.position
            active[transfer.position] = last
        }
        if let report = transfer.takeReport() { ended.append((report, outcome)) }
        let server = ObjectIdentifier(transfer.server)
        lines[server]?.idle.append(transfer)
        lines[server]?.inFlight -= 1
        sendNext(of: server)
        dropIfDone(server)
    }

    private func dropIfDone(_ server: ObjectIdentifier) {
        if lines[server]?.isDone == true { lines[server] = nil }
    }

    private func sendNext(of server: ObjectIdentifier) {
        while let sending = lines[server]?.popFirst() {
            guard sending.deadline > .now else {
                ended.append((sending.report, Self.tooLate))
                continue
            }
            start(sending)
            // One that could not be started leaves its place to the next.
            if let line = lines[server], line.inFlight >= sending.server.settings.maxInFlight { return }
        }
    }

    private func tell() {
        for (report, outcome) in ended { report(outcome) }
        ended.removeAll(keepingCapacity: true)
    }
}
