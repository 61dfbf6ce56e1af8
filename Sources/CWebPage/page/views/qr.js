/** QR codes of sign-in links, for another phone to scan (ISO/IEC 18004: byte mode, error correction M, versions 1–10). */
import { svg } from '../core/dom.js';

/** By version: total codewords, error correction codewords per block, blocks, positions of the alignment patterns. */
const VERSIONS = [
  [26, 10, 1, []], [44, 16, 1, [6, 18]], [70, 26, 1, [6, 22]], [100, 18, 2, [6, 26]], [134, 24, 2, [6, 30]],
  [172, 16, 4, [6, 34]], [196, 18, 4, [6, 22, 38]], [242, 22, 4, [6, 24, 42]], [292, 22, 5, [6, 26, 46]], [346, 26, 5, [6, 28, 50]],
];
/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0, (row) => row % 2 === 0, (_, column) => column % 3 === 0, (row, column) => (row + column) % 3 === 0,
];

/** @param {number} one @param {number} other @returns {number} their product in GF(256) */
function multiply(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

/** @param {number[]} data @param {number} count @returns {number[]} its Reed–Solomon codewords */
function correction(data, count) {
  const divisor = new Array(count).fill(0);
  divisor[count - 1] = 1;
  for (let step = 0, root = 1; step < count; step += 1, root = multiply(root, 2)) {
    for (let index = 0; index < count; index += 1) divisor[index] = multiply(divisor[index], root) ^ (divisor[index + 1] ?? 0);
  }
  const rest = new Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let index = 0; index < count; index += 1) rest[index] ^= multiply(divisor[index], factor);
  }
  return rest;
}

/** @param {Uint8Array} bytes @param {number} version @returns {number[]} data and correction, interleaved */
function codewords(bytes, version) {
  const [total, perBlock, blocks] = /** @type {[number, number, number, number[]]} */ (VERSIONS[version - 1]);
  const capacity = total - perBlock * blocks;
  let bits = '0100' + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, '0') + Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  bits += '0'.repeat(Math.min(4, capacity * 8 - bits.length));
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
  const data = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < capacity; pad ^= 0xec ^ 0x11) data.push(pad);
  const short = Math.floor(capacity / blocks);
  const longer = capacity % blocks;
  /** @type {number[][]} */
  const parts = [];
  for (let block = 0, from = 0; block < blocks; block += 1) {
    const length = short + (block >= blocks - longer ? 1 : 0);
    parts.push(data.slice(from, from + length));
    from += length;
  }
  const checks = parts.map((part) => correction(part, perBlock));
  const all = [];
  for (let index = 0; index <= short; index += 1) for (const part of parts) if (index < part.length) all.push(part[index]);
  for (let index = 0; index < perBlock; index += 1) for (const check of checks) all.push(check[index]);
  return all;
}

/** @param {number} value @param {number} count @param {number} generator @returns {number} the value with its check bits appended */
function withCheck(value, count, generator) {
  let rest = value;
  for (let step = 0; step < count; step += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * generator);
  return (value << count) | rest;
}

/** @param {string} text @returns {boolean[][]} the modules, true for dark; empty if the text is too long */
export function modules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex(([total, perBlock, blocks], index) => bytes.length + (index < 9 ? 2 : 3) <= Number(total) - Number(perBlock) * Number(blocks)) + 1;
  if (version === 0) return [];
  const size = version * 4 + 17;
  /** @type {(boolean | null)[][]} */
  const fixed = Array.from({ length: size }, () => new Array(size).fill(null));
  /** @param {number} row @param {number} column @param {boolean} dark */
  const put = (row, column, dark) => {
    if (row >= 0 && row < size && column >= 0 && column < size) fixed[row][column] = dark;
  };
  for (let index = 0; index < size; index += 1) {
    put(6, index, index % 2 === 0);
    put(index, 6, index % 2 === 0);
  }
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) {
    for (let down = -4; down <= 4; down += 1) {
      for (let across = -4; across <= 4; across += 1) {
        const ring = Math.max(Math.abs(down), Math.abs(across));
        put(row + down, column + across, ring !== 2 && ring !== 4);
      }
    }
  }
  const positions = /** @type {number[]} */ (VERSIONS[version - 1][3]);
  for (const row of positions) {
    for (const column of positions) {
      if ((row === 6 && column === 6) || (row === 6 && column === size - 7) || (row === size - 7 && column === 6)) continue;
      for (let down = -2; down <= 2; down += 1) for (let across = -2; across <= 2; across += 1) put(row + down, column + across, Math.max(Math.abs(down), Math.abs(across)) !== 1);
    }
  }
  if (version >= 7) {
    const bits = withCheck(version, 12, 0x1f25);
    for (let index = 0; index < 18; index += 1) {
      const dark = ((bits >> index) & 1) === 1;
      put(Math.floor(index / 3), size - 11 + (index % 3), dark);
      put(size - 11 + (index % 3), Math.floor(index / 3), dark);
    }
  }
  /** @param {number} mask */
  const format = (mask) => {
    const bits = withCheck(mask, 10, 0x537) ^ 0x5412;
    for (let index = 0; index < 15; index += 1) {
      const dark = ((bits >> index) & 1) === 1;
      put(index < 6 ? index : index < 8 ? index + 1 : size - 15 + index, 8, dark);
      put(8, index < 8 ? size - 1 - index : index === 8 ? 7 : 14 - index, dark);
    }
    put(size - 8, 8, true);
  };
  format(0);
  const bits = codewords(bytes, version).map((word) => word.toString(2).padStart(8, '0')).join('');
  /** @param {number} mask */
  const draw = (mask) => {
    format(mask);
    const grid = fixed.map((row) => row.map(Boolean));
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        const row = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        for (const column of [right, right - 1]) if (fixed[row][column] === null) grid[row][column] = (bits[next++] === '1') !== MASKS[mask](row, column);
      }
    }
    return grid;
  };
  const grids = MASKS.map((_, mask) => draw(mask));
  return grids.reduce((best, grid) => (penalty(grid) < penalty(best) ? grid : best));
}

/** @param {boolean[][]} grid @returns {number} the penalty for long runs, blocks, and an uneven share of dark modules */
function penalty(grid) {
  let sum = 0;
  let dark = 0;
  for (let row = 0; row < grid.length; row += 1) {
    for (let column = 0; column < grid.length; column += 1) {
      dark += Number(grid[row][column]);
      const value = grid[row][column];
      if (row > 0 && column > 0 && grid[row - 1][column] === value && grid[row][column - 1] === value && grid[row - 1][column - 1] === value) sum += 3;
      if (column >= 4 && [1, 2, 3, 4].every((back) => grid[row][column - back] === value)) sum += 1;
      if (row >= 4 && [1, 2, 3, 4].every((back) => grid[row - back][column] === value)) sum += 1;
    }
  }
  return sum + Math.abs(dark / grid.length ** 2 - 0.5) * 200;
}

/** @param {string} text @param {string} name for screen readers @returns {SVGElement | null} */
export function qrCode(text, name) {
  const grid = modules(text);
  if (grid.length === 0) return null;
  const path = grid.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return svg('svg', { class: 'qr', role: 'img', 'aria-label': name, viewBox: `-4 -4 ${grid.length + 8} ${grid.length + 8}`, 'shape-rendering': 'crispEdges' }, svg('path', { d: path }));
}
