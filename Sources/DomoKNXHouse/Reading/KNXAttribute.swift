/// The attributes of `urn:domo:knx:1`.
enum KNXAttribute: Hashable, CaseIterable {
    case command, state, group, dpt, invert
    case read, expires, within, resolution, repeats, device
    case stop, step, up, down, moving, direction, locked
    case stopValue, invertMoving, invertLocked, only
    case relative, value, raw, number, run
    case base, setPoint, increment
    case receive, send, every, cooldown, answer, type

    func spelling(in language: KNXLanguage) -> String {
        switch self {
        case .command: language.pick("orden", "command")
        case .state: language.pick("estado", "state")
        case .group: language.pick("grupo", "group")
        case .dpt: "dpt"
        case .invert: language.pick("invertir", "invert")
        case .read: language.pick("leer", "read")
        case .expires: language.pick("caduca", "expires")
        case .within: language.pick("plazo", "within")
        case .resolution: language.pick("resolucion", "resolution")
        case .repeats: language.pick("repetir", "repeat")
        case .device: language.pick("aparato", "device")
        case .stop: language.pick("parar", "stop")
        case .step: language.pick("paso", "step")
        case .up: language.pick("subida", "up")
        case .down: language.pick("bajada", "down")
        case .moving: language.pick("moviendo", "moving")
        case .direction: language.pick("sentido", "direction")
        case .locked: language.pick("bloqueo", "locked")
        case .stopValue: language.pick("valor-parar", "stop-value")
        case .invertMoving: language.pick("invertir-moviendo", "invert-moving")
        case .invertLocked: language.pick("invertir-bloqueo", "invert-locked")
        case .only: language.pick("solo", "only")
        case .relative: language.pick("relativa", "relative")
        case .base: "base"
        case .setPoint: language.pick("consigna", "set-point")
        case .increment: language.pick("incremento", "increment")
        case .value: language.pick("valor", "value")
        case .raw: language.pick("bruto", "raw")
        case .number: language.pick("numero", "number")
        case .run: language.pick("ejecuta", "run")
        case .receive: language.pick("recibe", "receive")
        case .send: language.pick("envia", "send")
        case .every: language.pick("cada", "every")
        case .cooldown: language.pick("pausa", "cooldown")
        case .answer: language.pick("responde", "answer")
        case .type: language.pick("tipo", "type")
        }
    }
}
