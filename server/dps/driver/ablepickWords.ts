import { allNodes, encode, encodeAsk, type Frame } from './ccb.ts'
import type { LightColor } from './driver.ts'

/** Sub-commands by what they do; the manual's numbers. Both ends of the wire read them here. */
export const sub = {
  show: 0x00,
  clear: 0x01,
  ledOn: 0x02,
  ledOff: 0x03,
  buzzerOn: 0x04,
  buzzerOff: 0x05,
  confirm: 0x06,
  short: 0x07,
  range: 0x08,
  status: 0x09,
  timeout: 0x0a,
  malfunction: 0x0b,
  illegal: 0x0c,
  locked: 0x0d,
  resetDoneOld: 0x0e,
  stockCount: 0x0f,
  flashDigits: 0x10,
  flashLed: 0x11,
  flashPace: 0x12,
  address: 0x13,
  reset: 0x14,
  lockShort: 0x15,
  unlockShort: 0x16,
  pressConfirm: 0x17,
  pressShort: 0x18,
  stockMode: 0x19,
  pickMode: 0x1a,
  lockConfirm: 0x1b,
  unlockConfirm: 0x1c,
  editDigits: 0x1e,
  configure: 0x1f,
  confirmCycled: 0x24,
  special: 0x64,
  resetDone: 0xfc,
} as const

/** First byte of `configure`. A third byte 55H would write the EEPROM, which wears out: nothing here ever sends it. */
export const setting = { color: 0x00, countable: 0x01 } as const
/** First byte of `special`. */
export const told = { key: 0x00, busy: 0x01, functionKey: 0x04, darkKey: 0x05 } as const
/** Second byte of `special` where a key is told. Nothing is told of a long press: two keys at once stand for it. */
export const keyCode = { confirm: 0x16, short: 0x43, up: 0x25, upAndConfirm: 0x04 } as const
/** The order is the number on the wire. AT5xx has the first three; AT7xx all. */
export const colorsInOrder: readonly LightColor[] = ['red', 'green', 'orange', 'blue', 'pink', 'cyan']

export const digitsMax = 6
export const highestNode = 250
/** What the controller asks at most; its answer to `status` has room for more. */
export const polledMax = 200
const statusReserved = 3
const statusBytes = 32

const frame = (bus: number, node: number, command: number, ...data: readonly number[]): Uint8Array =>
  encode({ bus, sub: command, node, data: Uint8Array.from(data) })

/** Six characters, right-aligned, for 7 segments: what is no printable ASCII becomes a dash. */
export function charsOf(text: string): readonly number[] {
  if (text.length > digitsMax) throw new RangeError(`a tag shows ${digitsMax} characters, not "${text}"`)
  return [...text.padStart(digitsMax)].map((c) => (/^[ -~]$/.test(c) ? c.charCodeAt(0) : 0x2d))
}

/** A command to the tag at `node`, or at all of the bus with `allNodes`. */
export const say = {
  /** `points`: bit 0 is the rightmost decimal point. */
  show: (bus: number, node: number, text: string, points = 0) => frame(bus, node, sub.show, ...charsOf(text), points),
  clear: (bus: number, node: number) => frame(bus, node, sub.clear),
  ledOn: (bus: number, node: number) => frame(bus, node, sub.ledOn),
  ledOff: (bus: number, node: number) => frame(bus, node, sub.ledOff),
  buzzerOn: (bus: number, node: number) => frame(bus, node, sub.buzzerOn),
  buzzerOff: (bus: number, node: number) => frame(bus, node, sub.buzzerOff),
  /** The highest node stands where others name the node; three bytes follow that nobody reads. */
  range: (bus: number, maxNode: number) => frame(bus, maxNode, sub.range, 0, 0, 0),
  ask: (bus: number) => encodeAsk(bus),
  flashDigits: (bus: number, node: number) => frame(bus, node, sub.flashDigits),
  flashLed: (bus: number, node: number) => frame(bus, node, sub.flashLed),
  /** 00H ¼ s, 02H ½ s, 04H 1 s. */
  flashPace: (bus: number, node: number, pace: 0 | 2 | 4) => frame(bus, node, sub.flashPace, 0, pace),
  address: (bus: number, node: number) => frame(bus, node, sub.address),
  reset: (bus: number, node: number) => frame(bus, node, sub.reset),
  lockShort: (bus: number, node: number) => frame(bus, node, sub.lockShort),
  unlockShort: (bus: number, node: number) => frame(bus, node, sub.unlockShort),
  /** As if the key had been pressed; for trials only. */
  pressConfirm: (bus: number, node: number) => frame(bus, node, sub.pressConfirm),
  pressShort: (bus: number, node: number) => frame(bus, node, sub.pressShort),
  stockMode: (bus: number, node: number) => frame(bus, node, sub.stockMode),
  pickMode: (bus: number, node: number) => frame(bus, node, sub.pickMode),
  lockConfirm: (bus: number, node: number) => frame(bus, node, sub.lockConfirm),
  unlockConfirm: (bus: number, node: number) => frame(bus, node, sub.unlockConfirm),
  /** How many digits, from the right, + and − change. */
  editDigits: (bus: number, node: number, count: number) => frame(bus, node, sub.editDigits, count),
  editNone: (bus: number, node: number) => frame(bus, node, sub.configure, setting.countable, 0),
  color: (bus: number, node: number, color: LightColor) =>
    frame(bus, node, sub.configure, setting.color, colorsInOrder.indexOf(color)),
} as const

