import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausing } from '../../testing/paused.ts'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { startTopic } from './members.ts'
import { advance } from './pipeline.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openWaveDesk()
})
afterAll(() => desk.server.close())

/** Pieces on the face that nobody was promised. */
const freeThere = () =>
  desk.inside(async (ctx) => {
    const { free } = await ctx.tx.one<{ free: string }>(sql`
      select coalesce(sum(qty - reserved_qty), 0) as free from wms_stock
      where tenant_id = ${ctx.tenantId} and bin_id = ${desk.yard.bins.get('SB-02-01') ?? ''}`)
    return Number(free)
  })

test('an order that is promised what is under way gets it, whenever that arrives', async () => {
  const paused = pausing(desk.server.db)
  /** Five pieces are waited for of a case of twelve that is under way, and a second wave is about to promise five more. */
  const begin = async () => {
    // No more than that: whoever finds some left there locks it, and has to wait for the other.
    await desk.put('R-02-02', 'P2', '12', '2029-12-31')
    const more = (await freeThere()) + 5
    await desk.step(await desk.wave([await desk.order('S1', { P2: String(more) })]), 'start')
    const { lines } = await desk.clerk.call(work.nextTask, { taskTypes: ['RPL_DOWN'] })
    const [line] = lines
    const id = await desk.wave([await desk.order('S2', { P2: '5' })])
    // As its start leaves it before it looks at goods: by itself it would go on at once.
    await desk.inside(async (ctx) => {
      await ctx.tx.run(sql`
        update wms_operate_bill set state = 'INPROGRESS' where tenant_id = ${ctx.tenantId} and wave_id = ${id}`)
      await ctx.tx.run(sql`
        update wms_wave_bill set state = 'STARTING', step = 'ALLOCATE' where tenant_id = ${ctx.tenantId} and id = ${id}`)
    })
    const scans = { bin: line?.toBin?.code }
    return {
      id,
      next: () => desk.inside((ctx) => advance(ctx, id)),
      comes: () => desk.clerk.call(work.confirmLine, { taskLineId: line?.id, qty: line?.planQty, scans } as never),
    }
  }
  type Begun = Awaited<ReturnType<typeof begin>>
  const clean = async (id: string, at: string) => {
    await desk.inside(async (ctx) => ctx.emit({ topic: startTopic, key: id }))
    await desk.server.relay.drain()
    expect(
      (await desk.tasks('PICK')).filter((t) => t.startsWith('WAIT')),
      at,
    ).toEqual([])
    expect(await desk.tasks('RPL_DOWN'), at).toEqual([])
    await desk.sound()
  }
  const rested = () => desk.server.relay.drain()
  for (const who of ['promise', 'arrival'] as const) {
    const slow = (b: Begun): (() => Promise<unknown>) => (who === 'promise' ? b.next : b.comes)
    const quick = (b: Begun): (() => Promise<unknown>) => (who === 'promise' ? b.comes : b.next)
    const first = await begin()
    const whole = paused(1_000, slow(first))
    await whole.done
    await quick(first)()
    await clean(first.id, `${who} first`)
    for (let at = 2; at <= whole.sent().length; at++) {
      const both = await begin()
      const held = paused(at, slow(both))
      await held.reached
      // What is seen of it by then is looked at; whoever waits for a lock of the other goes on with it.
      const other = quick(both)().then(rested)
      await Promise.race([other, new Promise((later) => setTimeout(later, 200))])
      held.go()
      expect(await held.done).toMatchObject({ status: 'fulfilled' })
      await other
      await clean(both.id, `${who} stood still at ${at}`)
    }
  }
})
