import DomoEngine

/// The request of a dispatch, rendered together with its text for people.
final class PreparedRequest: PreparedSignal.Content {
    /// Its URL ends with a zero byte, for libcurl.
    let request: RenderedRequest
    /// Which answers accept the order.
    let success: SuccessRule

    init(_ request: consuming RenderedRequest, _ success: SuccessRule) {
        request.url.append(0)
        self.request = request
        self.success = success
    }
}
