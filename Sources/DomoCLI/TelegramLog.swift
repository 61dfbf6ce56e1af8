import DomoLanguage
import DomoModel

/// Shows past telegrams of a bus, page by page; only one page is in memory at a time.
struct TelegramLog {
    enum Format {
        case text(raw: Bool)
        /// A line of JSON for each telegram.
        case json
        /// The XML that the group monitor of ETS exports and opens.
        case ets
    }

    let client: ControlClient
    let format: Format
    /// Shows only telegrams that contain this text.
    let filter: String?
    let write: (String) -> Void

    func run(_ period: Period, of link: String?) throws(Fault) {
        let rendering = Rendering(for: .output)
        var hasBegun = false
        try Pages(client: client).forEach { after in
            var period = period
            if let after { period.after = after }
            return .knx(.log(period), link: link)
        } _: { bytes throws(Fault) in
            let page = try ReplyLine.decode(LinkAnswer.self, from: bytes)
            // Only once the daemon has returned a page.
            if case .ets = format, !hasBegun { write(Self.etsHead) }
            hasBegun = true
            try show(page, bytes, rendering)
            return page.next
        }
        if case .ets = format { write(Self.etsEnd) }
    }

    private func show(_ page: LinkAnswer, _ bytes: ArraySlice<UInt8>, _ rendering: Rendering) throws(Fault) {
        let telegrams = page.telegrams ?? []
        func isWanted(_ entry: LinkAnswer.Telegram) -> Bool { filter.map(entry.telegram.contains) ?? true }
        switch format {
        case .text(let raw): write(telegrams.filter(isWanted).map { rendering.event(Event($0), raw: raw) }.joined())
        case .ets: write(telegrams.filter(isWanted).compactMap(Self.etsLine).joined())
        case .json:
            // The daemon's own bytes keep fields that this version doesn't know.
            guard let array = JSONSlices.members(of: bytes)?["telegrams"],
                let slices = JSONSlices.elements(of: array), slices.count == telegrams.count
            else { return }
            write(zip(slices, telegrams).filter { isWanted($0.1) }.map { Rendering.json($0.0) }.joined())
        }
    }

    // MARK: ETS

    private static let etsHead = """
        <?xml version="1.0" encoding="utf-8"?>
        <CommunicationLog xmlns="http://knx.org/xml/telegrams/01">

        """
    private static let etsEnd = "</CommunicationLog>\n"

    /// Nil for a telegram without a frame.
    private static func etsLine(_ entry: LinkAnswer.Telegram) -> String? {
        guard let frame = entry.telegram.frame, frame.utf8.allSatisfy(\.isHexDigit) else {
            return nil
        }
        let service = entry.telegram.isOwn ? "L_Data.con" : "L_Data.ind"
        return "  <Telegram Timestamp=\"\(entry.time.rfc3339)\" Service=\"\(service)\" FrameFormat=\"CommonEmi\""
            + " RawData=\"\(frame.uppercased())\" />\n"
    }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(UnicodeScalar(self)).isHexDigit }
}

extension TelegramView {
    /// Whether it contains the text, ignoring case.
    func contains(_ text: String) -> Bool {
        let text = text.lowercased()
        return ([address, source ?? "", value ?? "", type ?? ""] + elements)
            .contains { $0.lowercased().contains(text) }
    }
}
