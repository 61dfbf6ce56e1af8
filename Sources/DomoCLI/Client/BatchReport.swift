import DomoLanguage

/// Reports the result of each line of a batch.
struct BatchReport {
    let json: Bool
    let verbose: Bool
    private(set) var firstFailure: ExitStatus?
    private var output = ""
    private let rendering = Rendering(for: .output)
    private let errors = Rendering(for: .error)
    private let write: (String) -> Void
    private let writeError: (String) -> Void

    init(
        json: Bool,
        verbose: Bool,
        write: @escaping (String) -> Void = { StandardStreams.write($0) },
        writeError: @escaping (String) -> Void = { StandardStreams.writeError($0) }
    ) {
        self.json = json
        self.verbose = verbose
        self.write = write
        self.writeError = writeError
    }

    mutating func answered(_ reply: ReplyLine, to request: Request, line: Int) throws(Fault) {
        let content: ArraySlice<UInt8>
        do throws(Fault) {
            content = try reply.content()
        } catch {
            refused(error, line: line)
            return
        }
        let answer = Answer(bytes: content, request: request)
        if let status = try VerbCommands[request.verb].failure(in: answer) { firstFailure = firstFailure ?? status }
        if json {
            output += Rendering.json(content)
        } else if verbose || !request.isOrder || Self.isNotStored(content) {
            output += try rendering.text(answer)
        }
        if output.utf8.count > 1 << 16 { flush() }
    }

    /// True if an order could not be stored.
    private static func isNotStored(_ content: ArraySlice<UInt8>) -> Bool {
        JSONSlices.members(of: content)?["stored"].map { $0.elementsEqual("false".utf8) } ?? false
    }

    mutating func refused(_ fault: Fault, line: Int) {
        firstFailure = firstFailure ?? fault.code.exitStatus
        if json {
            output += Rendering.json(fault)
        } else {
            // Keep the order of standard output and standard error.
            flush()
            writeError(errors.fault(fault, line: line))
        }
    }

    mutating func flush() {
        guard !output.isEmpty else { return }
        write(output)
        output = ""
    }
}

extension Request {
    /// True for an order, which prints nothing without -v.
    fileprivate var isOrder: Bool {
        if case .order(let order) = self { return !order.explain }
        return false
    }
}
