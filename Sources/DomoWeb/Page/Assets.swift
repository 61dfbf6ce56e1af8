import CWebPage
import DomoLanguage
import HTTPTypes
package import Hummingbird
import NIOCore

/// The files of the page, embedded in the program, with their compressed forms and tags.
package struct Assets: Sendable {
    private struct Asset: Sendable {
        var type: String
        var bytes: ByteBuffer
        /// Nil if it would not be smaller.
        var compressed: ByteBuffer?
        var tag: String
    }

    /// Only allows content from this server.
    private static let policy =
        "default-src 'self'; style-src 'self'; script-src 'self'; img-src 'self' data: blob:; object-src 'none'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    /// The first parts of the page's own URLs, which it routes itself.
    private static let pages: Set = [
        "place", "element", "favourites", "scenes", "scene", "log", "notices", "settings", "search",
    ]

    private static let index = "index.html"

    private var assets: [String: Asset] = [:]

    package init() {
        for file in UnsafeBufferPointer(start: domo_page_files_start(), count: domo_page_file_count) {
            add(Array(UnsafeBufferPointer(start: file.bytes, count: file.count)), as: String(cString: file.name))
        }
    }

    /// Adds a file of another page, or replaces one of this page.
    package mutating func add(_ bytes: [UInt8], as name: String) {
        assets[name] = Asset(
            type: Self.type(of: name),
            bytes: ByteBuffer(bytes: bytes),
            compressed: name.hasSuffix(".png") ? nil : Gzip.compress(bytes).map { ByteBuffer(bytes: $0) },
            tag: ContentTag.of(bytes)
        )
    }

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        case "json": "application/json"
        default: "application/octet-stream"
        }
    }

    /// - Parameter prefix: of the addresses of the page, such as `/house/casa0001`; empty for a page of its own.
    /// - Throws: 404.
    package func response(
        to request: Request,
        _ path: RequestPath,
        prefix: String = ""
    ) throws(Problem) -> Response {
        let name = try name(path)
        guard let found = assets[name] else { throw .notFound("file \"\(path.parts.joined(separator: "/"))\"") }
        let asset = prefix.isEmpty || name != Self.index ? found : Self.moved(found, to: prefix)
        let isCompressed = asset.compressed != nil && AcceptedEncodings.acceptGzip(request.headers[.acceptEncoding])
        let tag = "\"\(asset.tag)\(isCompressed ? "-gzip" : "")\""
        var headers: HTTPFields = [
            .contentType: asset.type, .eTag: tag, .cacheControl: "no-cache", .vary: "Accept-Encoding",
            .contentSecurityPolicy: Self.policy,
        ]
        if request.headers[.ifNoneMatch] == tag { return Response(status: .notModified, headers: headers) }
        if isCompressed { headers[.contentEncoding] = "gzip" }
        let body = isCompressed ? asset.compressed ?? asset.bytes : asset.bytes
        guard request.method != .head else {
            headers[.contentLength] = String(body.readableBytes)
            return Response(status: .ok, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// The first file of the page, with its addresses below a prefix. The other files find it out by themselves.
    private static func moved(_ index: Asset, to prefix: String) -> Asset {
        var text = String(buffer: index.bytes)
        for attribute in ["href", "src"] { text.replace("\(attribute)=\"/", with: "\(attribute)=\"\(prefix)/") }
        return Asset(type: index.type, bytes: ByteBuffer(string: text), tag: ContentTag.of(Array(text.utf8)))
    }

    private func name(_ path: RequestPath) throws(Problem) -> String {
        guard let first = path.parts.first else { return Self.index }
        switch (first, path.parts.count) {
        case ("assets", 2...): return path.parts.dropFirst().joined(separator: "/")
        case ("sw.js", 1), ("manifest.webmanifest", 1), ("openapi.json", 1): return first
        case _ where Self.pages.contains(first): return Self.index
        default: throw .notFound("page \"\(path.parts.joined(separator: "/").prefix(200))\"")
        }
    }
}
