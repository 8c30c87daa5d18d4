import { Fault } from '@lading/contract/kernel/fault.ts'
import { parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { dice } from '../../testing/dice.ts'
import { openTestServer } from '../../testing/server.ts'
import { buildYard, keyOf } from '../testing/yard.ts'
import { post } from './post.ts'
import { reconcile } from './reconcile.ts'
import { readReservations, release, reserve } from './reservations.ts'
import { reverse } from './reverse.ts'

test('weighed goods that people count as they like stay whole', async () => {
  const server = await openTestServer()
  try {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> => server.inside('DC01', work)
    const yard = await inside((ctx) =>
      buildYard(ctx, { bins: { F1: 'PICK', F2: 'STORAGE' }, products: [{ code: 'A', isWeigh: true }] }),
    )
    const seed = Number(process.env.LADING_SEED ?? Date.now() % 1_000_000)
    const whole = dice(seed)
    const oneOf = <T>(list: readonly T[]): T => list[whole(list.length)] as T
    const kg = (most: number): Qty => parseQty((whole(most * 10) / 10 + 0.1).toFixed(1))
    const maybe = (n: number): number | undefined =>
      whole(3) === 0 ? undefined : Math.max(0, Math.round(n) + whole(5) - 2)
    let serial = 0
    const lines: string[] = []
    const move = async (ctx: Ctx, from: string, to: string, qty: Qty, pieces: number | undefined, more: object) => {
      const [source, target] = [
        await keyOf(ctx, yard, { bin: from, product: 'A' }),
        await keyOf(ctx, yard, { bin: to, product: 'A' }),
      ]
      await post(ctx, {
        bizType: 'MOVE',
        idemKey: `w${++serial}`,
        lines: [
          { key: source, delta: -qty, pieces: pieces === undefined ? undefined : -pieces },
          { key: target, delta: qty, pieces },
        ],
        ...more,
      })
    }
    const rowOf = (ctx: Ctx, bin: string) =>
      ctx.tx.maybe<{ id: string; qty: string; pieces: number | null }>(sql`
        select id, qty, pieces from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${yard.bins.get(bin)}`)
    const acts: Readonly<Record<string, (ctx: Ctx) => Promise<unknown>>> = {
      receive: (ctx) => {
        const qty = kg(20)
        return move(ctx, 'V_VENDOR', oneOf(['F1', 'F2']), qty, maybe(Number(qty) / 1000), { bizType: 'RECEIVE' })
      },
      promise: async (ctx) => {
        const row = await rowOf(ctx, oneOf(['F1', 'F2']))
        if (!row) return
        const line = String(++serial)
        lines.push(line)
        const qty = kg(6)
        await reserve(ctx, [
          {
            kind: 'ALLOC',
            taskLineId: line,
            demandLineId: line,
            idemKey: `r${serial}`,
            stockId: row.id,
            qty,
            pieces: maybe(Number(qty) / 1000) ?? null,
          },
        ])
      },
      pick: async (ctx) => {
        const line = lines.length > 0 ? oneOf(lines) : undefined
        const promise =
          line &&
          (await ctx.tx.maybe<{ open: string; code: string }>(sql`
          select r.qty - r.used_qty - r.freed_qty as open, b.code from wms_reservation r join wms_bin b on b.tenant_id = r.tenant_id and b.id = r.bin_id
          where r.tenant_id = ${ctx.tenantId} and r.task_line_id = ${line} and r.state = 'ACTIVE' and b.code in ('F1', 'F2')`))
        if (!promise) return
        const open = parseQty(promise.open)
        const qty =
          whole(2) === 0 ? open : parseQty(Math.max(0.001, (Number(open) / 1000) * (whole(9) / 10 + 0.1)).toFixed(3))
        const own = { qty, carryTo: await keyOf(ctx, yard, { bin: 'SYS-PICK', product: 'A' }) }
        await move(ctx, promise.code, 'SYS-PICK', qty, maybe(Math.ceil(Number(qty) / 1000)), {
          bizType: 'PICK',
          taskLineId: line,
          own,
        })
      },
      replenish: (ctx) => {
        const qty = kg(5)
        return move(ctx, 'F2', 'F1', qty, maybe(Number(qty) / 1000), {})
      },
      release: async (ctx) => {
        if (lines.length === 0) return
        const ids = await ctx.tx.query<{ id: string }>(sql`
          select id from wms_reservation where tenant_id = ${ctx.tenantId} and task_line_id = ${oneOf(lines)} and state = 'ACTIVE' order by id`)
        if (ids[0]) await release(ctx, await readReservations(ctx, [ids[0].id]), kg(3))
      },
      undo: async (ctx) => {
        if (lines.length > 0) await reverse(ctx, oneOf(lines))
      },
    }
    for (let step = 0; step < Number(process.env.STEPS ?? 300); step++) {
      const [name, act] = oneOf(Object.entries(acts))
      await inside(act).catch((error: unknown) => {
        if (!(error instanceof Fault))
          throw new Error(`seed ${seed}, step ${step}, ${name}: ${String(error)}`, { cause: error })
      })
      expect(await inside(reconcile), `seed ${seed}, step ${step}, ${name}`).toEqual([])
    }
  } finally {
    await server.close()
  }
})
