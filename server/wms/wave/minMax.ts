// engine: gives stock to the orders of a wave, whose locks it holds; whoever sees a wave sees all of its orders

import type { Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { freeStock, readCandidates } from '../operate/candidates.ts'
import { replenish } from '../strategy/replenish.ts'
import { topUp, waitedFor } from '../strategy/wave.ts'
import { readFaces } from './faces.ts'
import { supply } from './supply.ts'

/** Products whose faces one transaction looks at. */
const productsMost = 100
/** Orders that wait go before. */
const quiet = 40

type Step = <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>

/**
 * 最高最低: pick faces that hold too little are filled up before anybody lacks their goods: what stands there and is under
 * way, but for what is promised, is below the least; then so much is brought from storage that the most is there, what
 * expires first before the rest, and small remains before whole pallets. Source: wms.md 7.7.
 * @returns how many tasks were made
 */
export async function replenishFaces(step: Step): Promise<number> {
  let tasks = 0
  for (let after = '0'; ; ) {
    const ids = await step((ctx) => nextProducts(ctx, after))
    const last = ids.at(-1)
    if (last === undefined) return tasks
    tasks += await step((ctx) => fill(ctx, ids))
    after = last
  }
}

const nextProducts = async (ctx: Ctx, after: string): Promise<string[]> =>
  (
    await ctx.tx.query<{ id: string }>(sql`
      select distinct product_id as id from wms_product_bin where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
        and role = 'PICK' and product_id > ${after}::bigint order by 1 limit ${productsMost}`)
  ).map((r) => r.id)

async function fill(ctx: Ctx, productIds: readonly string[]): Promise<number> {
  const { faces } = await readFaces(ctx, productIds)
  const wants = faces.flatMap((face) => {
    const level = { ...face, need: 0n, reserved: face.reserved + face.waiting }
    const { qty } = replenish('HIGHLOW', level)
    return qty > 0n ? [{ face, qty }] : []
  })
  if (wants.length === 0) return 0
  const ids = [...new Set(wants.map((w) => w.face.productId))]
  const owners = await ctx.tx.query<{ id: string }>(sql`
    select distinct owner_id as id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}
      and product_id = any(${ids}::bigint[]) and qty > reserved_qty order by 1`)
  const rows = (await Promise.all(owners.map(({ id }) => readCandidates(ctx, id, ids, [waitedFor], freeStock)))).flat()
  const usable = rows.filter((r) => r.lot.hold === null && r.bin.lockOut === null)
  const taken = new Map<string, Qty>()
  const supplies = wants.flatMap(({ face, qty }) => topUp(face, qty, usable, taken))
  const made = await supply(ctx, { priority: quiet }, { supplies, rows: usable, faces: wants.map((w) => w.face) })
  return made.length
}
