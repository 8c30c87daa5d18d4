import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { printerCalls, type ToldBatch } from '@lading/contract/sys/printerCalls.ts'
import type { PrintLayout } from '@lading/contract/sys/printForm.ts'
import { printTemplateCalls as calls, printer, printFaults, printTemplate } from '@lading/contract/sys/printTemplate.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { createContainers } from '@lading/contract/wms/masterCalls.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import bwip from 'bwip-js'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { allowReach, demandReachable, isReachable } from '../outbound/reach.ts'
import { seenOn } from './testing/seen.ts'

interface Made {
  id: string
  version: number
}
const logCalls = crudCalls(printLog)
let server: TestServer
let group: Client
let dc: Client
let boxes: { id: string; code: string }[]
beforeAll(async () => {
  server = await openTestServer()
  group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
  const type = await group.call<Made>(crudCalls(containerType).create, {
    code: 'T',
    name: '冷藏周转箱',
    prefix: 'TT',
    digits: 6,
  })
  await dc.call(createContainers, { typeId: type.id, count: 25 })
  boxes = (
    await dc.call<{ records: typeof boxes }>(crudCalls(container).query, { filter: { code: 'TT' }, pageSize: 50 })
  ).records
})
afterAll(() => server.close())

const rows = (from: number, to: number) => boxes.slice(from, to).map(({ id }) => ({ id }))
let copies = 0
async function copied(by: Client, o: object = {}): Promise<Made> {
  copies += 1
  return by.call(calls.copy, { kind: 'CONTAINER_LABEL', code: `T${copies}`, name: `模板${copies}`, ...o })
}
/** The layout of a template with a word of its own at the top. */
async function worded(by: Client, made: Made, word: string, change: Partial<PrintLayout> = {}): Promise<Made> {
  const { layout } = await by.call(calls.design, { id: made.id })
  const [first, ...more] = layout.marks
  if (!first) throw new Error('an empty layout')
  const saved = await by.call(calls.save, {
    ...made,
    layout: { ...layout, ...change, marks: [{ ...first, text: word }, ...more] },
  })
  return by.call(calls.setDefault, { id: saved.id, version: saved.version })
}
const printed = async (i: number, o: object = {}) =>
  seenOn((await dc.bytes(printCalls.container, { rows: rows(i, i + 1), reason: '核对', ...o })).data)

test('a printed label is read by a scanner, and its Chinese by an eye', async () => {
  const { codes, text } = await printed(0)
  expect(codes).toEqual([`Code128:${boxes[0]?.code}`, `QRCode:${boxes[0]?.code}`])
  expect(text).toContain('冷藏周转箱')
})

