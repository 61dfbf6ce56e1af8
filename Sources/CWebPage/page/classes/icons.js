/** The icons of classes of elements and of roles of parts. */

/** @type {Record<string, string>} */
export const PATHS = {
  window: 'M5 4h14v16H5zM12 4v16M5 12h14',
  awning: 'M4 5h16l1.5 7.5h-19zM2.5 12.5a2.4 2.4 0 0 0 4.8 0 2.4 2.4 0 0 0 4.7 0 2.4 2.4 0 0 0 4.7 0 2.4 2.4 0 0 0 4.8 0M6 17v3M18 17v3',
  gate: 'M4 20V6M20 20V6M4 9h16M4 17h16M8 7v13M12 5.5v14.5M16 7v13',
  dial: 'M5.6 18.4a9 9 0 1 1 12.8 0M12 12l4-4M12 12v.01',
  horn: 'M4 9.5h4.5L15 5v14l-6.5-4.5H4zM17.5 9.5a3.5 3.5 0 0 1 0 5M19.5 6.5a8 8 0 0 1 0 11',
  valve: 'M3.5 10v7l8.5-3.5L20.5 17v-7L12 13.5zM12 13.5V6M8.5 6h7',
  air: 'M7 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.6-.8 4.4 4.4 0 0 1-.1 8.8zM9.5 14.5h.01M12.5 13h.01M14.5 15.5h.01',
  motion: 'M10 5.5a1.5 1.5 0 1 0 0-.01M7 20.5l2.5-5.5-1-5.5 3.5-1 2.5 3 3 .5M8.5 9.5L5.5 11v3M10 14l3 2.5.5 4M18.5 4a6 6 0 0 1 2 4',
  smoke: 'M5 9.5h14v4H5zM7.5 13.5l1 2.5h7l1-2.5M8 7c0-1.5 1.5-1.5 1.5-3M12 7c0-1.5 1.5-1.5 1.5-3M16 7c0-1.5 1.5-1.5 1.5-3M12 16v4',
  gas: 'M12 20.5a6 6 0 0 1-6-6c0-3 2-4.5 3-6.5.5 1.5 1.5 2 2 2 .5-2.5-.5-4.5.5-6.5 3 2 6.5 6 6.5 11a6 6 0 0 1-6 6zM12 20.5a2.8 2.8 0 0 1-2.7-2.9c0-1.6 1.2-2.6 2.7-4.1 1.5 1.5 2.7 2.5 2.7 4.1A2.8 2.8 0 0 1 12 20.5z',
  contact: 'M4.5 6h5v12h-5zM14.5 6h5v12h-5zM12 9v.01M12 12v.01M12 15v.01',
  rain: 'M7 14.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.6-.8 4.4 4.4 0 0 1-.1 8.8zM8.5 17.5l-1 2.5M12.5 17.5l-1 2.5M16.5 17.5l-1 2.5',
  wind: 'M3.5 9.5h10a2.8 2.8 0 1 0-2.7-3.5M3.5 13h14a2.8 2.8 0 1 1-2.7 3.5M3.5 16.5h7',
  bolt: 'M13 3.5L5.5 13.5H11l-1 7 7.5-10H12z',
  meter: 'M5 4h14v16H5zM8 8h8v3.5H8zM9 15.5h.01M12 15.5h.01M15 15.5h.01',
  battery: 'M4 8h13.5v8H4zM17.5 10.5H20v3h-2.5M7 10.5v3M10 10.5v3',
  slats: 'M5 5h14M6 9l12 1.5M6 13l12 1.5M6 17l12 1.5',
  mode: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 4v2M12 18v2M4 12h2M18 12h2M6.3 6.3l1.5 1.5M16.2 16.2l1.5 1.5M6.3 17.7l1.5-1.5M16.2 7.8l1.5-1.5',
};

/** @type {Record<string, string>} for every class, and for roles with another name */
export const ICONS = {
  light: 'lamp', socket: 'plug', shutter: 'blind', blind: 'blind', awning: 'awning', gate: 'gate', garage: 'garage', window: 'window', door: 'door', lock: 'lock', siren: 'horn',
  thermostat: 'dial', fan: 'fan', valve: 'valve', temperature: 'thermometer', humidity: 'drop', co2: 'air', illuminance: 'sun', motion: 'motion', presence: 'person',
  smoke: 'smoke', gas: 'gas', leak: 'flood', contact: 'contact', rain: 'rain', wind: 'wind', power: 'bolt', energy: 'meter', water: 'drop', battery: 'battery',
  'set-point': 'dial', mode: 'mode', slats: 'slats', status: 'message',
};
