import CLibCurl
import CLinux
import Glibc
import Synchronization

/// Cancels a download from another thread, at once.
final class DownloadCancellation: Sendable {
    private let flag = Atomic(false)
    /// Ends the wait for the server. Without a file descriptor, the flag is polled every `pollInterval`.
    private let call = eventfd(0, CInt(EFD_NONBLOCK) | CInt(EFD_CLOEXEC))

    private static let maxWait: CInt = 1000
    private static let pollInterval: CInt = 50

    deinit {
        if call >= 0 { close(call) }
    }

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() {
        flag.store(true, ordering: .releasing)
        eventfd_write(call, 1)
    }

    /// Waits until a transfer of the handle has an event, or the download is cancelled.
    ///
    /// - Returns: false if libcurl can't wait.
    func wait(beside multi: UnsafeMutableRawPointer) -> Bool {
        guard call >= 0 else { return domo_curl_multi_poll(multi, nil, 0, Self.pollInterval, nil) == CURLM_OK }
        var event = curl_waitfd(fd: call, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        return domo_curl_multi_poll(multi, &event, 1, Self.maxWait, nil) == CURLM_OK
    }
}
