import { expect, test } from 'vitest'
import { FrameReader, frameMax, unwrapped, wrapped } from './frame.ts'
import { golden } from './golden.ts'
import { readAuthentication, readLocation, readLocations, readMessage, readRegister, writeMessage } from './message.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const hex = (b: Uint8Array | undefined) => (b ? Buffer.from(b).toString('hex') : undefined)
const whole = (frame: string) => {
  const [one] = new FrameReader().read(bytes(frame)) as Uint8Array[]
  const message = one && readMessage(one)
  if (!message) throw new Error('no message')
  return message
}

test('what is escaped comes out as it went in; what was damaged does not come out', () => {
  // The standard's own example.
  const sent = wrapped(bytes('307e087d55'))
  expect(hex(sent)).toBe(
    '7e307d02087d0155167e'.replace('16', hex(Uint8Array.of(0x30 ^ 0x7e ^ 0x08 ^ 0x7d ^ 0x55)) ?? ''),
  )
  expect(hex(unwrapped(sent.subarray(1, -1)))).toBe('307e087d55')
  expect(unwrapped(bytes('307d02087d0155ff'))).toBeUndefined()
  expect(unwrapped(bytes('307d03'))).toBeUndefined()
})

test('frames that come in halves, or joined, or with one mark between them', () => {
  const all = [golden.register13, golden.beat13, golden.loc19]
  const joined = bytes(all.join(''))
  const is = all.map((f) => whole(f).id)
  const read = (chunks: readonly Uint8Array[]) => {
    const reader = new FrameReader()
    return chunks.flatMap((c) => reader.read(c) as (Uint8Array | undefined)[]).map((f) => f && readMessage(f)?.id)
  }
  expect(read([joined])).toEqual(is)
  expect(read([...joined].map((b) => Uint8Array.of(b)))).toEqual(is)
  const noise = bytes('0102')
  expect(read([noise, joined]).filter((id) => id !== undefined)).toEqual(is)
  expect(new FrameReader().read(new Uint8Array(frameMax + 2).fill(0x55))).toBe('TOO_LONG')
})

test('2013 and 2019: register with a plate in GBK, authenticate, heartbeat', () => {
  expect(whole(golden.register13)).toMatchObject({ id: 0x0100, is2019: false, phone: '13800138000', serial: 1 })
  expect(readRegister(whole(golden.register13)).plate).toBe('沪A31010')
  expect(whole(golden.register19)).toMatchObject({ id: 0x0100, is2019: true, phone: '13800138000', serial: 1 })
  expect(readRegister(whole(golden.register19)).plate).toBe('粤B~}22')
  for (const f of [golden.auth13, golden.auth19]) expect(readAuthentication(whole(f))).toBe('ABC~}23')
  expect(whole(golden.beat13)).toMatchObject({ id: 2, serial: 0x7e7d })
  expect(whole(golden.beat19).body).toHaveLength(0)
})

const is = {
  ...{ at: new Date('2026-11-28T05:05:09Z'), lng: 121.4737, lat: 31.2304, speedKmh: 45.6, heading: 90, odoKm: 1_234.5 },
}
test('0x0200 and 0x0704: places, speeds, hours of Beijing; who does not know where he is says nothing', () => {
  for (const f of [golden.loc13, golden.loc19]) expect(readLocation(whole(f).body)).toEqual(is)
  const { body } = whole(golden.loc13)
  const with_ = (at: number, b: number) => Uint8Array.from(body, (x, i) => (i === at ? b : x))
  expect(readLocation(with_(7, 1))).toBeUndefined()
  expect(readLocation(with_(7, 15))).toMatchObject({ lng: -121.4737, lat: -31.2304 })
  expect(readLocation(with_(23, 0x13))).toBeUndefined()
  expect(readLocation(body.subarray(0, 20))).toBeUndefined()
  expect(readLocations(whole(golden.batch13).body)).toEqual([is, is])
  // It says there are more than there are.
  expect(readLocations(whole(golden.batch13).body.subarray(0, 44))).toHaveLength(1)
  const [a, b] = [whole(golden.part19a), whole(golden.part19b)]
  expect([a.part, b.part]).toEqual([
    { of: 2, no: 1 },
    { of: 2, no: 2 },
  ])
  expect(readLocations(Uint8Array.from([...a.body, ...b.body]))).toEqual([is, is])
})

test('what is written is read again; a message that is not as long as it says is none', () => {
  for (const is2019 of [true, false]) {
    const head = { id: 0x8001, is2019, phone: '13800138000', serial: 9 }
    expect(readMessage(writeMessage(head, [1, 2]))).toMatchObject({ ...head, body: Uint8Array.of(1, 2) })
  }
  expect(readMessage(bytes('0002000501380013800000030102'))).toBeUndefined()
  expect(readMessage(bytes('0002'))).toBeUndefined()
})
