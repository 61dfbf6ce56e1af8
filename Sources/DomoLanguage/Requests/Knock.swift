/// What came in to a hook over HTTP, as domo-web passes it on. domod decides whether it is authentic.
public struct Knock: Equatable, Sendable {
    public enum Proof: Equatable, Sendable {
        /// Nothing was shown.
        case none
        /// - Parameter isInURL: it was in the address, rather than in a header.
        case secret(String, isInURL: Bool)
        /// Standard Webhooks: `v1,BASE64`, several with spaces between them, and the seconds since 1970.
        case signature(String, time: String)
    }

    public var hook: String
    public var proof: Proof
    /// Whether the body has pairs of an HTML form or a query, rather than JSON.
    public var isForm: Bool
    /// The sender's identity of the delivery. One that was carried out is not carried out again.
    public var delivery: String?
    /// The address of the sender, as the front end sees it.
    public var from: String?
    /// In base64.
    public var body: String

    /// The maximum length of a body, in bytes.
    public static let maxBody = 16 * 1024
    /// The maximum length of an identity, a secret or the signatures, in bytes.
    public static let maxWord = 1024

    public init(
        hook: String,
        proof: Proof,
        isForm: Bool = false,
        delivery: String? = nil,
        from: String? = nil,
        body: String = ""
    ) {
        (self.hook, self.proof, self.isForm) = (hook, proof, isForm)
        (self.delivery, self.from, self.body) = (delivery, from, body)
    }
}

extension Knock {
    init(_ arguments: Arguments) throws(UsageError) {
        hook = arguments.operands[0]
        switch (arguments.value("--secret"), arguments.value("--signature"), arguments.value("--time")) {
        case (nil, nil, nil) where !arguments.has("--in-url"): proof = .none
        case (let secret?, nil, nil): proof = .secret(secret, isInURL: arguments.has("--in-url"))
        case (nil, let signature?, let time?) where !arguments.has("--in-url"):
            proof = .signature(signature, time: time)
        case (_, _, _): throw arguments.usageError("expected either --secret, or --signature with --time")
        }
        isForm = arguments.has("--form")
        delivery = arguments.value("--delivery")
        from = try arguments.address()
        body = arguments.operands.count > 1 ? arguments.operands[1] : ""
    }

    /// The words after the verb.
    var words: [String] {
        var words: [String] = []
        switch proof {
        case .none: break
        case .secret(let secret, let isInURL):
            words += ["--secret", Words.quoted(secret)] + (isInURL ? ["--in-url"] : [])
        case .signature(let signature, let time):
            words += ["--signature", Words.quoted(signature), "--time", Words.quoted(time)]
        }
        if isForm { words.append("--form") }
        if let delivery { words += ["--delivery", Words.quoted(delivery)] }
        if let from { words += ["--from", Words.quoted(from)] }
        return words + [Words.quoted(hook)] + (body.isEmpty ? [] : [Words.quoted(body)])
    }
}
