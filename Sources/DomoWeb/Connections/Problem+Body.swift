import HTTPTypes
import NIOCore

extension Problem {
    /// Why a body could not be read to its end. No further request is taken from its connection.
    static func unreadBody(_ error: any Error) -> Problem {
        var problem =
            switch error {
            case is NIOTooManyBytesError:
                Problem(.contentTooLarge, "bad-request", "the body is longer than \(API.maxBody) bytes")
            case is BodyIsLate: Problem(.requestTimeout, "bad-request", "the body did not come in time")
            default: Problem(.badRequest, "bad-request", "the body can't be decoded, or ends too early")
            }
        problem.headers[.connection] = "close"
        return problem
    }
}
