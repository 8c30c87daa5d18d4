import { writeFileSync } from 'node:fs'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { parseQty } from '@lading/contract/kernel/qty.ts'
import { owner } from '@lading/contract/mdm/owner.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import { product, qpc } from '@lading/contract/mdm/product.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import { createContainers, generateBins } from '@lading/contract/wms/masterCalls.ts'
import { area, bin } from '@lading/contract/wms/place.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { drawFilled } from '../../sys/printTemplate/resolve.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'
import { createTasks } from '../task/create.ts'
import { lotLabels, putAwaySheets } from './inbound.ts'
import { deliveryNotes } from './sheets.ts'
import { storeNotes } from './shipment.ts'
import { buildWork } from './testing/work.ts'

interface Made {
  id: string
}
let server: TestServer
let dc: Client
let containers: string[]
let bins: string[]
const ids: Record<string, string> = {}

/** Where LADING_PRINT names a folder, the documents are left there to be looked at. */
const keep = (name: string, data: Buffer): void => {
  if (process.env.LADING_PRINT) writeFileSync(`${process.env.LADING_PRINT}/${name}.pdf`, data)
}

beforeAll(async () => {
  server = await openTestServer()
  const group = await server.as('admin')
  dc = await server.as('admin', 'DC01')
  const make = async (e: Parameters<typeof crudCalls>[0], input: object, who = group) =>
    (await who.call<Made>(crudCalls(e).create, input)).id
  const type = await make(containerType, { code: 'T', name: '周转箱', prefix: 'TT', digits: 6 })
  const areaId = await make(area, { code: 'A', name: '常温拣货区' }, dc)
  ids.owner = await make(owner, { code: 'O1', name: '来丁自营' })
  ids.store = await make(store, {
    code: 'S001',
    name: '南京西路旗舰店',
    address: '上海市静安区南京西路1088号',
    contact: '王喆',
  })
  ids.product = await make(product, {
    code: '00242',
    name: '龘靐 香蕉礼品箱 <b>{1+1}</b> {x} 😀',
    qpcs: [{ qpc: '12' }],
    owners: [{ ownerId: ids.owner }],
  })
  await dc.call(createContainers, { typeId: type, count: 120 })
  await dc.call(generateBins, {
    areaId,
    usage: 'PICK',
    prefix: 'A',
    aisle: { from: 1, to: 1, digits: 2 },
    bay: { from: 1, to: 12, digits: 2 },
    level: { from: 1, to: 1, digits: 1 },
  })
  const idsOf = async (e: Parameters<typeof crudCalls>[0], code: string) =>
    (await dc.call<{ records: Made[] }>(crudCalls(e).query, { filter: { code }, pageSize: 200 })).records.map(
      (r) => r.id,
    )
  containers = await idsOf(container, 'TT')
  bins = await idsOf(bin, 'A-')
  await server.inside('DC01', async (ctx) => {
    const common = { tenantId: ctx.tenantId, orgId: ctx.org.id, ownerId: ids.owner }
    const [pack] = await ctx.tx.query<Made>(sql`select id from mdm_product_qpc where tenant_id = ${ctx.tenantId}`)
    const goods = { productId: ids.product, qpcId: pack?.id }
    ids.task = ctx.newId()
    ids.bill = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_task', [
      {
        ...common,
        id: ids.task,
        taskNo: 'JH26112000001',
        taskType: 'PICK',
        state: 'READY',
        queue: 'PICK',
        storeId: ids.store,
        billNo: 'CK26112000009',
        lineCount: 30,
      },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_task_line',
      Array.from({ length: 30 }, (_, i) => ({
        ...common,
        ...goods,
        id: ctx.newId(),
        taskId: ids.task,
        lineNo: i + 1,
        seq: i + 1,
        fromBinId: bins[i % 12],
        planQty: String(14 + i),
      })),
    )
    await bulkInsert(ctx.tx, 'wms_operate_bill', [
      {
        ...common,
        id: ids.bill,
        billNo: 'CK26112000009',
        state: 'APPROVED',
        storeId: ids.store,
        bizDate: '2026-11-20',
        customerPo: 'KH-7788',
      },
    ])
    await bulkInsert(
      ctx.tx,
      'wms_operate_bill_line',
      Array.from({ length: 3 }, (_, i) => ({
        tenantId: ctx.tenantId,
        orgId: ctx.org.id,
        ...goods,
        id: ctx.newId(),
        billId: ids.bill,
        lineNo: i + 1,
        planQty: '30',
      })),
    )
  })
})
afterAll(() => server.close())

