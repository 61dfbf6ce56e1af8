import CLibCurl
import DomoSystem

/// The resources of the loop that can't be created without memory, threads or file descriptors. Tests replace them to
/// inject failures.
struct CurlHandles: Sendable {
    var makeMulti: @Sendable () -> UnsafeMutableRawPointer? = { domo_curl_multi_init() }
    var makeEasy: @Sendable () -> UnsafeMutableRawPointer? = { domo_curl_easy_init() }
    var add: @Sendable (_ multi: UnsafeMutableRawPointer, _ easy: UnsafeMutableRawPointer) -> CURLMcode = {
        domo_curl_multi_add_handle($0, $1)
    }
    var act: @Sendable (_ multi: UnsafeMutableRawPointer, _ socket: curl_socket_t, _ events: CInt) -> CURLMcode = {
        var running: CInt = 0
        return domo_curl_multi_socket_action($0, $1, $2, &running)
    }
    var makeEvents: @Sendable () -> SocketEvents? = { SocketEvents() }
    var watch: @Sendable (_ events: SocketEvents, _ socket: CInt, _ read: Bool, _ write: Bool) -> Bool = {
        $0.watch($1, forReading: $2, forWriting: $3)
    }
    var startThread: @Sendable (_ body: @escaping @Sendable () -> Void) -> WorkerThread? = {
        WorkerThread(name: "domo-http", $0)
    }
}
