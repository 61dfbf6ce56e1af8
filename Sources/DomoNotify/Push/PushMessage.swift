import DomoBridge
import DomoLanguage
import DomoModel
import DomoSystem

/// Web Push messages: RFC 8030.
enum PushMessage {
    /// Why a subscription is not sent to.
    struct Fault: Error, Equatable {
        var message: String
    }

    /// What all messages need.
    struct Sender: Sendable {
        var key: PushKey
        var contact: String
        var page: WebAddress?
        var services: [PushService]
        /// By the wall clock, seconds since 1970.
        var now: Int64
    }

    static func request(
        for delivery: Delivery,
        to subscription: PushBrowser,
        by sender: Sender,
        timeout: Duration
    ) throws(Fault) -> TransferRequest {
        let (service, address) = try find(subscription, sender)
        guard let userKey = Base64URL.bytes(of: subscription.p256dh),
            let authentication = Base64URL.bytes(of: subscription.auth)
        else { throw Fault(message: "the keys of the subscription are not base64url") }
        let (body, authorization): ([UInt8], String)
        do throws(PushKey.Fault) {
            body = try PushEncryption.encrypt(
                payload(for: delivery, page: sender.page),
                userKey: userKey,
                authentication: authentication,
                ownKey: PushKey(),
                salt: PushEncryption.randomSalt()
            )
            authorization = try VAPID.authorization(
                origin: address.port == 443 ? "https://\(address.host)" : address.origin,
                contact: sender.contact,
                key: sender.key,
                now: sender.now
            )
        } catch {
            throw Fault(message: "the subscription can't be used: \(error.message)")
        }
        var headers = [
            "Authorization: \(authorization)", "Content-Encoding: aes128gcm",
            "Content-Type: application/octet-stream",
            // Section 5.2: how long the service keeps it for a browser that is off.
            "TTL: \(max(0, delivery.deadline.milliseconds / 1000 - sender.now))",
            // Section 5.3.
            "Urgency: \(delivery.isUrgent ? "high" : "normal")",
        ]
        // Section 5.4: replaces an older message about the same notice that was not delivered yet.
        if let notice = delivery.notice { headers.append("Topic: notice-\(notice)") }
        return TransferRequest(
            url: address.text,
            shown: address.shown,
            form: .http(method: "POST", headers: headers, body: body),
            caFile: service.caFile,
            timeout: timeout,
            isOnlyPublic: !service.isPrivate
        )
    }

    private static func find(
        _ subscription: PushBrowser,
        _ sender: Sender
    ) throws(Fault) -> (PushService, WebAddress) {
        do throws(WebAddress.Fault) {
            return try PushService.find(subscription.endpoint, among: sender.services)
        } catch {
            throw Fault(message: error.message)
        }
    }

    /// What the page's service worker shows: JSON with `title`, `body`, `urgent`, `reason`, `time`, `notice`, and
    /// `url`, which opens the notice.
    static func payload(for delivery: Delivery, page: WebAddress?) -> [UInt8] {
        // Escapes may make a text six times as long.
        var limit = 2000
        while true {
            let payload = payload(for: delivery, page: page, maxText: limit)
            if payload.count <= PushEncryption.maxLength || limit < 100 { return payload }
            limit /= 2
        }
    }

    private static func payload(for delivery: Delivery, page: WebAddress?, maxText: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("title")
            json.string(delivery.title.cut(to: 100))
            json.key("body")
            json.string(delivery.text.cut(to: maxText))
            json.key("urgent")
            json.bool(delivery.isUrgent)
            json.key("reason")
            json.string(delivery.reason.rawValue)
            json.key("time")
            json.time(delivery.time)
            json.optional("notice", delivery.notice.map { Int(clamping: $0) })
            json.optional("url", page.flatMap { delivery.link(on: $0) })
        }
        return json.bytes
    }
}
