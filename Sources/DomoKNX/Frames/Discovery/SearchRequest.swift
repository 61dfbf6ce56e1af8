/// SEARCH_REQUEST, or SEARCH_REQUEST_EXTENDED if it has parameters or `isExtended` is set.
///
/// Source: KNX 03/08/02 Core, 7.6.1; Core v2 for the extended form.
public struct SearchRequest: Hashable, Sendable {
    /// The endpoint for answers.
    public var discovery: HostEndpoint
    public var isExtended: Bool
    public var parameters: [SearchParameter]

    public init(answerTo discovery: HostEndpoint, isExtended: Bool = false, parameters: [SearchParameter] = []) {
        self.discovery = discovery
        self.isExtended = isExtended || !parameters.isEmpty
        self.parameters = parameters
    }

    init(from reader: inout ByteReader, isExtended: Bool) throws(FrameFault) {
        discovery = try HostEndpoint(from: &reader)
        self.isExtended = isExtended
        parameters = []
        while isExtended, !reader.isAtEnd { parameters.append(try SearchParameter(from: &reader)) }
    }

    func append(to octets: inout [UInt8]) {
        discovery.append(to: &octets)
        for parameter in parameters { parameter.append(to: &octets) }
    }
}
