import DomoClient
import DomoLanguage
import NIOCore

/// A reply that is waited for up to a moment. What it is the reply to goes on after that.
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
            // Cancelled with the answer, whichever comes first.
            try await Task.sleep(until: end)
            continuation.yield(
                .failure(
                    .refused(
                        Fault(
                            .deadlinePassed,
                            "it goes on, and is not waited for here",
                            hint: "its events tell the rest"
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
