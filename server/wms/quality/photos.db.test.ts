import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { inspectionPhotos } from '@lading/contract/wms/photos.ts'
import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import { qualityFaults } from '@lading/contract/wms/qualityFaults.ts'
import { qualityScheme } from '@lading/contract/wms/qualityScheme.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { orderInspections } from '@lading/contract/wms/trail.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { pngOf } from '../../testing/images.ts'
import { qualitySheets } from '../print/qualitySheets.ts'
import { reconcile } from '../stock/reconcile.ts'
import { openReceiveDesk, type ReceiveDesk } from '../testing/receiveDesk.ts'
import { typedRow } from '../testing/typedRow.ts'

/** Photos and documents that a scheme asks for, and where goods go that are rejected. */
let desk: ReceiveDesk
beforeAll(async () => {
  desk = await openReceiveDesk()
  await desk.server.inside('DC01', async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
      select area_id from wms_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'S-01'`)
    await bulkInsert(ctx.tx, 'wms_bin', [
      { ...at, id: ctx.newId(), code: 'DEF-1', usage: 'DEFECT', areaId },
      { ...at, id: ctx.newId(), code: 'VR-1', usage: 'VENDOR_RTN', areaId },
    ])
  })
  await desk.clerk.call(crudCalls(qualityScheme).create, {
    ...{ code: 'SEEN', name: 'seen', kind: 'FULL' },
    items: [
      { seq: 1, name: 'DATE', kind: 'PHOTO', needed: true },
      { seq: 2, name: 'DOCUMENT', kind: 'DOC', needed: true },
      { seq: 3, name: 'APPEARANCE', kind: 'PHOTO', needed: false },
    ],
  })
})
afterAll(() => desk.server.close())

interface Bill {
  readonly id: string
  readonly version: number
  readonly lines: readonly (Record<string, unknown> & { id: string })[]
  readonly results: readonly (Record<string, unknown> & { id: string; item: string; photos: number })[]
}
const bills = documentCalls(qualityBill)
const read = (id: string) => desk.clerk.call<Bill>(bills.getById, { id })
const step = async (name: 'start' | 'approve', id: string) => {
  const { version } = await read(id)
  return desk.clerk.call<{ ok: number; failed: { code: number; message: string }[] }>(bills[name], {
    rows: [{ id, version }],
  })
}
async function deliver(qty: string): Promise<{ id: string; orderId: string }> {
  const { billId, lines } = await desk.make({ NAIL: qty })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id, qty, scans: {} })
  const { records } = await desk.clerk.call<{ records: { id: string }[] }>(bills.query, { filter: { orderId: billId } })
  return { id: records[0]?.id ?? '', orderId: billId }
}
async function fill(id: string, line: object, results: Readonly<Record<string, object>> = {}): Promise<void> {
  const now = await read(id)
  await desk.clerk.call(bills.update, {
    ...{ id, version: now.version },
    lines: now.lines.map((l) => ({ ...typedRow(l, qualityBill.line), ...line })),
    results: now.results.map((r) => ({ ...typedRow(r, qualityBill.result), ...results[r.item] })),
  })
}
const png = pngOf('seen')
const take = (id: string, partId: string | undefined, who = desk.clerk) =>
  who.envelope(inspectionPhotos.add, { id, ...(partId && { partId }) }, { file: { name: 'a.png', data: png } })
const partOf = async (id: string, item: string) => (await read(id)).results.find((r) => r.item === item)?.id ?? ''

test('a photo and a document that have to be there are named, and the verdict waits for them', async () => {
  const { id } = await deliver('10')
  const part = await partOf(id, 'DATE')
  expect((await take(id, part)).code).toBe(qualityFaults.photoClosed.code)
  expect((await step('start', id)).ok).toBe(1)
  await fill(id, { verdict: 'PASS', passQty: '10', rejectQty: '0' })
  expect((await step('approve', id)).failed).toMatchObject([
    { code: qualityFaults.noPhoto.code, message: '第1行的检验项[日期]缺少照片' },
  ])
  // Neither a word that it is good, nor a photo of the inspection at large, nor of another check, is one.
  await fill(id, {}, { DATE: { finding: 'GOOD' } })
  expect((await take(id, undefined)).code).toBe(0)
  expect((await take(id, await partOf(id, 'APPEARANCE'))).code).toBe(0)
  expect((await step('approve', id)).failed).toMatchObject([{ code: qualityFaults.noPhoto.code }])
  expect((await take(id, part)).code).toBe(0)
  expect((await read(id)).results.map((r) => [r.item, r.photos])).toEqual([
    ['DATE', 1],
    ['DOCUMENT', 0],
    ['APPEARANCE', 1],
  ])
  expect((await step('approve', id)).failed).toMatchObject([
    { code: qualityFaults.noDocument.code, message: '第1行的检验项[证件]缺少证件，须填写证件号' },
  ])
  await fill(id, {}, { DOCUMENT: { said: 'SH-1' } })
  expect(await step('approve', id)).toEqual({ ok: 1, failed: [] })

  // What the verdict rests on stays; the photo of the inspection at large may still go.
  const all = await desk.clerk.call(inspectionPhotos.list, { id })
  const code = async (photoId: string | undefined) =>
    (await desk.clerk.envelope(inspectionPhotos.remove, { id, photoId: photoId ?? '' })).code
  expect(await code(all.find((p) => p.partId === part)?.id)).toBe(qualityFaults.photoClosed.code)
  expect((await take(id, part)).code).toBe(qualityFaults.photoClosed.code)
  expect(await code(all.find((p) => p.partId === null)?.id)).toBe(0)
  expect(await desk.clerk.call(inspectionPhotos.list, { id })).toHaveLength(2)
  const said = await desk.server.inside('DC01', async (ctx) =>
    (await qualitySheets(ctx, [id])).copies.map((c) => JSON.stringify(c)).join(),
  )
  for (const text of ['日期: 合格 1张照片', '证件: SH-1', '外观: 1张照片']) expect(said).toContain(text)
})

test('a photo that was taken away is missing again; a check shows photos of its own inspection only', async () => {
  const [{ id }, other] = [await deliver('6'), await deliver('7')]
  await step('start', id)
  await step('start', other.id)
  const part = await partOf(id, 'DATE')
  for (const odd of [await partOf(other.id, 'DATE'), await partOf(id, 'DOCUMENT')])
    expect((await take(id, odd)).code).toBe(faults.notFound.code)
  const viewer = await desk.server.as('viewer', 'DC01')
  expect((await take(id, part, viewer)).code).toBe(faults.forbidden.code)
  expect((await take(id, part, await desk.server.as('admin', 'DC01', 'two'))).code).toBe(faults.notFound.code)
  await fill(id, { verdict: 'PASS', passQty: '6', rejectQty: '0' }, { DOCUMENT: { said: 'SH-2' } })
  const made = (await take(id, part)).data as { id: string }
  await desk.clerk.call(inspectionPhotos.remove, { id, photoId: made.id })
  expect((await step('approve', id)).failed).toMatchObject([{ code: qualityFaults.noPhoto.code }])
  await take(id, part)
  expect(await step('approve', id)).toEqual({ ok: 1, failed: [] })
})

test.each([
  ['DAMAGE', 'DEF-1'],
  ['RETURN', 'VR-1'],
] as const)('what is rejected as %s waits at %s, and the order tells so', async (rejectType, bin) => {
  const { id, orderId } = await deliver('9')
  await step('start', id)
  await take(id, await partOf(id, 'DATE'))
  await fill(id, { verdict: 'PASS', passQty: '7', rejectQty: '2', rejectType }, { DOCUMENT: { said: 'SH-3' } })
  expect((await step('approve', id)).failed).toMatchObject([{ code: qualityFaults.needReason.code }])
  await fill(id, { cause: '受潮' })
  expect(await step('approve', id)).toEqual({ ok: 1, failed: [] })
  const ways = await desk.server.inside('DC01', (ctx) =>
    ctx.tx.query(sql`
      select l.stock_type, l.plan_qty::float as qty, b.code as bin from wms_task k
      join wms_task_line l on l.tenant_id = k.tenant_id and l.task_id = k.id and l.state = 'OPEN'
      left join wms_bin b on b.tenant_id = l.tenant_id and b.id = l.to_bin_id
      where k.tenant_id = ${ctx.tenantId} and k.bill_id = ${orderId} and k.task_type = 'PUTAWAY' and l.stock_type <> 'GOOD'`),
  )
  expect(ways).toEqual([{ stockType: rejectType, qty: 2, bin }])
  expect(await desk.clerk.call(orderInspections.call, { id: orderId })).toMatchObject([
    { rejectQty: '2.000', rejectType, cause: '受潮' },
  ])
  expect(await desk.server.inside('DC01', reconcile)).toEqual([])
})