const rows = (list: readonly (string | undefined)[]) => list.map((id) => ({ id }))

test('labels and sheets are PDFs with the characters that they need', async () => {
  const one = await dc.bytes(printCalls.container, { rows: rows(containers.slice(0, 1)) })
  expect(one.name).toMatch(/^容器标签_\d{14}\.pdf$/)
  expect(one.data.subarray(0, 5).toString()).toBe('%PDF-')
  keep('container', one.data)
  const label = await dc.bytes(printCalls.bin, { rows: rows(bins.slice(0, 1)) })
  keep('bin', label.data)
  const sheet = await dc.bytes(printCalls.bin, { rows: rows(bins.slice(1)), paper: 'A4' })
  keep('bins', sheet.data)
  const pick = await dc.bytes(printCalls.pickTask, { rows: rows([ids.task]) })
  keep('pick', pick.data)
  const note = await dc.bytes(printCalls.operateBill, { rows: rows([ids.bill]) }, { language: 'en-US' })
  expect(note.name).toMatch(/^Delivery notes_/)
  keep('note', note.data)
  for (const { data } of [one, label, sheet, pick, note]) expect(data.length).toBeLessThan(400_000)
})

test('a store finds its own order number and its truck on its delivery notes, and no sheet names a system bin', async () => {
  const { truck, put } = await server.inside('DC01', (ctx) => buildWork(ctx, ids, bins))
  const texts = (pages: readonly (readonly object[])[]) => pages.flat().flatMap((m) => ('text' in m ? [m.text] : []))
  const [order, ship, away] = await server.inside('DC01', async (ctx) => {
    await ctx.tx.run(
      sql`update wms_operate_bill set ship_bill_id = ${truck} where tenant_id = ${ctx.tenantId} and id = ${ids.bill}`,
    )
    const drawn = async (made: Filled) => texts((await drawFilled(ctx, made)).pages)
    return [
      await drawn(await deliveryNotes(ctx, [ids.bill ?? ''])),
      await drawn(await storeNotes(ctx, [truck])),
      await drawn(await putAwaySheets(ctx, [put])),
    ]
  })
  expect(order).toContain('客户订单号 KH-7788')
  expect(ship).toContain('客户订单号 KH-7788')
  expect(order).toContain('车辆 沪A·8K216 欧阳建国师傅 13800138000')
  // Goods wait at a bin that only stands for a stage: no paper names it.
  expect(away?.filter((text) => String(text).includes('SYS-'))).toEqual([])
})

test('a second print needs a reason, and every print is noted', async () => {
  const again = { rows: rows(containers.slice(0, 1)) }
  await expect(dc.bytes(printCalls.container, again)).rejects.toThrow('补打需要填写原因')
  await dc.bytes(printCalls.container, { ...again, reason: '标签损坏' })
  const log = await server.inside('DC01', (ctx) =>
    ctx.tx.query<{ reason: string | null }>(sql`
      select reason from sys_print_log where tenant_id = ${ctx.tenantId} and subject_id = ${containers[0] ?? '0'} order by id`),
  )
  expect(log.map((l) => l.reason)).toEqual([null, '标签损坏'])
  const seen = await dc.call<{ action: string; changes: object[] }[]>(crudCalls(container).log, { id: containers[0] })
  expect(seen.filter((e) => e.action === 'print').map((e) => e.changes)).toEqual([
    [expect.objectContaining({ field: 'reason', before: null, after: '标签损坏' })],
    [],
  ])
  const other = await server.as('admin', 'DC02')
  await expect(other.bytes(printCalls.container, { rows: rows(containers.slice(5, 6)) })).rejects.toMatchObject({
    code: 40400,
  })
})

