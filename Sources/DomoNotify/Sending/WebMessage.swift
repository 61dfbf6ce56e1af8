import DomoBridge
import DomoLanguage

/// Requests of webhooks and calls.
enum WebMessage {
    /// The maximum length of a call's answer, in bytes.
    static let maxAnswer = 1024 * 1024

    static func request(
        for delivery: Delivery,
        _ template: WebRequest,
        page: WebAddress?,
        timeout: Duration
    ) -> TransferRequest {
        var headers = template.headers.map { header in
            let value = header.secret?.value ?? header.value?.text(for: delivery, page: page) ?? ""
            // libcurl removes a header that ends with its colon, and sends an empty one for a semicolon.
            return value.isEmpty ? "\(header.name);" : "\(header.name): \(value)"
        }
        if let body = template.body, !template.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            let type =
                switch body.form {
                case .json: "application/json"
                case .percent: "application/x-www-form-urlencoded"
                case .plain, .header: "text/plain; charset=utf-8"
                }
            headers.append("Content-Type: \(type)")
        }
        let body = template.body.map { Array($0.text(for: delivery, page: page).utf8) }
        return TransferRequest(
            url: template.url.text(for: delivery, page: page),
            shown: template.shown,
            form: .http(
                method: template.method.rawValue,
                headers: headers,
                body: template.method == .get ? nil : body ?? []
            ),
            user: template.user,
            password: template.password?.value,
            caFile: template.caFile,
            timeout: timeout,
            maxAnswer: delivery.reason == .call ? maxAnswer : 64 * 1024,
            isIdempotent: template.isIdempotent
        )
    }
}
