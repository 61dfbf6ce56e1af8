import DomoLanguage
import DomoXML

/// Handles the events of a file, in order.
protocol XMLHandler: AnyObject {
    /// - Parameter name: the name without its prefix.
    func start(_ name: String, _ attributes: XMLAttributes)
    func end(_ name: String)
    func text(_ text: String)
    /// The namespace of the root.
    func root(namespace: String?)
}

extension XMLHandler {
    func end(_ name: String) {}
    func text(_ text: String) {}
    func root(namespace: String?) {}
}

/// Reads an XML file: bytes in, events out, until its first fault. A document type is refused.
final class XMLStream: XMLPushParser {
    /// Far more than in any project.
    private static let maxDepth = 256

    private let handler: any XMLHandler
    private let file: String
    /// Equal names have the same address.
    private var names: [UnsafePointer<UInt8>: String] = [:]
    private var open: [String] = []
    private var fault: Fault?

    /// - Parameter file: the name of the file for faults.
    init(file: String, handler: any XMLHandler) {
        self.handler = handler
        self.file = file
    }

    func feed(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        if let fault { throw fault }
        push(bytes)
        if let fault { throw fault }
    }

    func finish() throws(Fault) {
        if let fault { throw fault }
        pushEnd()
        if let fault { throw fault }
    }

    static func read(_ bytes: [UInt8], file: String, handler: any XMLHandler) throws(Fault) {
        let stream = XMLStream(file: file, handler: handler)
        var rest = bytes[...]
        while !rest.isEmpty {
            let block = rest.prefix(1 << 20)
            var failure: Fault?
            block.withUnsafeBytes { bytes in
                do throws(Fault) { try stream.feed(bytes) } catch { failure = error }
            }
            if let failure { throw failure }
            rest = rest.dropFirst(block.count)
        }
        try stream.finish()
    }

    // MARK: Reports

    override func start(
        _ name: UnsafePointer<UInt8>,
        prefix: UnsafePointer<UInt8>?,
        namespace: UnsafePointer<UInt8>?,
        attributes: XMLAttributes
    ) {
        guard fault == nil else { return }
        guard open.count < Self.maxDepth else { return refuse("it is nested more than \(Self.maxDepth) deep") }
        let name = self.name(name)
        if open.isEmpty { handler.root(namespace: namespace.map { String(cString: $0) }) }
        open.append(name)
        handler.start(name, attributes)
    }

    override func end() {
        guard fault == nil, let name = open.popLast() else { return }
        handler.end(name)
    }

    override func characters(_ bytes: UnsafeBufferPointer<UInt8>, isSection: Bool) {
        guard fault == nil else { return }
        handler.text(String(decoding: bytes, as: UTF8.self))
    }

    override func documentType() { refuse("the file has a <!DOCTYPE>, which no export of ETS or linknx has") }

    override func tooManyAttributes() { refuse("a tag has more than \(XMLTagBound.maxAttributes) attributes") }

    override func malformed() { refuse("this is not well-formed XML") }

    private func refuse(_ message: String) {
        guard fault == nil else { return }
        fault = Fault(.badModel, "\(file), line \(line): \(message)")
        stopParsing()
    }

    private func name(_ pointer: UnsafePointer<UInt8>) -> String {
        if let known = names[pointer] { return known }
        let name = String(cString: pointer)
        names[pointer] = name
        return name
    }
}

extension XMLAttributes {
    /// The value; nil if it is missing or empty.
    func filled(_ name: StaticString) -> String? {
        let value = self[name]
        return value?.isEmpty == true ? nil : value
    }
}