test('a preview may be looked at as often as one likes, leaves no trace, and is no print', async () => {
  const of = containers[8] ?? ''
  const noted = () =>
    server.inside('DC01', (ctx) =>
      ctx.tx.query(sql`select 1 from sys_print_log where tenant_id = ${ctx.tenantId} and subject_id = ${of}`),
    )
  const input = { rows: rows([of]), preview: true } as const
  const first = await dc.bytes(printCalls.container, input)
  keep('preview', first.data)
  keep('preview-note', (await dc.bytes(printCalls.operateBill, { ...input, rows: rows([ids.bill]) })).data)
  expect(first.data.subarray(0, 5).toString()).toBe('%PDF-')
  await dc.bytes(printCalls.container, input)
  expect(await noted()).toEqual([])
  const printed = await dc.bytes(printCalls.container, { rows: rows([of]) })
  // The word across the page is what it has more.
  expect(first.data.length).toBeGreaterThan(printed.data.length)
  await dc.bytes(printCalls.container, input)
  expect(await noted()).toHaveLength(1)
  const log = await dc.call<{ action: string }[]>(crudCalls(container).log, { id: of })
  expect(log.filter((e) => e.action === 'print')).toHaveLength(1)
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.bytes(printCalls.container, input)).rejects.toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'DC02')
  await expect(other.bytes(printCalls.container, input)).rejects.toMatchObject({ code: 40400 })
})

test('a hundred labels are one file that carries its characters once', async () => {
  const one = await dc.bytes(printCalls.container, { rows: rows(containers.slice(9, 10)) })
  const { data } = await dc.bytes(printCalls.container, { rows: rows(containers.slice(10, 110)) })
  keep('hundred', data)
  expect(data.length).toBeGreaterThan(one.data.length)
  expect(data.length / 100).toBeLessThan(0.7 * one.data.length)
})

test('products and cases are labelled in any organisation, the second time for a reason', async () => {
  const group = await server.as('admin')
  const one = await group.bytes(printCalls.product, { rows: rows([ids.product]), paper: 'A4' })
  keep('product', one.data)
  expect(one.name).toMatch(/^商品条码_/)
  await expect(dc.bytes(printCalls.product, { rows: rows([ids.product]) })).rejects.toThrow('补打需要填写原因')
  const page = await group.call<{ records: Made[] }>(crudCalls(qpc).query, { filter: { productId: [ids.product] } })
  const box = await dc.bytes(printCalls.productQpc, { rows: rows(page.records.map((r) => r.id)) })
  keep('case', box.data)
  expect(box.data.subarray(0, 5).toString()).toBe('%PDF-')
  const stranger = await server.as('admin', 'G', 'two')
  await expect(stranger.bytes(printCalls.product, { rows: rows([ids.product]) })).rejects.toMatchObject({ code: 40400 })
})

test('sheets and labels of the dock, and the papers of a truck', async () => {
  const { order, receive, put, truck, load, leave } = await server.inside('DC01', (ctx) => buildWork(ctx, ids, bins))
  const got = async (name: keyof typeof printCalls, id: string, language: 'zh-CN' | 'en-US') => {
    const { data } = await dc.bytes(printCalls[name], { rows: rows([id]), reason: 'again' }, { language })
    expect(data.subarray(0, 5).toString()).toBe('%PDF-')
    keep(`${name}-${language}`, data)
  }
  for (const language of ['zh-CN', 'en-US'] as const) {
    await got('orderBill', order, language)
    await got('receiveTask', receive, language)
    await got('receivedLots', receive, language)
    await got('receivedContainers', receive, language)
    await got('putAwayTask', put, language)
    await got('enterTruckTask', load, language)
    await got('despatchTask', leave, language)
    await got('shipBill', truck, language)
    await got('shipNotes', truck, language)
    await got('gatePass', truck, language)
  }
  await expect(dc.bytes(printCalls.gatePass, { rows: rows([truck]) })).rejects.toMatchObject({ code: 42211 })
  // Which of them have labels, the list tells before anybody asks.
  const { records } = await dc.call<{ records: { id: string; receivedInto: number | null }[] }>(crudCalls(task).query, {
    pageSize: 200,
  })
  const into = (id: string) => records.find((r) => r.id === id)?.receivedInto
  expect([into(receive), into(put)]).toEqual([expect.any(Number), null])
  expect(into(receive)).toBeGreaterThan(0)
})

