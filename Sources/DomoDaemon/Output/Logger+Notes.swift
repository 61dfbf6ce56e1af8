import DomoEngine
import DomoLanguage
import DomoModel
import Logging

// How the log tells what the runtime sees.

extension Logger {
    func note(_ refusal: Refusal) {
        let who =
            switch refusal.principal {
            case .user(let user): "\(user.name) (uid \(user.id))"
            case .token(let name): "the token \(name)"
            }
        let omitted = refusal.omitted > 0 ? "; \(refusal.omitted) more were not logged" : ""
        notice(
            "refused: \(refusal.request): it needs the role \(refusal.needed.word)\(omitted)",
            metadata: ["by": "\(who)"]
        )
    }

    func note(_ event: Event) {
        let message = event.message ?? ""
        switch event.kind {
        case .reading: debug("\(event.path ?? "") \(event.reading?.reading.value?.word ?? "unknown")")
        case .order:
            warning(
                "order \(event.stage?.rawValue ?? "failed"): \(message)",
                metadata: ["by": "\(event.by?.description ?? "")"]
            )
        case .server: log(level: event.reachable == false ? .warning : .notice, "\(event.server ?? "") \(message)")
        case .reload: info("\(message)")
        case .scene:
            log(level: event.sceneLevel, "\(event.sceneText)", metadata: ["by": "\(event.by?.description ?? "")"])
        case .difference: warning("\(event.path ?? ""): \(message)")
        // It was logged as loudly as it deserves; a bus has a log of its own.
        case .memory, .input, .telegram: break
        }
    }
}
