import DomoHTTP
import DomoLanguage
import DomoModel
import DomoXML

// Houses that a server has.

extension HouseLoader {
    func download(_ url: String, isStart: Bool) async throws(Fault) -> HouseReading {
        let problem: Fault
        do {
            let bytes = try await Download.fetch(url)
            let reading = try await Self.reading { HouseReader.read(bytes: bytes, file: shown(url)) }
            if !reading.hasErrors {
                keep(bytes, of: url)
                bring(bytes)
                return reading
            }
            problem = Self.fault(reading.diagnostics)
        } catch let error as DownloadFault {
            problem = Fault(
                error.isUnreachable ? .unreachable : .noSuchFile,
                "\(shown(url)): \(error.message)",
                hint: "see that the server answers at this address"
            )
        } catch {
            throw Fault(.noSuchFile, "\(shown(url)): \(error)")
        }
        guard isStart else { throw problem }
        let reading: HouseReading
        do {
            reading = try await read(copy(of: url))
        } catch {
            throw problem
        }
        guard !reading.hasErrors else { throw problem }
        warn("\(problem.message); the last good copy is used")
        return reading
    }

    private func copy(of url: String) -> String { "\(state)/homes/\(fingerprint(url)).xml" }

    private func keep(_ bytes: [UInt8], of url: String) {
        do {
            try FileBytes.makeFolder("\(state)/homes")
            try FileBytes.replace(copy(of: url), with: bytes)
        } catch {
            warn("no copy of \(shown(url)) could be kept in \(state): \(error.message)")
        }
    }
}

/// FNV-1a, 64 bits, in hexadecimal: a file name for a URL.
private func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
}

/// A URL as it may be shown: user, password and query may be secrets.
private func shown(_ url: String) -> String {
    let whole = url.prefix { $0 != "?" && $0 != "#" }
    guard let scheme = whole.place(of: "://") else { return String(whole) }
    let rest = whole[scheme.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@") else { return String(whole) }
    return whole[..<scheme.upperBound] + String(rest[rest.index(after: at)...])
}
