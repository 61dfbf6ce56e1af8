import DomoLanguage
import DomoModel

extension Rendering {
    /// The reply to `scenes`: a line for each scene, and below it what failed or did not start.
    func scenes(_ list: SceneList) -> String {
        let leftOut = (list.leftOut ?? []).map {
            style.bad("not loaded:") + " \(DisplayText.safe($0.name)): \(DisplayText.safe($0.problem))\n"
        }
        .joined()
        guard !list.scenes.isEmpty else {
            return leftOut.isEmpty ? "no scenes; \"domo help scenes\" shows how to write one\n" : leftOut
        }
        let names = list.scenes.map { cut(DisplayText.safe(Self.label(of: $0)), to: 24) }
        let next = list.scenes.map(nextStart)
        let last = list.scenes.map { $0.last.map(lastRun) ?? Table.Cell("") }
        func widest(_ texts: [String]) -> Int { texts.map(DisplayText.width).max() ?? 0 }
        let room = room(beside: widest(names) + widest(next.map(\.text)) + widest(last.map(\.text)) + 6)
        var table = Table()
        for (index, scene) in list.scenes.enumerated() {
            let triggers = DisplayText.safe(scene.triggers.joined(separator: ", "))
            table.add([
                Table.Cell(names[index]),
                triggers.isEmpty
                    ? Table.Cell("by name", paint: style.faint)
                    : Table.Cell(cut(triggers, to: room)),
                next[index], last[index],
            ])
            for (text, outcome) in remarks(on: scene) {
                let text = cut(text, to: self.room(beside: widest(names) + 2))
                table.addNote(Table.Cell(text, paint: paint(outcome)), column: 1)
            }
        }
        return table.text(fitting: width) + leftOut
    }

    /// In the language of the terminal, else the name.
    private static func label(of scene: SceneList.Scene) -> String {
        guard let tag = TerminalLanguage.tag, let texts = scene.labels?.texts else { return scene.name }
        return texts[tag] ?? texts[String(tag.prefix { $0 != "-" })] ?? scene.name
    }

    /// The reply to `scene stop` without a name.
    func running(_ list: SceneList) -> String {
        if list.scenes.isEmpty { return "no scene is running\n" }
        return scenes(list) + "to stop one of them: domo scene stop NAME\n"
    }

    /// When it starts next; while it runs, its current step.
    private func nextStart(_ scene: SceneList.Scene) -> Table.Cell {
        if let step = scene.step {
            return Table.Cell(cut("now: " + DisplayText.safe(step), to: 28), paint: style.heading)
        }
        guard let local = scene.local else { return Table.Cell("") }
        let time = HouseTime(local)?.text(now: now, terminalOffset: terminalOffset)
        return Table.Cell(time ?? DisplayText.safe(local))
    }

    /// `done 2 h ago`
    private func lastRun(_ record: SceneRecord) -> Table.Cell {
        guard let outcome = record.outcome else {
            return Table.Cell("began " + Self.age(of: record.started, at: now), paint: style.faint)
        }
        let age = Self.age(of: record.ended ?? record.started, at: now)
        return Table.Cell("\(outcome.rawValue) \(age)", paint: paint(outcome))
    }

    /// What failed in the last run, and what did not start since: `skipped just now: it is already running`.
    private func remarks(on scene: SceneList.Scene) -> [(text: String, outcome: SceneOutcome?)] {
        var remarks: [(text: String, outcome: SceneOutcome?)] = []
        if let last = scene.last, let message = last.message {
            remarks.append((DisplayText.safe(message), last.outcome))
        }
        if let skipped = scene.skipped {
            let age = Self.age(of: skipped.started, at: now)
            let reason = skipped.message.map { ": " + DisplayText.safe($0) } ?? ""
            remarks.append(("\(SceneOutcome.skipped.rawValue) \(age)\(reason)", .skipped))
        }
        return remarks
    }

    func paint(_ outcome: SceneOutcome?) -> (String) -> String {
        let style = style
        return switch outcome {
        case .done: { style.good($0) }
        case .failed, .lost: { style.bad($0) }
        case .stopped, .skipped: { style.doubtful($0) }
        case nil: { style.faint($0) }
        }
    }

    // MARK: A run

    /// All of a run.
    func scene(_ report: SceneReport, took: Duration? = nil) -> String {
        summary(of: report, took: took) + steps(report.steps)
    }

    /// The end of a run whose progress was reported: the remaining steps, and what did not fit into a line of progress.
    func end(of report: SceneReport, reported: ReportedSteps, took: Duration) -> String {
        let (reported, rest) = reported.split(report)
        return rest.map(line).joined() + summary(of: report, took: took) + (reported + rest).map(remarks).joined()
    }

    private func line(_ step: SceneReport.Step) -> String {
        if let error = step.error {
            return "  " + style.bad("failed: \(Self.lead(step)) \(DisplayText.safe(error.message))") + "\n"
        }
        let what = [step.receipt.map { outcome($0).text }, step.note.map { DisplayText.safe($0) }].compactMap(\.self)
        let text = what.isEmpty ? DisplayText.safe(step.step) : Self.lead(step) + " " + what.joined(separator: ", ")
        return "  " + text + "\n"
    }

