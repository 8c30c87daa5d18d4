import { isSystemBin, systemBins } from '@lading/contract/wms/systemBins.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.put('P-01', 'A', '100')
})
afterAll(() => desk.server.close())

const draw = (bins: Readonly<Record<string, string | null>>) =>
  desk.inside(async (ctx) => {
    const { areaId } = await ctx.tx.one<{ areaId: string }>(sql`
      select area_id from wms_bin where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`)
    const usual = { tenantId: ctx.tenantId, orgId: ctx.org.id, usage: 'PICK_TRANSIT', areaId, pickSeq: 50 }
    const mix = { mixProduct: true, mixLot: true, mixOwner: true }
    for (const [code, aisle] of Object.entries(bins))
      await bulkInsert(ctx.tx, 'wms_bin', [{ ...usual, ...mix, id: ctx.newId(), code, aisle }])
  })
/** Where a tote stands after goods were picked into it. */
const pickedTo = async (tote: string): Promise<string> => {
  const { lines } = await desk.pick({ A: '6' })
  await desk.clerk.call(work.confirmLine, { taskLineId: lines[0]?.id ?? '', qty: '6', toContainer: tote } as never)
  await desk.sound()
  return desk.inside(async (ctx) => {
    const row = await ctx.tx.one<{ code: string }>(sql`
      select b.code from wms_container c join wms_bin b on b.tenant_id = c.tenant_id and b.id = c.bin_id
      where c.tenant_id = ${ctx.tenantId} and c.code = ${tote}`)
    return row.code
  })
}

test('picked goods stand at a hand-over place of their aisle, else of their area, once somebody has drawn one', async () => {
  expect(isSystemBin(await pickedTo('T1'))).toBe(true)
  await draw({ 'A-PT-01': null })
  expect(await pickedTo('T2')).toBe('A-PT-01')
  await draw({ 'PT-07': '07' })
  await desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set aisle = '07' where tenant_id = ${ctx.tenantId} and id = ${desk.yard.bins.get('P-01')}`),
  )
  expect(await pickedTo('T3')).toBe('PT-07')
})

test('each stage has a bin that stands for it, and every other code has a label', () => {
  expect(Object.keys(systemBins).every(isSystemBin)).toBe(true)
  expect(['A-PT-01', 'SYS', 'toString'].some(isSystemBin)).toBe(false)
})
