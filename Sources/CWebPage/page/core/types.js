/**
 * The types of the HTTP API. This module only declares types and is never loaded.
 *
 * @typedef {'binary'|'regulable'|'bidirectional'|'value'|'colour'} FacetType
 * @typedef {'read'|'act'|'manage'} Role
 *
 * @typedef {object} Reading
 * @property {FacetType} type
 * @property {string|number|null} value
 * @property {'unknown'|'assumed'|'confirmed'} certainty
 * @property {boolean} [stale]
 * @property {string} [since]
 * @property {string} [by]
 * @property {string} [byKind]
 * @property {boolean} [moving]
 * @property {boolean} [connected] false: orders are refused
 * @property {boolean} [reachable] false: its link is unreachable, and this is the last value known
 * @property {string} [differs] what the house reports instead
 *
 * @typedef {object} Cover what people are shown of a cover
 * @property {'open'|'closed'|'between'|'opening'|'closing'|'stopped'|'unknown'} state
 * @property {'unknown'|'assumed'|'confirmed'} certainty
 *
 * @typedef {object} Position
 * @property {number} x fraction of the plan's width, 0–1
 * @property {number} y fraction of the plan's height, 0–1
 *
 * @typedef {object} ModelElement
 * @property {string} path
 * @property {string} name
 * @property {'device'|'service'} kind
 * @property {FacetType[]} types in the order of their controls
 * @property {FacetType[]} [writable] the types that accept orders
 * @property {boolean} [dims] whether its level changes while a button is held
 * @property {number} [openAt] the level at which a cover and its slats are open, 0 or 100
 * @property {boolean} [button] whether its switch is a push button, whose one action is `press`
 * @property {boolean} [virtual] whether domo itself holds it: orders for a whole place skip it
 * @property {Record<string, string>} [labels] by language; '' is the default
 * @property {string} [icon]
 * @property {string} [unit]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {number} [step]
 * @property {boolean} [readOnly]
 * @property {Position} [position]
 * @property {ModelElement[]} [parts]
 * @property {string} [class] what kind of thing it is: `thermostat`, `door`
 * @property {string} [role] what a part is for its device: `mode`, `slats`
 * @property {{ colours: boolean, white?: { minimum: number, maximum: number } }} [light] what a lamp with colours has; the range of its white in K
 * @property {{ value: string, labels?: Record<string, string> }[]} [options] the legal values of a text
 *
 * @typedef {object} ModelPlace
 * @property {string} path
 * @property {string} name
 * @property {'house'|'sector'} kind
 * @property {Record<string, string>} [labels]
 * @property {string} [icon]
 * @property {boolean} [plan]
 * @property {Position} [position]
 * @property {ModelElement[]} [elements]
 * @property {ModelPlace[]} [sectors]
 *
 * @typedef {object} Session
 * @property {string} name
 * @property {Role} role
 * @property {boolean} [doors] whether orders for locks, gates, garages and doors are allowed
 * @property {string[]} [places]
 * @property {string} [expires]
 * @property {string} [version]
 *
 * @typedef {object} PageEvent
 * @property {string} id
 * @property {string} kind
 * @property {any} data
 */
export {};
