// engine: tells of tasks whose locks its callers hold

import sql from 'sql-template-tag'
import type { Ctx } from '../kernel/ctx.ts'

/** What the warehouse asks of whoever lights its bins. */
export interface Lights {
  /** Of these bins those that have a light in use. */
  readonly litBins: (ctx: Ctx, binIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Shows what is open of these tasks, and nothing of what is closed. In the transaction that changed them. */
  readonly follow: (ctx: Ctx, taskIds: readonly string[]) => Promise<void>
}
const dark: Lights = { litBins: async () => new Set(), follow: async () => undefined }
let connected = dark

/** Who lights them; `server/areas.ts` says so once. */
export const connectLights = (lights: Lights): void => {
  connected = lights
}
export const lights = (): Lights => connected

/** The outbox's word that a task that is picked by light was made or changed. Its key is the task's id. */
export const lightTopic = 'wms.lightTask'

/** Leaves word of those of these tasks that are done by light. */
export async function tellLights(ctx: Ctx, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  const rows = await ctx.tx.query<{ id: string }>(sql`
    select id from wms_task where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and id = any(${taskIds}::bigint[]) and mode = 'LIGHT'`)
  for (const { id } of rows) ctx.emit({ topic: lightTopic, key: id })
}
