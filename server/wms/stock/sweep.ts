// engine: the one writer of stock, its locks, its nightly check, and the walls themselves

import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Job } from '../../platform/job/run.ts'

const dayMs = 86_400_000
const most = 50_000

/**
 * Forgets places that goods left more than a day ago: every tote leaves such a row behind, and whoever looks for goods
 * would step over it for ever. Rows that somebody works on are left for another night.
 * @returns how many rows went
 */
export const sweepEmpty = (ctx: Ctx): Promise<number> =>
  ctx.tx.run(sql`
    delete from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id in (
      select id from wms_stock where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and qty = 0 and reserved_qty = 0
        and coalesce(last_out_at, created_at) < ${new Date(ctx.now().getTime() - dayMs)}
      limit ${most} for update skip locked)`)

/** Rows of places that have been empty for a day. */
export const stockSweep: Job = {
  title: ['清理空库存', 'Clear out empty stock rows'],
  cron: '50 2 * * *',
  worksAt: ['DC'],
  run: async (ctx) => `${await sweepEmpty(ctx)} rows`,
}
