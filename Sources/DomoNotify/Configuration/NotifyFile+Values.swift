import DomoBridge
import DomoModel
import DomoSystem
import DomoYAML

// Values: URLs, addresses.

extension NotifyFile {
    mutating func address(_ node: YAMLNode, _ what: String, _ schemes: [WebAddress.Scheme]) -> WebAddress? {
        guard let text = yaml.text(node, what) else { return nil }
        do throws(WebAddress.Fault) {
            return try WebAddress(text, schemes: schemes)
        } catch {
            yaml.fault(node, "\(what): \(error.message)", error.hint)
            return nil
        }
    }

    mutating func contact(_ node: YAMLNode) -> String? {
        guard let text = yaml.text(node, "contact") else { return nil }
        if text.hasPrefix("https://") { return address(node, "contact", [.https])?.text }
        guard text.hasPrefix("mailto:"), MailAddress.isValid(text.dropFirst(7)) else {
            yaml.fault(node, "contact is not a mailto: or https: URL", "write contact: mailto:NAME@HOST")
            return nil
        }
        return text
    }
}
