import HTTPTypes
import Hummingbird
import NIOCore

/// What a browser shows that opened the page by a name that is not known to be this server's.
enum MisdirectedPage {
    /// Nil for programs, which get the problem as JSON.
    static func response(to request: Request, _ problem: Problem, isSecure: Bool) -> Response? {
        guard problem.status.code == 421, request.method == .get, let host = request.head.authority,
            request.headers[.accept]?.contains("text/html") == true
        else { return nil }
        let url = "\(isSecure ? "https" : "http")://\(host.prefix(200))"
        return Response(
            status: problem.status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text(url: url)))
        )
    }

    static func text(url: String) -> String {
        let url = escaped(url)
        return """
            <!DOCTYPE html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>domo</title>
            <style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}
            code{background:#eee;color:#111;padding:.1rem .3rem;overflow-wrap:anywhere}</style>
            <h1>domo is here, but not by this name</h1>
            <p>The page was opened as <code>\(url)</code>. Open it by the address of the machine, such as
            <code>http://192.168.1.5:8480</code>.</p>
            <p>If you manage this house and want to use the name, add it in <code>/etc/default/domo-web</code>:</p>
            <p><code>DOMO_WEB_OPTIONS="--listen 0.0.0.0:8480 --public-url \(url)"</code></p>
            <p>and run <code>systemctl restart domo-web</code>. domo answers only by names that it was told, so that no other
            site can pretend to be this one.</p>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
