import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { optionCalls } from '@lading/contract/sys/options.ts'
import { pickLabel } from '@lading/contract/wms/pickLabel.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { taskLabels } from '../print/pickLabels.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside(async (ctx) => {
    const areaId = ctx.newId()
    const { areaId: zone } = await ctx.tx.one<{ areaId: string }>(
      sql`select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`,
    )
    await bulkInsert(ctx.tx, 'wms_pick_area', [
      {
        ...{ tenantId: ctx.tenantId, orgId: ctx.org.id, id: areaId, areaId: zone },
        ...{ code: 'PL', name: 'labels', method: 'LABEL', maxLines: 40 },
      },
    ])
    await ctx.tx.run(
      sql`update wms_bin set pick_area_id = ${areaId} where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`,
    )
  })
  await desk.put('P-01', 'A', '900')
})
afterAll(() => desk.server.close())

const print = (taskId: string) => desk.clerk.bytes(printCalls.pickLabels, { rows: [{ id: taskId }] })
const labelsOf = async (taskId: string) =>
  (
    await desk.clerk.call<{ records: { printCount: number }[] }>(crudCalls(pickLabel).query as never, {
      filter: { taskId },
    })
  ).records

test('a reprint asks why only where the centre wants to know', async () => {
  const pick = await desk.pick({ A: '12' })
  await print(pick.id)
  const boss = await desk.server.as('admin', 'DC01')
  const orgId = await desk.inside(async (ctx) => ctx.org.id)
  const set = (value: string | null, version: number) =>
    boss.call(optionCalls.update, { key: 'wms_label_reprint_reason', value, version, orgId })
  await set('false', 0)
  await print(pick.id)
  await set('true', 1)
  await expect(print(pick.id)).rejects.toMatchObject({ code: 42211 })
  await set(null, 2)
  await expect(print(pick.id)).rejects.toMatchObject({ code: 42211 })
  expect((await labelsOf(pick.id)).map((l) => l.printCount)).toEqual([2])
})

test('a label says where its case will wait for the truck', async () => {
  const pick = await desk.pick({ A: '12' })
  const collectOf = () =>
    desk.inside(async (ctx) => (await taskLabels(ctx, [pick.id])).copies.map((c) => c.values.collect))
  expect(await collectOf()).toEqual([''])
  await desk.inside(async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const schemeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_collect_bin_scheme', [{ ...at, id: schemeId, code: 'X', name: 'x', kind: 'COARSE' }])
    const row = (bin: string, storeId: string | null, seq: number) => ({
      ...{ ...at, id: ctx.newId(), schemeId, seq, route: null, overflow: false },
      ...{ storeId, binId: desk.yard.bins.get(bin) },
    })
    await bulkInsert(ctx.tx, 'wms_collect_row', [row('S-02', null, 1), row('S-01', desk.storeId, 2)])
  })
  expect(await collectOf()).toEqual(['S-01'])
  await desk.inside((ctx) => ctx.tx.run(sql`update wms_collect_bin_scheme set disabled = true where code = 'X'`))
})
