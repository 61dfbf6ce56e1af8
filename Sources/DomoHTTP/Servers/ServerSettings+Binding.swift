import DomoEngine
import DomoModel

extension ServerSettings {
    /// All that is sent for an element, secrets included: elements of which everything is the same are the same thing.
    ///
    /// - Returns: nil where nothing can be sent or asked for it.
    func binding(of target: Target) -> Binding? {
        var binding = Binding(signals: [])
        var request = RenderedRequest()
        for type in target.types {
            for value in type.valuesOfEachOrder {
                do throws(SignalFault) {
                    try render(value, of: target, into: &request)
                    binding.signals.append(request.wholeText)
                } catch {
                    // An order for it is refused.
                    continue
                }
            }
        }
        let readable = readable(target)
        guard !readable.isEmpty else { return binding.signals.isEmpty ? nil : binding }
        do throws(SignalFault) {
            if try speech(for: target).wording.one != nil {
                let query = Query(id: .init(0), endpoint: "", targets: [target], isForAll: false, timeout: .zero)
                try render(query, into: &request)
                binding.queries.append(request.wholeText)
            } else if let name = nameInAll(of: target) {
                binding.queries.append(name)
            }
        } catch {
            // It is never read.
            return binding.signals.isEmpty ? nil : binding
        }
        return binding
    }
}

extension FacetType {
    /// A value for each order that a dialect writes.
    fileprivate var valuesOfEachOrder: [Value] {
        namedValues.isEmpty ? [value(number: 37)].compactMap { $0 } : namedValues
    }
}

extension RenderedRequest {
    /// All of it, to compare requests by.
    fileprivate var wholeText: String {
        let lines = ["\(method.rawValue) \(String(decoding: url, as: UTF8.self))"] + headers.map(\.line)
        return (lines + [String(decoding: body, as: UTF8.self)]).joined(separator: "\n")
    }
}
