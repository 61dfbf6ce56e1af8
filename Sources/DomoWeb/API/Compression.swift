import HTTPTypes
package import Hummingbird
import NIOCore

/// Gzip compression of API responses, for clients that accept it.
package enum Compression {
    /// In bytes; a shorter response fits in one packet anyway.
    static let minimum = 1024
    /// The zlib level: 3 takes a third of the time of 6, and its output for a house is a fifth larger. 470 kB for 2,000
    /// elements took 3 ms.
    private static let level: CInt = 3
    /// Resources without secrets. A response with a secret is never compressed together with text that others can
    /// choose: its length would reveal the secret (BREACH).
    private static let resources: Set = [
        "model", "places", "elements", "orders", "history", "log", "stats", "scenes", "calendar", "status", "plans",
    ]

    /// - Parameter resource: the first part of the path after `/api/v1`.
    static func compressed(_ response: Response, of resource: String?, for request: Request) async -> Response {
        guard let resource, resources.contains(resource), response.headers[.contentType] == "application/json" else {
            return response
        }
        return await compressed(response, for: request)
    }

    /// - Parameter response: without secrets, with its body in memory.
    package static func compressed(_ response: Response, for request: Request) async -> Response {
        var response = response
        response.headers[.vary] = "Accept-Encoding"
        guard let length = response.body.contentLength, length >= minimum,
            AcceptedEncodings.acceptGzip(request.headers[.acceptEncoding])
        else { return response }
        let collected = Collected()
        do {
            try await response.body.write(collected)
        } catch {
            // Can't happen: the body is in memory.
            return response
        }
        let plain = collected.buffer
        let body = plain.withUnsafeReadableBytes { Gzip.compress($0, level: level) }.map { ByteBuffer(bytes: $0) }
        response.body = ResponseBody(byteBuffer: body ?? plain)
        response.headers[.contentLength] = String((body ?? plain).readableBytes)
        if body != nil { response.headers[.contentEncoding] = "gzip" }
        return response
    }

    /// Collects a body in memory.
    private final class Collected: ResponseBodyWriter {
        private(set) var buffer = ByteBuffer()

        func write(_ more: ByteBuffer) async throws { buffer.writeImmutableBuffer(more) }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
