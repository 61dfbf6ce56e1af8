import DomoBridge
import DomoLanguage

/// Messages for ntfy, published as JSON: https://docs.ntfy.sh/publish/#publish-as-json. The text is a value of the JSON,
/// so that nothing in it becomes a header.
enum NtfyMessage {
    /// ntfy makes longer messages an attachment: https://docs.ntfy.sh/publish/#limitations
    static let maxText = 4000

    static func request(
        for delivery: Delivery,
        to target: NtfyTarget,
        page: WebAddress?,
        timeout: Duration
    ) -> TransferRequest {
        var headers = ["Content-Type: application/json"]
        if let token = target.token { headers.append("Authorization: Bearer \(token.value)") }
        return TransferRequest(
            url: target.server.text,
            shown: "\(target.server.origin)/***",
            form: .http(method: "POST", headers: headers, body: body(for: delivery, topic: target.topic, page: page)),
            caFile: target.caFile,
            timeout: timeout
        )
    }

    static func body(for delivery: Delivery, topic: String, page: WebAddress?) -> [UInt8] {
        let link = page.flatMap { delivery.link(on: $0) }
        var json = JSONWriter()
        json.object { json in
            json.key("topic")
            json.string(topic)
            json.key("title")
            json.string(delivery.title.cut(to: 200))
            json.key("message")
            json.string(delivery.text.cut(to: maxText))
            json.key("priority")
            json.number(delivery.reason == .resolved ? 2 : delivery.isUrgent ? 5 : 3)
            json.key("tags")
            json.array([delivery.tag]) { $0.string($1) }
            if let link {
                json.key("click")
                json.string(link)
                if delivery.wantsAnswer {
                    json.key("actions")
                    json.array([link]) { json, link in
                        json.object { json in
                            json.key("action")
                            json.string("view")
                            json.key("label")
                            json.string("OK")
                            json.key("url")
                            json.string(link)
                            json.key("clear")
                            json.bool(true)
                        }
                    }
                }
            }
        }
        return json.bytes
    }
}

extension Delivery {
    /// A short line above the text.
    var title: String { scene?.oneLine ?? "domo" }

    /// Shown by ntfy as an emoji: https://docs.ntfy.sh/emojis/
    fileprivate var tag: String {
        switch reason {
        case .resolved: "white_check_mark"
        case .raised, .repeated, .escalated, .call: isUrgent ? "rotating_light" : "house"
        }
    }
}
