import DomoLanguage
import DomoModel

/// What a template of a webhook or a call may contain: `{text}`.
enum Placeholder: String, CaseIterable, Sendable {
    case text
    case urgent
    case scene
    case number
    case link
    case reason
    case time

    /// The value of a delivery.
    ///
    /// - Parameter page: the address of the page, for the link.
    func value(of delivery: Delivery, page: WebAddress?) -> TemplateValue {
        switch self {
        case .text: .text(delivery.text)
        case .urgent: .bool(delivery.isUrgent)
        case .scene: .text(delivery.scene ?? "")
        case .number: delivery.notice.map { .number(String($0)) } ?? .none
        case .link: .text(page.flatMap { delivery.link(on: $0) } ?? "")
        case .reason: .text(delivery.reason.rawValue)
        case .time: .text(delivery.time.rfc3339)
        }
    }
}

/// A value that replaces a placeholder.
enum TemplateValue: Equatable, Sendable {
    case text(String)
    case number(String)
    case bool(Bool)
    /// Empty; `null` in JSON.
    case none

    var text: String {
        switch self {
        case .text(let text): text
        case .number(let digits): digits
        case .bool(let value): value ? "true" : "false"
        case .none: ""
        }
    }
}

extension Delivery {
    /// Where its notice is acknowledged; nil if it is not asked for.
    func link(on page: WebAddress) -> String? {
        guard let notice, let code else { return nil }
        var base = page.text
        while base.hasSuffix("/") { base.removeLast() }
        return "\(base)/#/notices/\(notice)/\(PercentText.encode(code))"
    }
}
