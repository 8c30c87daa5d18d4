// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { ProductFacts } from '../masters/facts.ts'
import { cutWalk, type PickArea, type Picking, pickLine } from '../operate/pickTasks.ts'
import type { NewTask } from '../task/create.ts'

/** Goods of an order that are picked in a batch. */
export interface BatchPicking extends Picking {
  readonly billId: string
  readonly storeId: string
  readonly route: string | null
  readonly priority: number
  readonly dueAt: Date | null
}
interface Wave {
  readonly id: string
  readonly billNo: string
}

/** How many stores the wall of each scheme takes at once, by scheme. */
export async function groupSizes(ctx: Ctx, schemeIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await ctx.tx.query<{ id: string; most: number }>(sql`
    select c.id, least(coalesce(c.max_stores, n.positions), n.positions)::integer as most from wms_sowing_scheme c
    cross join lateral (select count(*) as positions from wms_sow_position p
      where p.tenant_id = c.tenant_id and p.org_id = c.org_id and p.scheme_id = c.id) n
    where c.tenant_id = ${ctx.tenantId} and c.org_id = ${ctx.org.id} and c.id = any(${schemeIds}::bigint[])`)
  return new Map(rows.map((r) => [r.id, Math.max(1, r.most)]))
}

/**
 * 批拣: goods of many stores are picked at once, product by product, for as many stores as the wall has room for. Each
 * line is of one order, so that each keeps its promise; those of the same goods in one bin stand together, the store that
 * comes first before the others. Source: wms.md 7.4 step 6.
 * @param picks of one pick area and one owner, in the order in which stores are served
 */
export function batchTasks(
  wave: Wave,
  area: PickArea,
  stores: number,
  picks: readonly BatchPicking[],
  products: ReadonlyMap<string, ProductFacts>,
): NewTask[] {
  const routes = area.groupBy.includes('ROUTE') ? [...Map.groupBy(picks, (p) => p.route).values()] : [picks]
  return routes.flatMap((own) => batchesOf(wave, area, stores, own, products))
}

function batchesOf(
  wave: Wave,
  area: PickArea,
  stores: number,
  picks: readonly BatchPicking[],
  products: ReadonlyMap<string, ProductFacts>,
): NewTask[] {
  const served = [...new Set(picks.map((p) => p.storeId))]
  const groupOf = new Map(served.map((id, i) => [id, Math.floor(i / stores)]))
  return [...Map.groupBy(picks, (p) => groupOf.get(p.storeId) ?? 0).values()].flatMap((group) => {
    const stops = [...Map.groupBy(group, stopOf).values()]
    const asOne = stops.flatMap(([first, ...others]) =>
      first ? [{ ...first, qty: others.reduce((n, o) => n + o.qty, first.qty) }] : [],
    )
    return cutWalk(area, asOne, products).map((walk): NewTask => {
      const lines = walk.flatMap((stop, i) =>
        group.filter((p) => stopOf(p) === stopOf(stop)).map((p) => pickLine(p, i + 1, p.storeId)),
      )
      const own = group.filter((p) => walk.some((stop) => stopOf(p) === stopOf(stop)))
      const due = own.flatMap((p) => p.dueAt ?? []).sort((a, b) => a.getTime() - b.getTime())[0]
      return {
        taskType: 'PICK',
        state: own.some((p) => p.waits) ? 'WAIT' : 'READY',
        mode: area.method,
        bill: { key: waveBill.header.key, id: wave.id, no: wave.billNo },
        ownerId: own[0]?.ownerId ?? null,
        pickAreaId: area.id,
        priority: Math.min(...own.map((p) => p.priority)),
        dueAt: due ?? null,
        lines,
      }
    })
  })
}

/** Goods in one place, as one takes them. */
const stopOf = (p: Picking): string => [p.productId, p.qpcId, p.stockType, p.bin.id, p.lotId, p.containerId].join('/')
