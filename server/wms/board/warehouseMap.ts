import { product } from '@lading/contract/mdm/product.ts'
import { container, containerType } from '@lading/contract/wms/container.ts'
import {
  heatDays,
  mapBinsMax,
  unmeasured,
  type warehouseLayer,
  type warehouseMap,
} from '@lading/contract/wms/dashboardWarehouse.ts'
import { area, bin, binType } from '@lading/contract/wms/place.ts'
import { ledger, stock } from '@lading/contract/wms/stock.ts'
import { taskLine } from '@lading/contract/wms/task.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { type Ctx, demandDc } from '../../kernel/ctx.ts'
import { idAt } from '../../kernel/ids.ts'
import { fromHere, named, ofAllOwners } from '../../kernel/scope.ts'
import { spoken } from '../../kernel/spoken.ts'

type Bins = z.output<typeof warehouseMap.output>
type Layer = z.output<typeof warehouseLayer.output>
const dayMs = 86_400_000

interface BinRow {
  id: string
  code: string
  areaId: string
  aisle: string | null
  bay: number | null
  level: number | null
  pos: number | null
  lock: number
}

/** Where every enabled bin has its place. */
export async function readBins(ctx: Ctx): Promise<Bins> {
  demandDc(ctx)
  const [areas, rows] = await Promise.all([
    ctx.tx.query<Bins['areas'][number]>(sql`
      select a.id, a.code, ${spoken(ctx, area, 'name', 'a')} as name from ${fromHere(ctx, area, 'a')} order by a.code`),
    ctx.tx.query<BinRow>(sql`
      select b.id, b.code, b.area_id, b.aisle, b.bay, b.level, b.pos, (case when b.lock_in then 1 else 0 end + case when b.lock_out then 2 else 0 end) as lock
      from ${fromHere(ctx, bin, 'b')} where not b.disabled and b.usage <> 'VIRTUAL' order by b.code limit ${mapBinsMax + 1}`),
  ])
  const shown = rows.slice(0, mapBinsMax)
  const held = new Set(shown.map((r) => r.areaId))
  const known = areas.filter((a) => held.has(a.id))
  const at = new Map(known.map((a, i) => [a.id, i]))
  return {
    areas: known,
    id: shown.map((r) => r.id),
    code: shown.map((r) => r.code),
    area: shown.map((r) => at.get(r.areaId) ?? 0),
    aisle: shown.map((r) => r.aisle),
    bay: shown.map((r) => r.bay),
    level: shown.map((r) => r.level),
    pos: shown.map((r) => r.pos),
    lock: shown.map((r) => r.lock),
    isCut: rows.length > mapBinsMax,
  }
}

/** What a layer says of bins `id`, as `value`. */
const layers: Readonly<Record<'FILL' | 'HEAT' | 'WORK', (ctx: Ctx) => Sql>> = {
  /**
   * In per cent, the fuller of volume and pallet positions. That something of an owner whom the reader does not see lies
   * there is told, how much is not.
   */
  FILL: (ctx) => sql`
    with held as (
      select s.bin_id, sum(s.qty * p.volume_m3) as volume, count(distinct c.id) filter (where y.category = 'PALLET') as pallets
      from ${fromHere(ctx, stock, 's')} join ${named(ctx, product, 'p')} on p.id = s.product_id
      join ${named(ctx, container, 'c')} on c.id = s.container_id join ${named(ctx, containerType, 'y')} on y.id = c.type_id
      where s.qty > 0 group by s.bin_id)
    select b.id, coalesce(nullif(ceil(100 * greatest(h.volume / nullif(k.max_volume_m3, 0), h.pallets::numeric / nullif(k.max_pallets, 0))), 0), ${unmeasured})::integer as value
    from (select distinct s.bin_id from ${fromHere(ofAllOwners(ctx), stock, 's')} where s.qty > 0) x
    join ${fromHere(ctx, bin, 'b')} on b.id = x.bin_id and not b.disabled left join held h on h.bin_id = b.id left join ${named(ctx, binType, 'k')} on k.id = b.bin_type_id`,
  /** Lines picked from each, from its own stretch of the ledger. */
  HEAT: (ctx) => {
    const since = new Date(ctx.now().getTime() - heatDays * dayMs)
    return sql`
      select x.bin_id as id, count(*)::integer as value from ${fromHere(ctx, ledger, 'x')}
      where x.bin_id = any(array(select b.id from ${fromHere(ctx, bin, 'b')} where not b.disabled and b.usage in ('STORAGE', 'PICK', 'PICK_STORAGE')))
        and x.id > ${idAt(since)}::bigint and x.biz_type = 'PICK' and x.delta < 0 group by x.bin_id`
  },
  /** Lines of work that take from it or bring to it. */
  WORK: (ctx) => sql`
    select k.bin_id as id, count(*)::integer as value from (
      select l.from_bin_id as bin_id from ${fromHere(ctx, taskLine, 'l')} where l.state in ('OPEN', 'INHAND')
      union all
      select l.to_bin_id from ${fromHere(ctx, taskLine, 'l')} where l.state in ('OPEN', 'INHAND')) k
    where k.bin_id is not null group by k.bin_id`,
}

export async function readLayer(ctx: Ctx, { layer }: { layer: 'FILL' | 'HEAT' | 'WORK' }): Promise<Layer> {
  demandDc(ctx)
  const rows = await ctx.tx.query<{ id: string; value: number }>(
    sql`select m.id, m.value from (${layers[layer](ctx)}) m order by m.id limit ${mapBinsMax}`,
  )
  return { id: rows.map((r) => r.id), value: rows.map((r) => r.value) }
}