test('labels of what a task received name the template that its rule named', async () => {
  const { receive } = await server.inside('DC01', (ctx) => buildWork(ctx, ids, bins))
  const named = await server.inside('DC01', async (ctx) => {
    const labelTemplateId = ctx.newId()
    await ctx.tx.run(sql`
      update wms_task set label_template_id = ${labelTemplateId} where tenant_id = ${ctx.tenantId} and id = ${receive}`)
    const { copies } = await lotLabels(ctx, [receive])
    // The template is gone by now: they are printed all the same.
    expect((await drawFilled(ctx, await lotLabels(ctx, [receive]))).pages).toHaveLength(copies.length)
    return copies.map((c) => c.templateId === labelTemplateId)
  })
  expect(named.length).toBeGreaterThan(0)
  expect(named).not.toContain(false)
})

test('what leaves the book or comes into it is signed on paper', async () => {
  const taskIds = await server.inside('DC01', async (ctx) => {
    const [binId, containerId] = [bins[0] ?? '', containers[0] ?? '']
    const line = { ownerId: ids.owner ?? '', productId: ids.product ?? '', planQty: parseQty('3') }
    const made = await createTasks(ctx, [
      {
        taskType: 'STOCK_DEC',
        cause: 'SCRAP',
        state: 'NEW',
        lines: [{ ...line, fromBinId: binId, fromContainerId: containerId }],
      },
      {
        taskType: 'STOCK_INC',
        cause: 'FOUND',
        state: 'NEW',
        lines: [{ ...line, toBinId: binId, toContainerId: containerId }],
      },
    ])
    return made.map(({ id }) => id)
  })
  const [decrease = '', increase = ''] = taskIds
  for (const [name, id] of [
    ['stockDecTask', decrease],
    ['stockIncTask', increase],
  ] as const) {
    for (const language of ['zh-CN', 'en-US'] as const) {
      const { data } = await dc.bytes(printCalls[name], { rows: rows([id]), reason: 'again' }, { language })
      expect(data.subarray(0, 5).toString()).toBe('%PDF-')
      keep(`${name}-${language}`, data)
    }
    const other = await server.as('admin', 'DC02')
    await expect(other.bytes(printCalls[name], { rows: rows([id]) })).rejects.toMatchObject({ code: 40400 })
  }
  await expect(dc.bytes(printCalls.stockDecTask, { rows: rows([increase]) })).rejects.toMatchObject({ code: 40400 })
})

test('what does not exist yet is not printed', async () => {
  const made = await server.inside('DC01', (ctx) => buildWork(ctx, ids, bins))
  await server.inside('DC01', (ctx) =>
    ctx.tx.run(
      sql`update wms_ship_bill set state = 'INPROGRESS' where tenant_id = ${ctx.tenantId} and id = ${made.truck}`,
    ),
  )
  await expect(dc.bytes(printCalls.gatePass, { rows: rows([made.truck]) })).rejects.toMatchObject({ code: 42201 })
  await expect(dc.bytes(printCalls.despatchTask, { rows: rows([made.leave]) })).rejects.toMatchObject({ code: 42201 })
  await expect(dc.bytes(printCalls.despatchTask, { rows: rows([made.load]) })).rejects.toMatchObject({ code: 40400 })
  await expect(dc.bytes(printCalls.receivedLots, { rows: rows([ids.task]) })).rejects.toMatchObject({ code: 40400 })
  const viewer = await server.as('viewer', 'DC01')
  await expect(viewer.bytes(printCalls.shipNotes, { rows: rows([made.truck]) })).rejects.toMatchObject({ code: 40301 })
  const other = await server.as('admin', 'DC02')
  for (const [name, id] of [
    ['orderBill', made.order],
    ['shipBill', made.truck],
    ['shipNotes', made.truck],
    ['putAwayTask', made.put],
    ['enterTruckTask', made.load],
    ['despatchTask', made.leave],
    ['receivedContainers', made.receive],
  ] as const)
    await expect(other.bytes(printCalls[name], { rows: rows([id]) })).rejects.toMatchObject({ code: 40400 })
})
