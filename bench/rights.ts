import { listQuery } from '@lading/contract/kernel/call.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import { queryStock } from '@lading/contract/wms/board.ts'
import { stock } from '@lading/contract/wms/stock.ts'
import { demand, type Identity, systemOrigin } from '../server/kernel/ctx.ts'
import { listRecords } from '../server/kernel/listQuery.ts'
import { perform } from '../server/kernel/perform.ts'
import { permissionRegistry } from '../server/permissions.ts'
import { refreshStatistics } from '../server/platform/job/statistics.ts'
import { openTestServer } from '../server/testing/server.ts'
import { everyProductInEveryBin, fill } from '../server/wms/testing/fillStock.ts'
import { buildYard } from '../server/wms/testing/yard.ts'
import type { BackEnd } from './databases.ts'

export interface RightsResult {
  readonly backEnd: string
  readonly rows: number
  /** The middle of many lists by somebody without limits, in milliseconds. */
  readonly plainMs: number
  /** What the same list takes more where its permission is asked and its rows are limited: a share of it. */
  readonly share: number
}

const [warmUp, rounds] = [30, 400]
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * A list of stock by two people who see the same rows: one without limits, and one whose call asks for a permission among
 * all there are, and whose roles show him one centre and named owners. Who they are is known, so that what is measured is
 * the check and the predicates. In turn, so that what else the machine does meets both.
 */
export async function benchRights(backEnd: BackEnd, size: { bins: number; products: number }): Promise<RightsResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  try {
    const { identity, owners } = await server.inside('DC01', async (ctx) => {
      const { owners } = await buildYard(ctx, {
        bins: Object.fromEntries(Array.from({ length: size.bins }, (_, i) => [`B-${i}`, 'STORAGE'])),
        products: Array.from({ length: size.products }, (_, i) => ({ code: `P${String(i).padStart(4, '0')}` })),
      })
      const { tx: _, ...identity } = ctx
      return { identity: identity as Identity, owners: [...owners.values()] }
    })
    await fill(server, everyProductInEveryBin)
    await refreshStatistics(server.db, 0)
    const all = permissionRegistry(server.served, permissionSubjects).map((p) => p.code)
    const plain: Identity = { ...identity, permissions: null, owners: null, carriers: null, sight: null }
    const limited: Identity = {
      ...plain,
      permissions: new Set(all),
      owners,
      sight: { orgIds: [identity.org.id], own: false },
    }
    const question = listQuery.parse({ pageSize: 20 })
    const list = async (who: Identity, permission: string | undefined): Promise<number> => {
      const begin = performance.now()
      await perform(
        server.kernel,
        server.one.tenantId,
        systemOrigin('rights'),
        who,
        async (ctx) => {
          if (permission) demand(ctx, permission)
          await listRecords(ctx, stock, question)
        },
        { read: true },
      )
      return performance.now() - begin
    }
    const { permission } = queryStock
    const times: { plain: number[]; limited: number[] } = { plain: [], limited: [] }
    for (let i = 0; i < warmUp + rounds; i++) {
      const [a, b] = [await list(plain, undefined), await list(limited, permission)]
      if (i < warmUp) continue
      times.plain.push(a)
      times.limited.push(b)
    }
    const plainMs = middle(times.plain)
    return {
      backEnd: backEnd.name,
      rows: size.bins * size.products,
      plainMs,
      share: middle(times.limited) / plainMs - 1,
    }
  } finally {
    await server.close()
  }
}
