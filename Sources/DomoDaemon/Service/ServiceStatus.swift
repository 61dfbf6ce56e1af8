import DomoLanguage
import DomoModel

extension StatusView {
    /// What `systemctl status` shows, such as `1 house, 15 elements; 2 of 3 links up; http://10.0.0.9: connection refused`
    var summary: String {
        let elements = houses.reduce(0) { $0 + $1.elements }
        var parts = ["\(counted(houses.count, "house")), \(counted(elements, "element"))"]
        let links = links ?? []
        // A link that nothing was sent to yet is not down.
        let down = links.filter { $0.endpoints.contains { $0.reachable == false } }
        parts.append(
            down.isEmpty
                ? counted(links.count, "link") : "\(links.count - down.count) of \(counted(links.count, "link")) up"
        )
        parts += down.map { "\($0.key): \($0.problem ?? "unreachable")" }
        if let standIn {
            let active = standIn.since.map { "the version of \($0.rfc3339) is active" } ?? "there is no house"
            parts.insert("the files can't be loaded, \(active)", at: 0)
        }
        if memory?.state == .failing { parts.append("history: \(memory?.problem ?? "nothing is stored")") }
        return parts.joined(separator: "; ")
    }
}
