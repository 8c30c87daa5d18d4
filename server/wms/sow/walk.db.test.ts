import { documentCalls } from '@lading/contract/kernel/crud.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { operateBill } from '@lading/contract/wms/operateBill.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { Refused } from '../../testing/server.ts'
import { openSowDesk } from '../testing/sowDesk.ts'
import { stepSeven, type WaveDesk } from '../testing/waveDesk.ts'

const steps = 60
/** Numbers from 0 to 1, the same for the same seed. */
function from(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 12)) >>> 0) / 2 ** 32
  }
}
/** What a worker may be told instead of what he wanted: the walk goes on. */
const orRefused = (act: Promise<unknown>): Promise<unknown> =>
  act.catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })

interface Open {
  id: string
  taskType: 'PICK' | 'SOW'
}
const openTasks = (desk: WaveDesk): Promise<Open[]> =>
  desk.inside((ctx) =>
    ctx.tx.query<Open>(sql`
      select id, task_type from wms_task where tenant_id = ${ctx.tenantId} and task_type in ('PICK', 'SOW') and state in ('READY', 'ASSIGNED', 'RUNNING') order by id`),
  )

/** Goods in a batch container that nobody sorts, and picked goods of stores that stand in no container of theirs. */
const lost = (desk: WaveDesk): Promise<string[]> =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ text: string }>(sql`
      select concat_ws(' ', c.code, c.state, s.qty) as text from wms_stock s join wms_container c on c.tenant_id = s.tenant_id and c.id = s.container_id
      where s.tenant_id = ${ctx.tenantId} and s.qty > 0 and c.store_id is null and c.state = 'PICKED' and not exists (
        select 1 from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type = 'SOW' and k.state not in ('DONE', 'CANCELED')
        where l.tenant_id = c.tenant_id and l.from_container_id = c.id and l.state = 'OPEN')`)
    return rows.map((r) => r.text)
  })

test.each([1, 2, 3, 4])(
  'whatever pickers and sorters do, nothing is lost between bin and store: seed %i',
  async (seed) => {
    const desk = await openSowDesk(3)
    const random = from(seed)
    const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
    try {
      await stepSeven(desk)
      const orders: string[] = []
      const start = async () => {
        const made: string[] = []
        for (const store of ['S1', 'S2', 'S3'])
          if (random() < 0.8) made.push(await desk.order(store, { P2: String(1 + Math.floor(random() * 20)) }))
        if (made.length === 0) return
        orders.push(...made)
        await desk.step(await desk.wave(made), 'start')
        while ((await desk.tasks('RPL_DOWN')).length > 0) await desk.work('RPL_DOWN')
      }
      const confirm = async (line: WorkLine, type: Open['taskType']) => {
        const rest = parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty)
        const isLess = random() < 0.35 && rest > 0n
        const qty = isLess ? BigInt(Math.floor(random() * Number(rest / 1000n))) * 1000n : rest
        const how = isLess
          ? random() < 0.5 && qty > 0n
            ? { partial: true }
            : { reason: pick(['NOT_FOUND', 'DAMAGED', 'OTHER']) }
          : {}
        const isTote = random() < (type === 'PICK' ? 0.7 : 0.4)
        const toContainer = isTote ? { toContainer: `T${1 + Math.floor(random() * 20)}` } : {}
        await orRefused(
          desk.clerk.call(work.confirmLine as never, {
            taskLineId: line.id,
            qty: formatQty(qty),
            ...how,
            ...toContainer,
          }),
        )
      }
      const deeds: readonly (readonly [number, () => Promise<unknown>])[] = [
        [1, start],
        [
          8,
          async () => {
            const task = pick(await openTasks(desk))
            if (!task) return start()
            const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.takeTask as never, { id: task.id })
            const line = lines.find((l) => l.state === 'OPEN')
            if (line) await confirm(line, task.taskType)
          },
        ],
        [
          1.5,
          async () => {
            const done = await desk.inside((ctx) =>
              ctx.tx.query<{ id: string }>(sql`
              select l.id from wms_task_line l join wms_task k on k.tenant_id = l.tenant_id and k.id = l.task_id and k.task_type in ('PICK', 'SOW') and k.state <> 'CANCELED'
              where l.tenant_id = ${ctx.tenantId} and l.done_qty > 0 order by l.id desc limit 6`),
            )
            const line = pick(done)
            if (line) await orRefused(desk.clerk.call(work.undoLine as never, { taskLineId: line.id }))
          },
        ],
        [
          0.4,
          async () => {
            const id = pick(orders)
            if (!id) return
            const calls = documentCalls(operateBill)
            const { version } = await desk.clerk.call<{ version: number }>(calls.getById as never, { id })
            await desk.clerk.call(calls.stop as never, { rows: [{ id, version }], reason: 'closed' })
          },
        ],
      ]
      const whole = deeds.reduce((n, [share]) => n + share, 0)
      for (let i = 0; i < steps; i++) {
        let at = random() * whole
        const deed = deeds.find(([share]) => {
          at -= share
          return at < 0
        })
        await deed?.[1]()
        await desk.server.relay.drain()
        await desk.sound()
        expect(await lost(desk)).toEqual([])
      }
      // Everybody ends what he has begun: nothing is on its way any more.
      for (let i = 0; i < 200; i++) {
        const [task] = await openTasks(desk)
        if (!task) break
        const { lines } = await desk.clerk.call<{ lines: WorkLine[] }>(work.takeTask as never, { id: task.id })
        const line = lines.find((l) => l.state === 'OPEN')
        const rest = line && formatQty(parseQty(line.planQty) - parseQty(line.doneQty) - parseQty(line.shortQty))
        await desk.clerk.call(work.confirmLine as never, { taskLineId: line?.id, qty: rest })
        await desk.server.relay.drain()
      }
      expect(await openTasks(desk)).toEqual([])
      await desk.sound()
      expect(await lost(desk)).toEqual([])
      const { records } = await desk.clerk.call<{ records: { state: string }[] }>(
        documentCalls(waveBill).query as never,
        {},
      )
      expect(records.map((w) => w.state)).not.toContain('STARTING')
    } finally {
      await desk.server.close()
    }
  },
)
