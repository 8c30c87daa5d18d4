import { type FrameType, wsRate } from '@lading/contract/sys/wsRecord.ts'
import sql from 'sql-template-tag'
import { systemOrg } from '../../kernel/ctx.ts'
import { transaction } from '../../kernel/database.ts'
import { insert } from '../../kernel/insert.ts'
import type { Kernel } from '../../kernel/perform.ts'

/** How many frames go out, by tenant, type and minute. */
export interface Rate {
  count(tenantId: string, type: FrameType): void
  close(): Promise<void>
}
const minuteMs = 60_000

/** Counted in memory and written down once a minute: what is counted is too much to tell of one by one. */
export function createRate(kernel: Kernel): Rate {
  /** By tenant, then by type and minute. */
  let counted = new Map<string, Map<string, { type: FrameType; minute: string; frames: number }>>()
  const write = async (): Promise<void> => {
    const all = counted
    counted = new Map()
    for (const [tenantId, rows] of all)
      await transaction(kernel.db, tenantId, (tx) =>
        insert(
          { ...kernel, tx, tenantId, userId: null, org: systemOrg },
          wsRate,
          [...rows.values()],
          sql`on conflict (tenant_id, minute, type) do update set frames = sys_ws_rate.frames + excluded.frames`,
        ),
      ).catch((error: unknown) => kernel.log.warn({ err: error }, 'frames were counted for nothing'))
  }
  const timer = setInterval(() => void write(), minuteMs).unref()
  return {
    count(tenantId, type) {
      const minute = kernel.now().toISOString().slice(0, 16)
      const own = counted.get(tenantId) ?? new Map()
      counted.set(tenantId, own)
      const key = `${type} ${minute}`
      const row = own.get(key) ?? { type, minute, frames: 0 }
      own.set(key, row)
      row.frames += 1
    },
    async close() {
      clearInterval(timer)
      await write()
    },
  }
}
