import HTTPTypes
import NIOCore

extension Problem {
    /// A body that could not be read completely. The connection accepts no further requests.
    static func unreadBody(_ error: any Error, limit: Int = API.maxBody) -> Problem {
        var problem =
            switch error {
            case is NIOTooManyBytesError:
                Problem(.contentTooLarge, "bad-request", "the body is longer than \(limit) bytes")
            case is BodyTimeout: Problem(.requestTimeout, "bad-request", "timed out waiting for the body")
            default: Problem(.badRequest, "bad-request", "the body can't be decoded or is incomplete")
            }
        problem.headers[.connection] = "close"
        return problem
    }
}
