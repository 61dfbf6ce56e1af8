import DomoLanguage

extension Engine {
    /// The public key of the attached notifier for messages to browsers; nil if there is none.
    public var pushKey: String? { notices.notifier.names == nil ? nil : notices.notifier.profile?.pushKey }

    func pushRequest(_ step: PushStep, by principal: Principal) -> PushRequest {
        let sight: PushRequest.Sight =
            access.isNotifier(principal) ? .everything : access.managesAll(principal) ? .names : .own
        let token: Principal.Token? = if case .token(let token) = principal { token } else { nil }
        return PushRequest(step: step, token: token, sight: sight)
    }
}
