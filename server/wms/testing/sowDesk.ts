import sql from 'sql-template-tag'
import { bulkInsert } from '../../kernel/bulk.ts'
import { openWaveDesk, type WaveDesk } from './waveDesk.ts'

/** The wave desk, where pieces are picked for all stores at once and sorted at a wall of so many positions. */
export async function openSowDesk(positions: number): Promise<WaveDesk> {
  const desk = await openWaveDesk()
  await desk.inside(async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
    const { id: areaId } = await ctx.tx.one<{ id: string }>(sql`select id from wms_area where ${here} and code = 'SYS'`)
    const schemeId = ctx.newId()
    await bulkInsert(ctx.tx, 'wms_sowing_scheme', [{ ...at, id: schemeId, code: 'WALL', name: 'wall' }])
    for (let seq = 1; seq <= positions; seq++) {
      const binId = ctx.newId()
      await bulkInsert(ctx.tx, 'wms_bin', [{ ...at, id: binId, code: `W-${seq}`, usage: 'SOW', areaId }])
      await bulkInsert(ctx.tx, 'wms_sow_position', [{ ...at, id: ctx.newId(), schemeId, seq, binId }])
    }
    await bulkInsert(ctx.tx, 'wms_bin', [{ ...at, id: ctx.newId(), code: 'EX-1', usage: 'EXCEPTION', areaId }])
    await ctx.tx.run(sql`
      update wms_pick_area set pick_mode = 'BATCH', sowing_scheme_id = ${schemeId} where ${here} and code = 'SA'`)
  })
  return desk
}
