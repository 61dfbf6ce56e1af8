import DomoEngine

/// A request with placeholders.
struct RequestTemplate: Sendable, Equatable {
    enum Body: Sendable, Equatable {
        case text(Template)
        case form([FormField])
        case json(Template)
        case xml(Template)

        /// The default content type.
        var contentType: String {
            switch self {
            case .text: "text/plain; charset=utf-8"
            case .form: "application/x-www-form-urlencoded"
            case .json: "application/json"
            case .xml: "application/xml"
            }
        }
    }

    struct FormField: Sendable, Equatable {
        var name: String
        var value: Template
    }

    struct Header: Sendable, Equatable {
        var name: String
        var value: Template
    }

    var method: HTTPMethod
    var url: Template
    /// Without `Content-Type` for the body's default.
    var headers: [Header]
    var body: Body?

    var templates: [Template] { namedTemplates.map(\.template) }

    /// The templates, each with its name for faults.
    var namedTemplates: [(template: Template, what: String)] {
        var templates = [(url, "the url")] + headers.map { ($0.value, "the header \($0.name)") }
        switch body {
        case .text(let text): templates.append((text, "the text"))
        case .json(let text), .xml(let text): templates.append((text, "the body"))
        case .form(let fields): templates += fields.map { ($0.value, "the form field \($0.name)") }
        case nil: break
        }
        return templates
    }

    /// Whether the request contains one of these placeholders, directly or in a variable.
    func contains(_ names: Set<String>, _ variables: [String: Template]) -> Bool {
        templates.contains { $0.contains(names, variables) }
    }

    /// Refuses `.` and `..` as path segments, which stand for the current and the parent folder even if percent-encoded
    /// (RFC 3986, section 3.3). The dialect's own literals may contain them.
    private func refuseDots(in rest: ArraySlice<UInt8>) throws(SignalFault) {
        let path = rest.prefix { $0 != UInt8(ascii: "?") }
        guard path.contains(UInt8(ascii: ".")) else { return }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let literals = url.literalPathSegments
        for (number, segment) in segments.enumerated()
        where segment.elementsEqual(".".utf8) || segment.elementsEqual("..".utf8) {
            if number < literals.count, literals[number] { continue }
            let text = String(decoding: segment, as: UTF8.self)
            throw SignalFault(
                message: "a path can't contain the segment \"\(text)\"",
                hint: "give the element another name in the configuration under elements"
            )
        }
    }

    func render(_ values: TemplateValues, into request: inout RenderedRequest) throws(SignalFault) {
        request.clear()
        request.method = method
        request.credentials = values.credentials
        try url.render(values, as: .url, into: &request.url)
        let base = values.isMasked ? values.shownURL ?? values.url : values.url
        try refuseDots(in: request.url.dropFirst(base.utf8.count))
        guard body != nil || !headers.isEmpty else { return }
        for header in headers {
            var value: [UInt8] = []
            try values.check(header.value, "the header \(header.name)")
            try header.value.render(values, as: .header, into: &value)
            request.headers.append(.init(name: header.name, value: String(decoding: value, as: UTF8.self)))
        }
        guard let body else { return }
        request.hasBody = true
        switch body {
        case .text(let template):
            try values.check(template, "the text")
            try template.render(values, as: .none, into: &request.body)
        case .json(let template): try template.render(values, as: .json, into: &request.body)
        case .xml(let template): try template.render(values, as: .xml, into: &request.body)
        case .form(let fields):
            for (number, field) in fields.enumerated() {
                if number > 0 { request.body.append(UInt8(ascii: "&")) }
                try values.check(field.value, "the form field \(field.name)")
                PercentEncoding.append(field.name, to: &request.body)
                request.body.append(UInt8(ascii: "="))
                try field.value.render(values, as: .form, into: &request.body)
            }
        }
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            request.headers.append(.init(name: "Content-Type", value: body.contentType))
        }
    }
}

/// A request as it is sent. It is reused to keep its storage.
struct RenderedRequest: Sendable, Equatable {
    struct Header: Sendable, Equatable {
        var name: String
        var value: String

        var line: String { "\(name): \(value)" }
    }

    var method = HTTPMethod.get
    var url: [UInt8] = []
    var headers: [Header] = []
    var body: [UInt8] = []
    var hasBody = false
    /// The credentials for the host of the URL.
    var credentials = Credentials.none

    mutating func clear() {
        credentials = .none
        url.removeAll(keepingCapacity: true)
        headers.removeAll(keepingCapacity: true)
        body.removeAll(keepingCapacity: true)
        hasBody = false
    }

    /// Reads the start page, which changes nothing on any server.
    ///
    /// - Parameter origin: scheme, host and port.
    mutating func readStartPage(of origin: String) {
        clear()
        method = .get
        url.append(contentsOf: origin.utf8)
        url.append(UInt8(ascii: "/"))
    }

    /// The request on one line, for display, without the headers that every request has.
    var shown: String {
        var text = "\(method.rawValue) \(String(decoding: url, as: UTF8.self))"
        let common = ["content-type", "accept"]
        for header in headers where !common.contains(header.name.lowercased()) {
            text += " [\(header.line)]"
        }
        if hasBody, !body.isEmpty { text += " \(String(decoding: body, as: UTF8.self))" }
        return text
    }
}