/** What a controller says; the simulator speaks with it. */
export const tell = {
  confirm: (bus: number, node: number, text: string) => frame(bus, node, sub.confirm, ...charsOf(text), 0),
  short: (bus: number, node: number, text: string) => frame(bus, node, sub.short, ...charsOf(text), 0),
  fault: (bus: number, node: number, command: 0x0a | 0x0b | 0x0c | 0x0d) => frame(bus, node, command),
  /** With product, version, mode, configuration and delay of an AT5xx tag. */
  resetDone: (bus: number, node: number) => frame(bus, node, sub.resetDone, 2, 1, 0x73, 2, 8),
  key: (bus: number, node: number, code: number) => frame(bus, node, sub.special, told.key, code),
  /** A bit per node, from node 1: 1 where it does not answer. */
  status: (bus: number, isMissing: (node: number) => boolean) => {
    const bits = Array.from({ length: statusBytes }, (_, byte) =>
      [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => sum | (isMissing(byte * 8 + bit + 1) ? 1 << bit : 0), 0),
    )
    return frame(bus, 0, sub.status, 0, 0, 0, ...bits)
  },
} as const

/** Nodes up to `maxNode` that do not answer, of the data of a status. */
export function missingIn(data: Uint8Array, maxNode: number): readonly number[] {
  const bits = data.subarray(statusReserved)
  const nodes = Array.from({ length: Math.min(maxNode, bits.length * 8) }, (_, i) => i + 1)
  return nodes.filter((node) => ((bits[(node - 1) >> 3] ?? 0) >> ((node - 1) & 7)) & 1)
}

/**
 * What a tag showed when it told of a key: six characters, and mostly a byte of points behind them (the manual prints
 * shortage with and without; twelve-digit tags tell twelve characters).
 */
export function shownIn(data: Uint8Array): string {
  const count = data.length >= 12 ? 12 : Math.min(data.length, digitsMax)
  return Buffer.from(data.subarray(0, count)).toString('latin1').trim()
}
/** @returns the figure that was shown; undefined where letters or nothing was */
export function qtyIn(data: Uint8Array): number | undefined {
  const shown = shownIn(data)
  return /^\d+$/.test(shown) ? Number(shown) : undefined
}

const names = new Map<number, string>(Object.entries(sub).map(([name, number]) => [number, name]))
const hex = (n: number): string => n.toString(16).toUpperCase().padStart(2, '0')
const withShown: readonly number[] = [sub.show, sub.confirm, sub.confirmCycled, sub.short, sub.stockCount]

/** One line for the log of frames: what it is, of which tag, with what. */
export function describe({ bus, sub: command, node, data }: Frame): string {
  const what = names.get(command) ?? `${hex(command)}H`
  const where = node === allNodes ? `${bus}-*` : node === 0 ? `${bus}` : `${bus}-${node}`
  const rest =
    command === sub.status && data.length > 0
      ? `missing ${missingIn(data, polledMax).join(' ') || 'none'}`
      : withShown.includes(command)
        ? `"${shownIn(data)}"`
        : [...data].map(hex).join(' ')
  return [what, where, rest].filter((part) => part !== '').join(' ')
}