    /// The step before a remark on it. An `if` already ends in a colon.
    private static func lead(_ step: SceneReport.Step) -> String {
        let text = DisplayText.safe(step.step)
        return text.hasSuffix(":") ? text : text + ":"
    }

    private func remarks(_ step: SceneReport.Step) -> String {
        let name = "  " + Self.lead(step) + " "
        let isLost = step.error?.stored == false || step.receipt?.stored == false
        return (step.error?.hint.map { name + DisplayText.safe($0) + "\n" } ?? "")
            + (isLost ? name + style.doubtful(Self.notStored) + "\n" : "")
    }

    /// `Noche  done in 32 s`
    private func summary(of report: SceneReport, took: Duration?) -> String {
        var text = report.outcome.rawValue
        switch report.outcome {
        case .done: text += took.map { " in " + Self.elapsed($0) } ?? ""
        case .failed where report.failed > 0: text = "\(report.failed) of \(report.steps.count) steps failed"
        case .failed, .stopped, .skipped, .lost: break
        }
        if let message = report.message { text += ": " + DisplayText.safe(message) }
        return style.heading(DisplayText.safe(report.scene)) + "  " + paint(report.outcome)(text) + "\n"
    }

    private static func elapsed(_ duration: Duration) -> String {
        duration < .seconds(60)
            ? milliseconds(duration / .milliseconds(1)) : length(seconds: Int(duration / .seconds(1)))
    }

    private func steps(_ steps: [SceneReport.Step]) -> String {
        var table = Table(indentation: 2)
        for step in steps {
            let text = Table.Cell(DisplayText.safe(step.step))
            let note = Table.Cell(DisplayText.safe(step.note ?? ""), paint: style.faint)
            if let error = step.error {
                table.add([text, Table.Cell("failed: " + DisplayText.safe(error.message), paint: style.bad), note])
                if let hint = error.hint { table.add([Table.Cell(""), Table.Cell(DisplayText.safe(hint))]) }
                if error.stored == false {
                    table.add([Table.Cell(""), Table.Cell(Self.notStored, paint: style.doubtful)])
                }
            } else if let receipt = step.receipt {
                let isStored = receipt.stored != false
                let stored = Table.Cell(isStored ? "" : "not stored", paint: style.doubtful)
                table.add([text, outcome(receipt)] + (isStored ? [note] : [stored, note]))
            } else {
                table.add([text, note])
            }
        }
        return table.text(fitting: width)
    }

    // MARK: Explained

    func explanation(_ explanation: Explanation) -> String {
        let conditions = conditions(explanation.conditions ?? [])
        guard !explanation.signals.isEmpty else { return "nothing would be sent\n" + conditions }
        var table = Table()
        for signal in explanation.signals {
            var text = DisplayText.safe(signal.signal ?? "\(signal.element) \(signal.action): ")
            if signal.signal == nil {
                text +=
                    style.bad("no signal") + (signal.line.map { " for line \($0)" } ?? "")
                    + (signal.problem.map { ": " + DisplayText.safe($0) } ?? "")
            }
            if let note = signal.note { text += "  " + style.faint("(\(DisplayText.safe(note)))") }
            let time = signal.after.map { Table.Cell(Self.offset(seconds: $0), side: .right, paint: style.faint) }
            table.add((time.map { [$0] } ?? []) + [Table.Cell(text)])
        }
        // A signal is there to be copied, and is never cut.
        return table.text(fitting: nil) + conditions
    }

    /// Whether the triggers of a scene would start it now.
    private func conditions(_ conditions: [Explanation.Condition]) -> String {
        guard !conditions.isEmpty else { return "" }
        let all = conditions.allSatisfy { $0.holds == true }
        var text = all ? "its triggers would start it now:\n" : "its triggers would not start it now:\n"
        for condition in conditions {
            let state =
                switch condition.holds {
                case true: style.good("holds")
                case false: style.bad("does not hold")
                case nil: style.doubtful("unknown")
                }
            text += "  only if \(DisplayText.safe(condition.text))  \(state)"
            text += (condition.reason.map { ": " + DisplayText.safe($0) } ?? "") + "\n"
        }
        return text
    }

    /// `+0 s`, `+1.5 s`, `+12 min 30 s`: exact to the millisecond, unlike `length(seconds:)`.
    static func offset(seconds: Double) -> String {
        let milliseconds = Int((min(max(0, seconds), 1e12) * 1000).rounded())
        let parts = [(milliseconds / 3_600_000, "h"), (milliseconds / 60_000 % 60, "min")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let rest = milliseconds % 60_000
        guard rest > 0 || parts.isEmpty else { return "+" + parts.joined(separator: " ") }
        return "+" + (parts + ["\(decimal(Double(rest) / 1000, digits: 3)) s"]).joined(separator: " ")
    }

    // MARK: Mistakes

    /// Each on a line of its own, in the format that editors parse.
    func mistakes(_ mistakes: [String]) -> String {
        mistakes.map { DisplayText.safe($0) + "\n" }.joined()
    }
}
