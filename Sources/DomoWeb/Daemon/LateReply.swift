import DomoClient
import DomoLanguage
import NIOCore

/// Waits for a reply until a deadline. The request itself continues after that.
enum LateReply {
    static func wait(
        until end: ContinuousClock.Instant,
        for reply: @escaping @Sendable () async throws(ClientFault) -> ByteBuffer
    ) async throws(ClientFault) -> ByteBuffer {
        let (results, continuation) = AsyncStream.makeStream(of: Result<ByteBuffer, ClientFault>.self)
        Task {
            do throws(ClientFault) {
                continuation.yield(.success(try await reply()))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        let clock = Task {
            // Cancelled when the reply arrives first.
            try await Task.sleep(until: end)
            continuation.yield(
                .failure(
                    .refused(
                        Fault(
                            .deadlinePassed,
                            "timed out waiting for the reply; the request is still in progress",
                            hint: "follow its events"
                        )
                    )
                )
            )
        }
        defer { clock.cancel() }
        for await result in results { return try result.get() }
        throw .disconnected(reason: "the request was cancelled")
    }
}
