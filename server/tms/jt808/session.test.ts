import { expect, test } from 'vitest'
import { FrameReader, wrapped } from './frame.ts'
import { golden } from './golden.ts'
import { ids, readMessage, writeMessage } from './message.ts'
import { type Known, Session } from './session.ts'

const known = (tenantId: string, plate: string): Known => ({ tenantId, plate, sourceId: '1', deviceNo: '13800138000' })
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** A platform on which some terminals are known, and what it answers to one of them. */
function open(all: readonly Known[]) {
  const answers: { id: number; body: number[] }[] = []
  const taken: string[] = []
  let isClosed = false
  const session = new Session(
    {
      find: async (phone) => all.filter((k) => k.deviceNo === phone),
      codeOf: (k) => `code${k.tenantId}`,
      take: async (k, fixes) => void taken.push(...fixes.map((f) => `${k.tenantId} ${f.at} ${f.lng} ${f.lat}`)),
    },
    {
      send: (frame) => {
        const [one] = new FrameReader().read(frame) as Uint8Array[]
        const m = one && readMessage(one)
        if (m) answers.push({ id: m.id, body: [...m.body] })
      },
      close: () => {
        isClosed = true
      },
    },
  )
  const says = async (...frames: readonly Uint8Array[]) => {
    for (const f of frames) await session.hear(f)
    await new Promise((r) => setTimeout(r, 1))
  }
  const authenticate = (code: string) =>
    wrapped(
      writeMessage({ id: ids.authenticate, is2019: false, phone: '13800138000', serial: 2 }, [...Buffer.from(code)]),
    )
  return { says, authenticate, answers, taken, isClosed: () => isClosed }
}

test('the golden frames of both versions: registered, let in, believed, answered', async () => {
  const p = open([known('7', '沪A31010')])
  await p.says(bytes(golden.register13))
  expect(p.answers.at(-1)).toEqual({ id: ids.registered, body: [0, 1, 0, ...Buffer.from('code7')] })
  await p.says(p.authenticate('code7'), bytes(golden.beat13), bytes(golden.loc13), bytes(golden.batch13))
  expect(p.answers.slice(1).map((a) => a.body.slice(2))).toEqual([
    ...[
      [1, 2, 0],
      [0, 2, 0],
      [2, 0, 0],
      [7, 4, 0],
    ],
  ])
  expect(p.taken).toEqual(Array(3).fill('7 2026-11-28T05:05:09.000Z 121.4737 31.2304'))
  // In parts, of which the second makes it whole.
  const q = open([known('7', '粤B~}22')])
  await q.says(bytes(golden.register19), q.authenticate('code7'), bytes(golden.part19a))
  expect(q.taken).toEqual([])
  await q.says(bytes(golden.part19b))
  expect(q.taken).toHaveLength(2)
})

test('one phone number in two tenants: the plate tells them apart, then the code; where both say the same it is nobody’s', async () => {
  const both = [known('7', '沪A31010'), known('8', '沪A31011')]
  const p = open(both)
  await p.says(bytes(golden.register13))
  expect(p.answers.at(-1)?.body).toEqual([0, 1, 0, ...Buffer.from('code7')])
  await p.says(p.authenticate('code8'), bytes(golden.loc13))
  expect(p.taken[0]).toMatch(/^8 /)
  const same = open([known('7', '沪A31010'), known('8', '沪A31010')])
  await same.says(bytes(golden.register13))
  expect([same.answers.at(-1)?.body, same.isClosed()]).toEqual([[0, 1, 4], true])
})
