import DomoBridge
import DomoLanguage
import DomoModel
import DomoSystem

/// E-mails: RFC 5322, with MIME (RFC 2045, 2047).
enum MailMessage {
    static func request(
        for delivery: Delivery,
        to target: MailTarget,
        page: WebAddress?,
        timeout: Duration
    ) -> TransferRequest {
        TransferRequest(
            url: target.server.origin,
            shown: target.server.origin,
            form: .mail(
                from: target.from,
                to: target.to,
                message: Array(text(for: delivery, to: target, page: page).utf8),
                encryption: target.server.scheme == .smtps ? .required : target.encryption
            ),
            user: target.user,
            password: target.password?.value,
            caFile: target.caFile,
            timeout: timeout
        )
    }

    /// With CR LF at the ends of lines.
    static func text(for delivery: Delivery, to target: MailTarget, page: WebAddress?) -> String {
        let domain = MailAddress.domain(target.from)
        var headers = [
            "Date: \(date(delivery.time))",
            "From: \(target.from)",
            "To: \(target.to.joined(separator: ",\r\n "))",
            "Subject: \(encoded(subject(of: delivery)))",
            // The same for each attempt, so that a mailbox recognizes a message that came twice: section 3.6.4.
            "Message-ID: <domo.\(delivery.id).\(delivery.time.milliseconds)@\(domain)>",
            // All messages about a notice are in one thread.
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            // No automatic answers: RFC 3834, section 5.
            "Auto-Submitted: auto-generated",
        ]
        if let notice = delivery.notice {
            let id = "<domo.notice.\(notice).\(delivery.time.milliseconds)@\(domain)>"
            headers.insert("References: \(id)", at: 5)
        }
        if delivery.isUrgent { headers.append(contentsOf: ["Importance: high", "X-Priority: 1"]) }
        var body = delivery.text
        if let link = page.flatMap({ delivery.link(on: $0) }) { body += "\n\n\(link)" }
        return (headers + [""] + lines(Base64.text(of: Array((body + "\n").utf8)))).joined(separator: "\r\n") + "\r\n"
    }

    /// The first line of the text.
    private static func subject(of delivery: Delivery) -> String {
        let line = delivery.text.split(whereSeparator: \.isNewline).first.map { String($0) } ?? delivery.title
        return line.oneLine.cut(to: 200)
    }

    /// Encodes a header's text as encoded words of at most 75 characters (RFC 2047, sections 2 and 5), each with whole
    /// characters.
    static func encoded(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) } && !text.contains("=?")
        if isPlain, text.utf8.count <= 60 { return text }
        var words: [String] = []
        var part = ""
        for scalar in text.unicodeScalars {
            if part.utf8.count + String(scalar).utf8.count > 42 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(scalar)
        }
        words.append(part)
        return words.map { "=?utf-8?B?\(Base64.text(of: Array($0.utf8)))?=" }.joined(separator: "\r\n ")
    }

    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(76)))
            rest = rest.dropFirst(76)
        }
        return lines
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// RFC 5322, section 3.3, in UTC.
    private static func date(_ time: Timestamp) -> String {
        let text = time.rfc3339
        let month = months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
        return "\(text.dropFirst(8).prefix(2)) \(month) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) +0000"
    }
}
