import DomoEngine
import DomoLanguage
import DomoModel
import Logging

// Log lines of refusals and events.

extension Logger {
    func note(_ refusal: Refusal) {
        let who =
            switch refusal.principal {
            case .user(let user): "\(user.name) (uid \(user.id))"
            case .token(let token): "the token \(token.name)"
            case .hook(let hook): "the hook \(hook.name)"
            }
        notice(
            "refused: \(refusal.request): \(refusal.text)",
            metadata: ["by": "\(who)"]
        )
    }

    func note(_ event: Event) {
        let message = event.message ?? ""
        // The fields of the journal entry.
        var about: Logger.Metadata = [:]
        about["element"] = event.path.map { "\($0)" }
        about["link"] = event.server.map { "\($0)" }
        about["scene"] = event.scene.map { "\($0)" }
        about["order"] = event.order.map { "\($0)" }
        switch event.kind {
        case .reading:
            debug("\(event.path ?? "") \(event.reading?.reading.value?.word ?? "unknown")", metadata: about)
        case .order:
            about["by"] = event.by.map { "\($0.label)" }
            let path = event.path.map { message.hasPrefix($0) ? "" : "\($0): " } ?? ""
            warning("order \(event.stage?.rawValue ?? "failed"): \(path)\(message)", metadata: about)
        case .server:
            let level: Level = event.reachable == false ? .warning : .notice
            log(level: level, "\(event.server ?? "") \(message)", metadata: about)
        case .reload: info("\(message)")
        case .scene:
            about["by"] = event.by.map { "\($0.label)" }
            log(level: event.sceneLevel, "\(event.sceneText)", metadata: about)
        case .difference: warning("\(event.path ?? ""): \(message)", metadata: about)
        case .notice: if let notice = event.notice { note(notice) }
        // Already logged, with a suitable level; a bus has its own log.
        case .memory, .input, .telegram, .delivery, .withdrawal: break
        }
    }

    /// Logs the last change of a notice: without its text, which may be of a room that not everybody sees.
    private func note(_ notice: NoticeView) {
        let last = notice.sendings.max { $0.time < $1.time }
        guard let last, last.state.isFinal, notice.ended.map({ $0 <= last.time }) ?? true else {
            return info("notice \(notice.number) to \(notice.to.joined(separator: ", ")): \(notice.state.rawValue)")
        }
        let level: Level =
            switch last.state {
            case .failed, .expired, .lost: .warning
            case .waiting, .sending, .sent, .withdrawn: .info
            }
        let why = last.message.map { ": \($0)" } ?? ""
        log(level: level, "notice \(notice.number): message to \(last.target) \(last.state.rawValue)\(why)")
    }
}
