import DomoLanguage

extension Rendering {
    /// The reply to `doctor`: a line for each finding, and its advice below.
    func findings(_ findings: [Finding]) -> String {
        var table = Table()
        for finding in findings {
            table.add([
                Table.Cell(Self.mark(finding.level), paint: paint(finding.level)),
                Table.Cell(DisplayText.safe(finding.what)),
                Table.Cell(
                    DisplayText.line(finding.text),
                    paint: finding.level == .good ? { $0 } : paint(finding.level)
                ),
            ])
            if let advice = finding.advice { table.addNote(Table.Cell("→ " + DisplayText.safe(advice)), column: 2) }
        }
        return table.text(fitting: width) + verdict(on: findings)
    }

    private func verdict(on findings: [Finding]) -> String {
        let bad = findings.count { $0.level == .bad }
        let doubtful = findings.count { $0.level == .doubtful }
        let warnings = doubtful == 1 ? "1 warning" : "\(doubtful) warnings"
        if bad > 0 {
            let problems = bad == 1 ? "1 problem found" : "\(bad) problems found"
            return style.bad(problems) + (doubtful > 0 ? ", " + style.doubtful(warnings) : "") + "\n"
        }
        guard doubtful > 0 else { return style.good("no problems found") + "\n" }
        return style.doubtful(warnings) + "\n"
    }

    private static func mark(_ level: Finding.Level) -> String {
        switch level {
        case .good: "ok"
        case .doubtful: "warning"
        case .bad: "error"
        }
    }

    private func paint(_ level: Finding.Level) -> (String) -> String {
        let style = style
        return switch level {
        case .good: { style.good($0) }
        case .doubtful: { style.doubtful($0) }
        case .bad: { style.bad($0) }
        }
    }
}
