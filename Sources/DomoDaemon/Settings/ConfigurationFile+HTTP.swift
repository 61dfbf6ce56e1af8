import DomoHTTP
import DomoSystem
import DomoYAML

// HTTP links.

extension ConfigurationFile {
    /// - Parameter node: the whole mapping, or only a URL.
    mutating func httpSettings(_ entries: [String: YAMLNode], _ node: YAMLNode) -> ServerSettings? {
        guard let urlNode = entries["url"] else {
            yaml.fault(node, "the server has no url", "add url: http://…")
            return nil
        }
        let secrets = secretSource(in: node.file ?? path)
        guard let (url, isSecret) = SecretReader.url(urlNode, from: secrets, &yaml),
            let credentials = SecretReader.credentials(entries, from: secrets, &yaml)
        else { return nil }
        guard let dialect = dialect(entries["dialect"]) else { return nil }
        var elements = ElementRules()
        if let node = entries["elements"] {
            do {
                elements = try ElementRules.read(node, dialect: dialect, secrets: secrets)
            } catch {
                for fault in error.faults { yaml.add(fault) }
            }
        }
        do {
            let settings = try ServerSettings(
                url: url,
                isURLSecret: isSecret,
                maxInFlight: entries["max-in-flight"].flatMap { yaml.wholeNumber($0, "max-in-flight") } ?? 8,
                connectTimeout: entries["connect-timeout"].flatMap { duration($0, "connect-timeout") } ?? .seconds(2),
                credentials: credentials,
                sharesCredentials: entries["same-credentials"].flatMap { yesOrNo($0, "same-credentials") } ?? false,
                caFile: entries["ca-file"].flatMap { readableFile($0, "ca-file") },
                dialect: dialect,
                elements: elements,
                reading: entries["reading"].map { timing($0, of: dialect) } ?? .dialect
            )
            for misdirection in settings.misdirectedSecrets {
                yaml.fault(
                    key(misdirection.element, of: entries["elements"]) ?? node,
                    misdirection.message,
                    misdirection.hint
                )
            }
            return settings
        } catch {
            let key =
                switch error.field {
                case .url: "url"
                case .maxInFlight: "max-in-flight"
                case .connectTimeout: "connect-timeout"
                case .credentials: entries["token"] == nil ? "user" : "token"
                case .caFile: "ca-file"
                }
            yaml.fault(entries[key] ?? node, error.message, error.hint ?? "see the documentation of \(key)")
            return nil
        }
    }

    /// The key node of an element.
    private func key(_ element: String, of elements: YAMLNode?) -> YAMLNode? {
        guard case .mapping(let pairs)? = elements?.content else { return nil }
        return pairs.first { $0.key.scalar == element }?.key
    }

    /// - Returns: nil for a dialect that has errors, or is not found.
    private mutating func dialect(_ node: YAMLNode?) -> Dialect? {
        guard let node else { return .pervML }
        guard let name = yaml.text(node, "dialect") else { return nil }
        if let own = dialects[name] { return own }
        if let shipped = Dialect.shipped(name) { return shipped }
        let known = (Array(Dialect.shipped.keys) + dialects.keys).sorted()
        yaml.fault(node, "unknown dialect \(name)", YAMLReader.offer(known, near: name, "the dialects are"))
        return nil
    }

    /// Reads `reading`: `off`, or when states are read, in place of the dialect's plan.
    private mutating func timing(_ node: YAMLNode, of dialect: Dialect) -> ServerSettings.Timing {
        if node.scalar == "off" { return .never }
        do {
            return .own(try dialect.readingPlan(node))
        } catch {
            for fault in error.faults { yaml.add(fault) }
            return .never
        }
    }

    /// - Parameter file: the file that refers to the secrets.
    func secretSource(in file: String) -> SecretSource {
        let (files, folder, root) = (secretFiles, folder, root)
        return SecretSource { (name: String) throws(SecretSource.Problem) -> String in
            let named = name.hasPrefix("/") ? root.file(name) : "\(folder)/\(name)"
            let path = files.file(of: named, besides: folder)
            files.paths.insert(path)
            files.inputs.append(InputFile(named, source: path, isSecret: true))
            do throws(FileBytes.Fault) {
                let bytes = try FileBytes.read(path, maxBytes: 64 * 1024)
                let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
                return String(decoding: line, as: UTF8.self)
            } catch {
                throw SecretSource.Problem("\(path): \(error.message)")
            }
        } noteWritten: {
            files.paths.insert(file)
        }
    }
}
