import CLibCurl
import DomoSystem
import Glibc
import Synchronization

/// Carries out transfers with libcurl, on a thread of its own. Each has a connection of its own, so that libcurl never
/// sends a request twice.
final class CurlThread: Sendable {
    typealias Completion = @Sendable (TransferResult) -> Void

    private struct Order: Sendable {
        var request: TransferRequest
        var begin: @Sendable () -> Void
        var completion: Completion
    }

    private struct State: Sendable {
        var orders: [Order] = []
        var isStopping = false
        var thread: WorkerThread?
        /// The address of the multi handle, while the thread runs.
        var multi: UInt?
    }

    /// libcurl is initialized once.
    private static let opened = Mutex<Set<String>>([])

    private let state = Mutex(State())
    private let library: String

    init(library: String = "libcurl.so.4") { self.library = library }

    /// Begins a transfer. The callers limit their number.
    ///
    /// - Parameters:
    ///   - begin: called on the thread before anything is sent; may block for a moment.
    ///   - completion: called on the thread.
    func start(
        _ request: TransferRequest,
        begin: @escaping @Sendable () -> Void = {},
        completion: @escaping Completion
    ) {
        let problem: String? = state.withLock { state in
            guard !state.isStopping else { return "domo-notify is stopping" }
            if state.thread == nil {
                state.thread = WorkerThread(name: "domo-curl") { [self] in run() }
                guard state.thread != nil else { return "can't start a thread: the system has none left" }
            }
            state.orders.append(Order(request: request, begin: begin, completion: completion))
            wake(state)
            return nil
        }
        if let problem { completion(.notBegun(problem)) }
    }

    /// Ends all transfers, and returns when the thread has ended.
    func stop() {
        let thread = state.withLock { state in
            state.isStopping = true
            wake(state)
            defer { state.thread = nil }
            return state.thread
        }
        thread?.join()
    }

    private func wake(_ state: borrowing State) {
        if let multi = state.multi.flatMap(UnsafeMutableRawPointer.init(bitPattern:)) { domo_curl_multi_wakeup(multi) }
    }

    // MARK: On the thread

    private func run() {
        guard let problem = serve() else { return }
        // The next transfer tries again.
        let (orders, thread) = state.withLock { state in
            defer { (state.orders, state.thread) = ([], nil) }
            return (state.orders, state.thread)
        }
        thread?.detach()
        for order in orders { order.completion(.notBegun(problem)) }
    }

    /// - Returns: why libcurl can't be used; nil when it is to stop.
    private func serve() -> String? {
        if let problem = Self.open(library) { return problem }
        guard let multi = domo_curl_multi_init() else { return "libcurl is out of memory" }
        state.withLock { $0.multi = UInt(bitPattern: multi) }
        var active: [UnsafeMutableRawPointer: Transfer] = [:]
        let sockets = OpenSockets()
        while true {
            let (orders, isStopping) = state.withLock { state in
                defer { state.orders = [] }
                return (state.orders, state.isStopping)
            }
            for order in orders { add(order, to: multi, sockets, &active) }
            if isStopping { break }
            var running: CInt = 0
            domo_curl_multi_perform(multi, &running)
            var left: CInt = 0
            while let message = domo_curl_multi_info_read(multi, &left) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
                // The message is gone with the handle.
                let code = message.pointee.data.result
                finish(easy, code, multi, &active)
            }
            for (easy, transfer) in active where transfer.hasReadTooMuch() {
                finish(easy, CURLE_WRITE_ERROR, multi, &active)
            }
            var ready: CInt = 0
            domo_curl_multi_poll(multi, nil, 0, 60_000, &ready)
        }
        state.withLock { $0.multi = nil }
        for (easy, transfer) in active {
            domo_curl_multi_remove_handle(multi, easy)
            var result = transfer.result(CURLE_ABORTED_BY_CALLBACK)
            result.detail = "domo-notify stopped"
            transfer.completion(result)
        }
        active = [:]
        // Closes the connections that are left, with the sockets' callback.
        withExtendedLifetime(sockets) { _ = domo_curl_multi_cleanup(multi) }
        return nil
    }

    private func finish(
        _ easy: UnsafeMutableRawPointer,
        _ code: CURLcode,
        _ multi: UnsafeMutableRawPointer,
        _ active: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        guard let transfer = active.removeValue(forKey: easy) else { return }
        domo_curl_multi_remove_handle(multi, easy)
        transfer.completion(transfer.result(code))
    }

    private static func open(_ library: String) -> String? {
        opened.withLock { opened in
            guard !opened.contains(library) else { return nil }
            if let problem = domo_curl_open(library) {
                let reason = String(cString: problem)
                return "libcurl can't be used: \(reason); check that the package libcurl4 is installed"
            }
            opened.insert(library)
            return nil
        }
    }

    private func add(
        _ order: Order,
        to multi: UnsafeMutableRawPointer,
        _ sockets: OpenSockets,
        _ active: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        order.begin()
        do throws(Transfer.Fault) {
            let transfer = try Transfer(order.request, sockets, order.completion)
            guard domo_curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
                throw Transfer.Fault(message: "libcurl is out of memory")
            }
            active[transfer.easy] = transfer
        } catch {
            order.completion(.notBegun(error.message))
        }
    }
}
