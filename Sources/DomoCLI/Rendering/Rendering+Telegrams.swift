import DomoLanguage

extension Rendering {
    /// A telegram: its address, value, bound elements and sender.
    ///
    /// - Parameter raw: shows its frame.
    func telegram(_ telegram: TelegramView, raw: Bool = false) -> String {
        var parts = [style.heading(DisplayText.safe(telegram.address)), telegram.service.rawValue]
        if let value = telegram.value {
            parts.append(DisplayText.safe(value + (telegram.unit.map { " \($0)" } ?? "")))
        } else if !telegram.raw.isEmpty {
            parts.append(style.doubtful("0x" + DisplayText.safe(telegram.raw)))
        }
        if !telegram.elements.isEmpty {
            parts.append(telegram.elements.map { DisplayText.safe($0) }.joined(separator: ", "))
        }
        if let type = telegram.type { parts.append(style.faint(DisplayText.safe(type))) }
        let sender = telegram.isOwn ? "domo" : telegram.source.map { DisplayText.safe($0) }
        if let sender { parts.append(style.faint("from " + sender)) }
        if raw, let frame = telegram.frame { parts.append("cEMI " + DisplayText.safe(frame)) }
        return parts.joined(separator: "  ")
    }
}
