// engine: knows the terminals of all tenants

import { createHmac, hkdfSync } from 'node:crypto'
import type { PushedFix } from '@lading/contract/tms/gps.ts'
import sql from 'sql-template-tag'
import { systemIdentity, systemOrg, systemOrigin } from '../../kernel/ctx.ts'
import { asOwner } from '../../kernel/database.ts'
import { type Kernel, perform } from '../../kernel/perform.ts'
import { takeFixes } from '../gps/take.ts'
import type { Known, Terminals } from './session.ts'

/** Positions gather this long, so that a hundred trucks cost one transaction. */
const gatherMs = 200

interface Waiting {
  readonly fixes: readonly PushedFix[]
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/**
 * Terminals as tenants have bound them. What they tell is put down together with what others tell at the same moment, and
 * answered once it is kept.
 */
export function createTerminals(kernel: Kernel, secret: string): Terminals & { settled(): Promise<void> } {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'lading jt808', 32))
  const waiting = new Map<string, { readonly known: Known; readonly all: Waiting[] }>()
  let isDue = false
  let flushing: Promise<void> = Promise.resolve()

  const put = async ({ known, all }: { readonly known: Known; readonly all: Waiting[] }): Promise<void> => {
    const { tenantId, sourceId } = known
    try {
      await perform(
        kernel,
        tenantId,
        { ...systemOrigin(kernel.newId()), source: 'JT808' },
        systemIdentity(tenantId, systemOrg),
        (ctx) =>
          takeFixes(
            ctx,
            { id: sourceId, system: 'WGS84' },
            all.flatMap((w) => w.fixes),
          ),
      )
      for (const w of all) w.done()
    } catch (error) {
      kernel.log.warn({ err: error }, 'positions of terminals could not be kept')
      for (const w of all) w.failed(error)
    }
  }
  const flush = (): void => {
    isDue = false
    const now = [...waiting.values()]
    waiting.clear()
    flushing = flushing.then(async () => {
      for (const one of now) await put(one)
    })
  }
  return {
    find: (phone) =>
      asOwner(kernel.db, (tx) =>
        tx.query<Known & object>(sql`
          select d.tenant_id, d.config_id as source_id, d.device_no, k.code as plate from tms_gps_device d
          join tms_gps_config g on g.tenant_id = d.tenant_id and g.id = d.config_id and g.kind = 'JT808' and not g.disabled
          join tms_truck k on k.tenant_id = d.tenant_id and k.id = d.truck_id and not k.disabled
          join sys_tenant x on x.id = d.tenant_id and x.status = 'ACTIVE' where d.device_no = ${phone} order by d.tenant_id limit 10`),
      ),
    codeOf: ({ tenantId, sourceId, deviceNo }) =>
      createHmac('sha256', key).update(`${tenantId}:${sourceId}:${deviceNo}`).digest('hex').slice(0, 16),
    take: (known, fixes) =>
      new Promise((done, failed) => {
        const name = `${known.tenantId}:${known.sourceId}`
        const group = waiting.get(name) ?? { known, all: [] }
        group.all.push({ fixes, done, failed })
        waiting.set(name, group)
        if (isDue) return
        isDue = true
        setTimeout(flush, gatherMs)
      }),
    settled: () => flushing,
  }
}
