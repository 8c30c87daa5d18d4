import sql, { raw } from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { type BareLine, bareLineJson, named, readWorkLines } from './workLine.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.put('P-01', 'A', '50')
})
afterAll(() => desk.server.close())

test('a line alone is told as among many, whatever it names', async () => {
  const id = (await desk.pick({ A: '4' })).lines[0]?.id ?? ''
  await desk.inside(async (ctx) => {
    const where = sql`l.tenant_id = ${ctx.tenantId} and l.id = ${id}`
    const same = async (set: string) => {
      await ctx.tx.run(sql`update wms_task_line l set ${raw(set)} where ${where}`)
      const { bare } = await ctx.tx.one<{ bare: BareLine }>(sql`
        select ${bareLineJson('l')} as bare from wms_task_line l where ${where}`)
      const [line] = await readWorkLines(ctx, sql`l.id = ${id}`)
      expect(await named(ctx, bare, true), set).toEqual(line)
      return line
    }
    expect(await same('seq = seq')).toMatchObject({ product: { code: 'A' }, fromBin: { code: 'P-01' }, toBin: null })
    await same('to_bin_id = from_bin_id, to_container_id = from_container_id')
    // Goods that come: what is asked of their lot.
    await same('from_bin_id = null, lot_id = null')
    // A truck's stop names no goods.
    await same('product_id = null, qpc_id = null')
    expect(await same('from_container_id = null, to_bin_id = null, to_container_id = null, store_id = null')).toEqual(
      expect.objectContaining({ product: null, pack: null, lot: null, store: null, boxes: null }),
    )
  })
})
