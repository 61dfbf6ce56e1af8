import DomoClient
import DomoLanguage
import FoundationEssentials
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

// Floor plans and backups, whose content is a file.

extension API {
    /// An SVG image may contain scripts and links: opened as a page, it can't run or load anything.
    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

    func plan(_ call: Call, _ place: String) async throws(Problem) -> Response {
        let content = try await content(call, .plan(.show(place: place)))
        let picture = try decode(PlanPicture.self, from: content)
        let tag = "\"\(picture.tag)\""
        var headers: HTTPFields = [
            .contentType: picture.type, .eTag: tag, .cacheControl: "private, no-cache",
            .contentSecurityPolicy: Self.policy,
        ]
        if call.request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        headers[.contentDisposition] = "inline"
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: Data(base64Encoded: picture.data) ?? Data()))
        )
    }

    private struct Positions: JSONBody {
        static let properties: Set = ["positions"]

        struct Position: Decodable {
            var x: Double
            var y: Double
        }

        var positions: [String: Position]
    }

    /// `PUT plans/PATH/positions`: moves items in the place of the plan.
    func movePlan(_ call: Call, _ place: String) async throws(Problem) -> Response {
        let body = try await body(of: call, as: Positions.self)
        guard !body.positions.isEmpty else {
            throw Problem(.badRequest, "bad-request", "\"positions\" is empty")
        }
        var words: [Words.Word] = [.keyword("plan"), .keyword("--in"), .literal(place), .keyword("move")]
        for (path, position) in body.positions.sorted(by: { $0.key < $1.key }) {
            words += [.literal(path), .literal("\(position.x)"), .literal("\(position.y)")]
        }
        return try await ask(call, try parse(words))
    }

    // MARK: - Backup

    /// Sends the database in parts, as `domo backup` fetches it.
    func backup(_ call: Call) async throws(Problem) -> Response {
        do throws(ClientFault) {
            let begun = try await call.daemon.wait(for: .backup(.begin))
                .decode(TransferReport.self)
            let (token, bytes) = (begun.token, begun.bytes)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "application/vnd.sqlite3", .cacheControl: "no-store",
                    .contentDisposition: "attachment; filename=\"domo.sqlite\"",
                ],
                body: ResponseBody(contentLength: bytes) { writer in
                    try await Self.copy(token, bytes, call, to: &writer)
                    try await writer.finish(nil)
                }
            )
        } catch {
            throw Problem(error)
        }
    }

    @concurrent private static func copy(
        _ token: String,
        _ bytes: Int,
        _ call: Call,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        var offset = 0
        while offset < bytes {
            let part = try await call.daemon.ask(.backup(.read(token: token, offset: offset)))
                .decode(TransferReport.self)
            guard let data = part.data.flatMap({ Data(base64Encoded: $0) }), !data.isEmpty else {
                throw ClientFault.disconnected(reason: "domod sent an invalid part of the backup")
            }
            try await writer.write(ByteBuffer(bytes: data))
            call.daemon.room.clear()
            offset += data.count
        }
        _ = try await call.daemon.ask(.backup(.end(token: token)))
    }
}
