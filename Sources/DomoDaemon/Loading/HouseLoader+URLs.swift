import DomoHTTP
import DomoLanguage
import DomoModel
import DomoSystem
import DomoXML

// Houses fetched from URLs.

extension HouseLoader {
    /// A house file fetched from a URL.
    struct Fetched: Sendable {
        var bytes: [UInt8]
        var reading: HouseReading
    }

    /// Why no house could be fetched from a URL.
    struct FetchFault: Error {
        var fault: Fault
        /// Whether a later try may succeed: then the daemon starts without it.
        var mayPass: Bool
    }

    static func isURL(_ source: String) -> Bool { source.hasPrefix("http://") || source.hasPrefix("https://") }

    /// Fetches the houses of all URLs concurrently.
    nonisolated static func fetch(_ urls: [String]) async -> [String: Result<Fetched, FetchFault>] {
        await withTaskGroup(of: (String, Result<Fetched, FetchFault>).self) { group in
            for url in Set(urls) { group.addTask { (url, await fetch(url)) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private nonisolated static func fetch(_ url: String) async -> Result<Fetched, FetchFault> {
        let name = HTTPAddress.shown(url)
        do throws(DownloadFault) {
            let bytes = try await Download.fetch(url)
            do throws(Fault) {
                let reading = try await reading {
                    HouseReader.read(bytes: bytes, file: name, keeping: HouseReading.keptNamespaces)
                }
                if let fault = fault(of: reading) { return .failure(FetchFault(fault: fault, mayPass: true)) }
                return .success(Fetched(bytes: bytes, reading: reading))
            } catch {
                return .failure(FetchFault(fault: error, mayPass: true))
            }
        } catch {
            let code: Fault.Code =
                switch error.kind {
                case .badRequest: .badConfiguration
                case .unreachable: .unreachable
                case .badAnswer: .noSuchFile
                case .cancelled: .stopping
                }
            let fault = Fault(code, "\(name): \(error.message)", hint: "check that the server answers at this address")
            return .failure(FetchFault(fault: fault, mayPass: code == .unreachable || code == .noSuchFile))
        }
    }

    /// Uses the house fetched from a URL. If the fetch failed and the mode permits it, uses the last good copy, if
    /// there is one.
    func take(_ fetched: Result<Fetched, FetchFault>, of url: String, _ mode: Mode) async throws(Fault) -> HouseReading?
    {
        let problem: Fault
        switch fetched {
        case .success(let fetched):
            keep(fetched.bytes, of: url)
            addFile(fetched.bytes)
            return fetched.reading
        case .failure(let failure):
            guard failure.mayPass, mode != .reload else { throw failure.fault }
            problem = failure.fault
        }
        unfetched.append(url)
        if let reading = await lastGoodCopy(of: url) {
            warn("\(problem.message); the last good copy is used until the URL can be fetched")
            return reading
        }
        warn("\(problem.message); there is no saved copy: its houses are left out until the URL can be fetched")
        return nil
    }

    private func lastGoodCopy(of url: String) async -> HouseReading? {
        guard let file = copy(of: url), FileBytes.isThere(file) else { return nil }
        do throws(Fault) {
            let reading = try await read(file)
            guard let fault = Self.fault(of: reading) else { return reading }
            warn("the copy of \(HTTPAddress.shown(url)) in \(file) can't be used: \(fault.message)")
        } catch {
            warn("the copy of \(HTTPAddress.shown(url)) can't be used: \(error.message)")
        }
        return nil
    }

    /// The errors of a house file; nil if it has none.
    private nonisolated static func fault(of reading: HouseReading) -> Fault? {
        let diagnostics = reading.diagnostics + reading.bindings().diagnostics
        return diagnostics.hasErrors ? fault(diagnostics) : nil
    }

    private func copy(of url: String) -> String? { state.map { "\($0)/homes/\(ContentTag.of(url.utf8)).xml" } }

    private func keep(_ bytes: [UInt8], of url: String) {
        guard let state, let copy = copy(of: url) else { return }
        do {
            try FileBytes.makeFolder("\(state)/homes")
            try FileBytes.replace(copy, with: bytes)
        } catch {
            warn("can't save a copy of \(HTTPAddress.shown(url)) in \(state): \(error.message)")
        }
    }
}
