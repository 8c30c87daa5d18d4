import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausing } from '../../testing/paused.ts'
import { openWaveDesk, type WaveDesk } from '../testing/waveDesk.ts'
import { lookAtFace } from './face.ts'

let desk: WaveDesk
beforeAll(async () => {
  desk = await openWaveDesk()
})
afterAll(() => desk.server.close())

const reserve = (isLocked: boolean) =>
  desk.inside((ctx) =>
    ctx.tx.run(sql`
      update wms_bin set lock_out = ${isLocked} where tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id} and code = 'R-02-02'`),
  )
/** Pieces on the face that nobody was promised. */
const freeThere = () =>
  desk.inside(async (ctx) => {
    const { free } = await ctx.tx.one<{ free: string }>(sql`
      select coalesce(sum(qty - reserved_qty), 0) as free from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${face()}`)
    return Number(free)
  })
const face = () => desk.yard.bins.get('SB-02-01') ?? ''

test('goods that come while nobody finds any stay with the order that waits for them, at each moment', async () => {
  await desk.put('R-02-02', 'P2', '600', '2029-12-31')
  const paused = pausing(desk.server.db)
  /** An order that waits for five pieces, which nobody brings any more. */
  const begin = async () => {
    await reserve(false)
    const free = await freeThere()
    const id = await desk.order('S1', { P2: String(free + 5) })
    await desk.step(await desk.wave([id]), 'start')
    await reserve(true)
    const rows = await desk.inside((ctx) =>
      ctx.tx.query<{ id: string; version: number }>(sql`
        select id, version from wms_task where tenant_id = ${ctx.tenantId} and task_type = 'RPL_DOWN' and state in ('READY', 'WAIT')`),
    )
    expect(rows).toHaveLength(1)
    expect(await desk.clerk.call(work.cancelTasks as never, { rows, reason: 'off' })).toMatchObject({ ok: 1 })
    return { id, free, look: () => desk.inside((ctx) => lookAtFace(ctx, face())) }
  }
  const comes = () => desk.put('SB-02-01', 'P2', '5', '2029-12-31')
  const first = await begin()
  const whole = paused(1_000, first.look)
  await whole.done
  expect(await desk.lines(first.id)).toEqual(['P2 0 short 5'])
  for (let at = 2; at <= whole.sent().length; at++) {
    const { id, free, look } = await begin()
    const held = paused(at, look)
    await held.reached
    // Where the look holds the promise already, the goods wait for it, and are free then.
    const came = comes()
    await Promise.race([came, new Promise((later) => setTimeout(later, 100))])
    held.go()
    expect(await held.done).toMatchObject({ status: 'fulfilled' })
    await came
    await desk.server.relay.drain()
    await desk.sound()
    const [line] = await desk.lines(id)
    expect([`P2 ${free + 5}`, `P2 ${free} short 5`], `at ${at}`).toContain(line)
  }
})
