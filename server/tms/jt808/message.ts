/** What is told apart by its number. */
export const ids = {
  answer: 0x8001,
  heartbeat: 0x0002,
  register: 0x0100,
  registered: 0x8100,
  leave: 0x0003,
  authenticate: 0x0102,
  location: 0x0200,
  locations: 0x0704,
} as const

export interface Header {
  readonly id: number
  /** Of JT/T 808-2019; else of 2013. */
  readonly is2019: boolean
  readonly isEncrypted: boolean
  /** The terminal's phone number, without noughts before it. */
  readonly phone: string
  readonly serial: number
  /** Of a message in several parts which this is, from 1. */
  readonly part: { readonly of: number; readonly no: number } | undefined
}
export interface Message extends Header {
  readonly body: Uint8Array
}

const bcd = (bytes: Uint8Array): string => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
const plain = (digits: string): string => digits.replace(/^0+(?=.)/, '')
const viewOf = (b: Uint8Array): DataView => new DataView(b.buffer, b.byteOffset, b.byteLength)
const asciiOf = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes).replace(/\0.*$/s, '').trim()

/** A frame as a message. @returns undefined: it says it is longer, or shorter, than it is */
export function readMessage(frame: Uint8Array): Message | undefined {
  if (frame.length < 12) return undefined
  const view = viewOf(frame)
  const props = view.getUint16(2)
  const is2019 = (props & 0x4000) !== 0
  const isParted = (props & 0x2000) !== 0
  const phoneAt = is2019 ? 5 : 4
  const phoneEnd = phoneAt + (is2019 ? 10 : 6)
  const bodyAt = phoneEnd + 2 + (isParted ? 4 : 0)
  if (frame.length !== bodyAt + (props & 0x3ff)) return undefined
  return {
    ...{ id: view.getUint16(0), is2019, isEncrypted: (props & 0x1c00) !== 0 },
    ...{ phone: plain(bcd(frame.subarray(phoneAt, phoneEnd))), serial: view.getUint16(phoneEnd) },
    part: isParted ? { of: view.getUint16(phoneEnd + 2), no: view.getUint16(phoneEnd + 4) } : undefined,
    body: frame.subarray(bodyAt),
  }
}

const digitsOf = (text: string, bytes: number): number[] => {
  const padded = text.padStart(bytes * 2, '0').slice(-bytes * 2)
  return Array.from({ length: bytes }, (_, i) => Number.parseInt(padded.slice(i * 2, i * 2 + 2), 16))
}
const word = (n: number): number[] => [(n >> 8) & 0xff, n & 0xff]

/** A message of one frame, as a terminal or the platform sends it. */
export function writeMessage(
  h: Pick<Header, 'id' | 'is2019' | 'phone' | 'serial'>,
  body: readonly number[],
): Uint8Array {
  const props = body.length | (h.is2019 ? 0x4000 : 0)
  const phone = h.is2019 ? [1, ...digitsOf(h.phone, 10)] : digitsOf(h.phone, 6)
  return Uint8Array.from([...word(h.id), ...word(props), ...phone, ...word(h.serial), ...body])
}

export interface Registering {
  readonly plate: string
}
/** Plates are written as they are in China, by GBK. */
const plateOf = (bytes: Uint8Array): string => new TextDecoder('gbk').decode(bytes).replace(/\0.*$/s, '').trim()
/** Province, city, manufacturer, model and number of the terminal, colour of the plate: of these the plate counts. */
export function readRegister({ body, is2019 }: Message): Registering {
  const at = is2019 ? 2 + 2 + 11 + 30 + 30 + 1 : 2 + 2 + 5 + 20 + 7 + 1
  return { plate: plateOf(body.subarray(at)) }
}
export function readAuthentication({ body, is2019 }: Message): string {
  return is2019 ? asciiOf(body.subarray(1, 1 + (body[0] ?? 0))) : asciiOf(body)
}

export interface Location {
  readonly at: Date
  readonly lng: number
  readonly lat: number
  readonly speedKmh: number
  readonly heading: number
  readonly odoKm: number | undefined
}
/** All that is before what a terminal adds. */
const locationBytes = 28
/** The clocks of terminals show Beijing's time, wherever they are. */
const beijing = '+08:00'

/** @returns undefined: the terminal did not know where it was, or when */
export function readLocation(body: Uint8Array): Location | undefined {
  if (body.length < locationBytes) return undefined
  const view = viewOf(body)
  const status = view.getUint32(4)
  if ((status & 2) === 0) return undefined
  const [south, west] = [(status & 4) !== 0, (status & 8) !== 0]
  const [lat, lng] = [view.getUint32(8) / 1e6, view.getUint32(12) / 1e6]
  const [yy, mm, dd, hh, mi, ss] = bcd(body.subarray(22, 28)).match(/../g) ?? []
  const at = new Date(`20${yy}-${mm}-${dd}T${hh}:${mi}:${ss}${beijing}`)
  if (Number.isNaN(at.getTime()) || lat > 90 || lng > 180) return undefined
  return {
    ...{ at, lng: west ? -lng : lng, lat: south ? -lat : lat },
    ...{ speedKmh: view.getUint16(18) / 10, heading: Math.min(360, view.getUint16(20)), odoKm: odometerIn(body) },
  }
}
/** Among what a terminal adds: number 1 has tenths of kilometres. */
function odometerIn(body: Uint8Array): number | undefined {
  const view = viewOf(body)
  for (let at = locationBytes; at + 2 <= body.length; at += 2 + view.getUint8(at + 1))
    if (view.getUint8(at) === 1 && view.getUint8(at + 1) === 4 && at + 6 <= body.length)
      return view.getUint32(at + 2) / 10
  return undefined
}

/** 0x0704: positions that were kept while there was no network. */
export function readLocations(body: Uint8Array): readonly Location[] {
  const found: Location[] = []
  if (body.length < 3) return found
  const view = viewOf(body)
  const count = view.getUint16(0)
  let at = 3
  for (let n = 0; n < count && at + 2 <= body.length; n++) {
    const length = view.getUint16(at)
    const one = readLocation(body.subarray(at + 2, at + 2 + length))
    if (one) found.push(one)
    at += 2 + length
  }
  return found
}

export const results = { done: 0, failed: 1, wrong: 2, unsupported: 3 } as const
export const answerBody = (of: Header, result: number): number[] => [...word(of.serial), ...word(of.id), result]
/** `code` only where it may come in. */
export const registeredBody = (of: Header, result: 0 | 4, code = ''): number[] => [
  ...word(of.serial),
  result,
  ...(result === 0 ? [...Buffer.from(code, 'latin1')] : []),
]