test('the nearest template counts: of the organisation, of the tenant, of the system', async () => {
  const tenants = await worded(group, await copied(group), '全国标签')
  expect((await printed(1)).text).toContain('全国标签')
  const here = await worded(dc, await copied(dc, { forOrgId: server.one.orgs.get('DC01')?.id }), '本仓标签')
  const there = await copied(group, { forOrgId: server.one.orgs.get('DC02')?.id })
  await worded(group, there, '别仓标签')
  const { text, codes } = await printed(2)
  expect(text).toContain('本仓标签')
  expect(codes).toContain(`Code128:${boxes[2]?.code}`)
  const off = await dc.call<{ ok: number }>(crudCalls(printTemplate).disable, { rows: [here] })
  expect(off.ok).toBe(1)
  expect((await printed(3)).text).toContain('全国标签')
  await group.call(calls.setDefault, { ...tenants, isDefault: false })
  expect((await printed(4)).text).not.toContain('标签')
  const list = await group.call(calls.list)
  expect(list.filter((t) => t.kind === 'CONTAINER_LABEL').map((t) => t.id === null)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('another default steps back, and each revision can be had again', async () => {
  const first = await worded(group, await copied(group), '甲')
  const second = await worded(group, await copied(group), '乙')
  const shown = async (id: string) => (await group.call(calls.list)).find((t) => t.id === id)
  expect([(await shown(first.id))?.isDefault, (await shown(second.id))?.isDefault]).toEqual([false, true])
  const { revisions, version } = await group.call(calls.design, { id: second.id })
  expect(revisions.map((r) => r.revision)).toEqual([2, 1])
  const back = await group.call(calls.restore, { id: second.id, version, revision: 1 })
  expect(back.revision).toBe(3)
  expect((await printed(5)).text).not.toContain('乙')
  await group.call(calls.setDefault, { id: back.id, version: back.version, isDefault: false })
})

test('a layout that asks for what is not known, leaves the paper or cannot be scanned is refused', async () => {
  const made = await copied(group)
  const { layout } = await group.call(calls.design, { id: made.id })
  const [mark] = layout.marks
  const save = async (change: object) =>
    (await group.envelope(calls.save, { ...made, layout: { ...layout, marks: [{ ...mark, ...change }] } })).code
  expect(await save({ text: '{salary}' })).toBe(printFaults.noSuchField.code)
  expect(await save({ x: 60, width: 60 })).toBe(printFaults.outside.code)
  expect(await save({ kind: 'gs1128', text: 'ABC' })).toBe(printFaults.notEncoded.code)
  expect(await save({ kind: 'gs1128', text: '(01)06901234567892(10)B1' })).toBe(0)
  expect((await group.envelope(calls.save, { ...made, layout })).code).toBe(40900)
})

test('an image of a template is printed, kept with each revision, and refused when nobody could draw it', async () => {
  const made = await copied(group)
  const { layout } = await group.call(calls.design, { id: made.id })
  const image = `data:image/png;base64,${(await bwip.toBuffer({ bcid: 'qrcode', text: 'LOGO-7', scale: 4 })).toString('base64')}`
  const place = { kind: 'image', x: 70, y: 25, width: 20, height: 20 } as const
  const withImage = (more: object) => ({ ...layout, marks: [...layout.marks, { ...place, ...more }] }) as never
  const codeOf = async (more: object) => (await group.envelope(calls.save, { ...made, layout: withImage(more) })).code
  expect(await codeOf({})).toBe(printFaults.noImage.code)
  expect(await codeOf({ image: `data:image/png;base64,${Buffer.from('no picture').toString('base64')}` })).toBe(
    printFaults.badImage.code,
  )
  expect(await codeOf({ image: 'https://example.com/logo.png' })).not.toBe(0)
  const wide = new PNG({ width: 801, height: 1 })
  expect(await codeOf({ image: `data:image/png;base64,${PNG.sync.write(wide).toString('base64')}` })).toBe(
    printFaults.badImage.code,
  )
  const saved = await group.call(calls.save, { ...made, layout: withImage({ image }) })
  await group.call(calls.setDefault, { id: saved.id, version: saved.version })
  expect((await printed(6)).codes).toContain('QRCode:LOGO-7')
  const again = await group.call(calls.design, { id: made.id })
  expect(again.layout.marks.at(-1)).toMatchObject({ kind: 'image', image })
  await group.call(calls.setDefault, { id: saved.id, version: again.version, isDefault: false })
})

test('who works in a centre changes its templates only, and no tenant another’s', async () => {
  expect((await dc.envelope(calls.copy, { kind: 'CONTAINER_LABEL', code: 'DCX', name: 'x' })).code).toBe(40302)
  const all = await copied(group)
  const { layout } = await dc.call(calls.design, { id: all.id })
  expect((await dc.envelope(calls.save, { ...all, layout })).code).toBe(40302)
  const stranger = await server.as('admin', 'G', 'two')
  expect((await stranger.envelope(calls.design, { id: all.id })).code).toBe(40400)
  expect((await stranger.call(calls.list)).every((t) => t.id === null)).toBe(true)
})

test('a preview shows samples as a PDF, and what printers are sent', async () => {
  const { layout } = await group.call(calls.design, { kind: 'BIN_LABEL' })
  const pdf = await seenOn((await group.bytes(calls.preview, { kind: 'BIN_LABEL', layout })).data)
  expect(pdf.codes).toContain('Code128:A-01-02-1')
  expect(pdf.text).toContain('常温拣货区')
  const ask = async (output: string) =>
    (await group.bytes(calls.preview, { kind: 'BIN_LABEL', layout, output })).data.toString()
  const zpl = await ask('ZPL')
  expect(zpl).toMatch(/^\^XA\n\^CI28\n\^PW800\n\^LL400\n/)
  expect(zpl).toContain('^FDA-01-02-1^FS')
  // 常 in UTF-8, in hex.
  expect(zpl).toContain('_E5_B8_B8')
  const tspl = await ask('TSPL')
  expect(tspl).toMatch(/^SIZE 100 mm,50 mm\r\n/)
  expect(tspl).toContain('BARCODE 96,160,"128",144')
  expect(tspl).toContain('"常温拣货区"')
})

/** A printer that keeps what it is sent. */
async function listen(port = 0): Promise<{ device: Server; port: number; got: () => string; bytes: () => Buffer }> {
  const parts: Buffer[] = []
  const device = createServer((socket) => socket.on('data', (part) => parts.push(part)).on('error', () => undefined))
  await new Promise<void>((done) => device.listen(port, '127.0.0.1', done))
  return {
    device,
    port: (device.address() as AddressInfo).port,
    got: () => Buffer.concat(parts).toString(),
    bytes: () => Buffer.concat(parts),
  }
}
const ended = async (id: string): Promise<ToldBatch> => {
  let batch: ToldBatch | undefined
  await expect
    .poll(async () => {
      batch = await dc.call(printerCalls.batch, { id })
      return batch.state
    })
    .toMatch(/DONE|FAILED/)
  if (!batch) throw new Error('no batch')
  return batch
}

test('labels go to a printer in a batch, which goes on where the printer fell silent', async () => {
  const { device, port, got } = await listen()
  const { id: printerId } = await dc.call<Made>(crudCalls(printer).create, {
    code: 'P1',
    name: '收货口打印机',
    language: 'ZPL',
    host: '127.0.0.1',
    port,
    dots: 'D203',
  })
  const send = () =>
    dc.call<{ batchId: string }>(printCalls.container, { rows: rows(0, 25), printerId, copies: 2, reason: '换标签' })
  const whole = await ended((await send()).batchId)
  expect(whole).toMatchObject({ state: 'DONE', pages: 25, done: 25 })
  expect(got().match(/\^XA/g)).toHaveLength(25)
  expect(got().match(/\^PQ2/g)).toHaveLength(25)
  for (const { code } of boxes) expect(got()).toContain(`^FD${code}^FS`)
  await new Promise((done) => device.close(done))
  const cut = await ended((await send()).batchId)
  expect(cut).toMatchObject({ state: 'FAILED', done: 0 })
  expect(cut.error).toContain('ECONNREFUSED')
  const again = await listen(port)
  await dc.call(printerCalls.restart, { id: cut.id })
  expect(await ended(cut.id)).toMatchObject({ state: 'DONE', done: 25 })
  expect(again.got().match(/\^XA/g)).toHaveLength(25)
  expect((await dc.envelope(printerCalls.restart, { id: cut.id })).code).toBe(printFaults.batchState.code)
  expect((await (await server.as('clerk', 'DC01')).envelope(printerCalls.batch, { id: cut.id })).code).toBe(40400)
  await new Promise((done) => again.device.close(done))
  const log = await group.call<{ records: object[] }>(logCalls.query, { filter: {}, pageSize: 50 })
  expect(log.records).toContainEqual(
    expect.objectContaining({ kind: 'CONTAINER_LABEL', copies: 2, output: 'PRINTER', printerId, reason: '换标签' }),
  )
})

test('a print is found by what was printed, its kind, who did it, printer and day, where it was done', async () => {
  const [first] = boxes
  await dc.bytes(printCalls.container, { rows: rows(0, 1), reason: '破损' })
  type Line = { subjectNo: string; subjectId: string; kind: string; printedById: string; day: string; reason: string }
  const found = async (filter: object, by: Client = group) =>
    (await by.call<{ records: Line[] }>(logCalls.query, { filter, pageSize: 200 })).records
  const own = await found({ subjectNo: first?.code })
  expect(own[0]).toMatchObject({ subjectNo: first?.code, subjectId: first?.id, reason: '破损' })
  const { printedById, day } = own[0] ?? { printedById: '', day: '' }
  expect((await found({ subjectNo: first?.code, kind: ['CONTAINER_LABEL'], printedById: [printedById] })).length).toBe(
    own.length,
  )
  expect(await found({ subjectNo: first?.code, kind: ['PICK_SHEET'] })).toEqual([])
  expect(await found({ printedById: ['1'] })).toEqual([])
  expect(await found({ subjectNo: first?.code, day: { from: day, to: day } })).toEqual(own)
  expect(await found({ subjectNo: first?.code }, await server.as('admin', 'DC02'))).toEqual([])
  const { data } = await group.bytes(logCalls.export as never, { filter: { subjectNo: first?.code }, format: 'csv' })
  const lines = data.toString().trim().split('\r\n')
  expect(lines).toHaveLength(own.length + 1)
  // The kind by its name, as the list shows it.
  expect(lines[1]).toContain('容器标签')
})

test('a sample of what is designed goes to a receipt printer as it is set up, or is refused as a whole', async () => {
  const { device, port, bytes } = await listen()
  const { id: printerId } = await dc.call<Made>(crudCalls(printer).create, {
    code: 'R1',
    name: '小票机',
    language: 'ESCPOS',
    host: '127.0.0.1',
    port,
    dots: 'D203',
    paper: 'W58',
  })
  const { layout } = await dc.call(calls.design, { kind: 'CONTAINER_LABEL' })
  const batches = async () =>
    (await dc.call<{ records: object[] }>(calls.batches, { filter: {}, pageSize: 50 })).records
  const before = await batches()
  const wide = await dc.envelope(calls.testPrint, { kind: 'CONTAINER_LABEL', layout, printerId })
  expect(wide.code).toBe(printFaults.tooWide.code)
  const label = await dc.envelope(printCalls.container, { rows: rows(5, 6), printerId, reason: '换标签' })
  expect(label.code).toBe(printFaults.tooWide.code)
  expect(await batches()).toEqual(before)
  const narrow = { ...layout, width: 58, marks: layout.marks.slice(0, 1).map((m) => ({ ...m, x: 5, width: 48 })) }
  const sent = await dc.call(calls.testPrint, { kind: 'CONTAINER_LABEL', layout: narrow, printerId })
  expect(await ended(sent.batchId)).toMatchObject({ state: 'DONE', pages: 1, done: 1 })
  const got = bytes()
  // Reset, a picture 48 bytes wide, and the cut at its end.
  expect([...got.subarray(0, 7)]).toEqual([0x1b, 0x40, 0x1d, 0x76, 0x30, 0, 48])
  expect([...got.subarray(-4)]).toEqual([0x1d, 0x56, 0x42, 0])
  const { data } = await dc.bytes(calls.preview, {
    kind: 'CONTAINER_LABEL',
    layout: narrow,
    output: 'ESCPOS',
    paper: 'W58',
  })
  expect(PNG.sync.read(data)).toMatchObject({ width: 384, height: layout.height * 8 })
  const elsewhere = await server.as('admin', 'DC02')
  const foreign = await elsewhere.envelope(calls.testPrint, { kind: 'CONTAINER_LABEL', layout: narrow, printerId })
  expect(foreign.code).toBe(40400)
  await new Promise((done) => device.close(done))
})

test('name and whom a template counts for change after it was copied; a centre keeps its own', async () => {
  const made = await copied(group)
  const { update } = crudCalls(printTemplate)
  const shown = async () => (await group.call(calls.list)).find((t) => t.id === made.id)
  const forOrgId = server.one.orgs.get('DC01')?.id
  const one = await group.call<Made>(update, { ...made, name: '一号仓标签', forOrgId, forOwnerId: null })
  expect(await shown()).toMatchObject({ name: '一号仓标签', forOrgId, forOwnerId: null })
  const away = await dc.envelope(update, { ...one, name: '全国', forOrgId: null, forOwnerId: null })
  expect(away.code).not.toBe(0)
  expect(await shown()).toMatchObject({ name: '一号仓标签', forOrgId, version: one.version })
  const { layout, version } = await dc.call(calls.design, { id: made.id })
  const lying = { ...layout, width: layout.height, height: layout.width, marks: [] }
  await dc.call(calls.save, { id: made.id, version, layout: lying })
  expect(await shown()).toMatchObject({ width: layout.height, height: layout.width })
})

test('a connection goes out only where it may', async () => {
  try {
    allowReach([])
    expect(
      ['127.0.0.1', '10.1.2.3', '::1', '::ffff:192.168.1.1', '169.254.169.254', 'fe80::1', '0.0.0.0'].filter(
        isReachable,
      ),
    ).toEqual([])
    expect(['8.8.8.8', '2400:3200::1'].every(isReachable)).toBe(true)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '169.254.169.254',
      '0x7f.1',
      '2130706433',
      '[::1]',
      '::ffff:10.0.0.1',
    ])
      expect(() => demandReachable(host), host).toThrow(host)
    for (const host of ['printer.example', '8.8.8.8', 'a b']) expect(() => demandReachable(host), host).not.toThrow()
    const printers = crudCalls(printer)
    const inside = await dc.envelope(printers.create as never, { code: 'P9', name: 'P9', host: '10.1.2.3' } as never)
    expect(inside.code).toBe(42500)
    const [{ id } = { id: '' }] = await dc.call(printerCalls.choices)
    const batch = await ended((await dc.call(printerCalls.test, { id })).batchId)
    expect(batch).toMatchObject({ state: 'FAILED', done: 0 })
    allowReach(['10.1.0.0/16'])
    expect(['10.1.2.3', '10.2.2.3'].map(isReachable)).toEqual([true, false])
  } finally {
    allowReach(['127.0.0.1'])
  }
})
