import type { Fault } from '@lading/contract/kernel/fault.ts'
import * as work from '@lading/contract/wms/taskCalls.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausing } from '../../testing/paused.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'

let desk: PickDesk
beforeAll(async () => {
  desk = await openPickDesk()
  await desk.inside((ctx) =>
    ctx.tx.run(
      sql`update wms_bin set mix_product = false where tenant_id = ${ctx.tenantId} and code in ('P-01', 'S-01')`,
    ),
  )
})
afterAll(() => desk.server.close())

const products = (bin: string) =>
  desk.inside(async (ctx) => {
    const rows = await ctx.tx.query<{ code: string }>(sql`
      select distinct p.code from wms_stock s join mdm_product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${ctx.tenantId} and s.bin_id = ${desk.yard.bins.get(bin)} and s.qty > 0 order by p.code`)
    return rows.map((r) => r.code)
  })

test('what comes back to a bin that was emptied meets who is there now', async () => {
  await desk.put('P-01', 'A', '12')
  const { lines } = await desk.pick({ A: '12' })
  const taskLineId = lines[0]?.id ?? ''
  await desk.clerk.call(work.confirmLine, { taskLineId, qty: '12', toContainer: 'T1' } as never)
  await desk.put('P-01', 'B', '5')
  await expect(desk.clerk.call(work.undoLine, { taskLineId })).rejects.toMatchObject({ code: 42242 })
  expect(await products('P-01')).toEqual(['B'])
  await desk.sound()
})

test('of two that come to an empty bin one is refused, wherever the first stands still', async () => {
  const paused = pausing(desk.server.db)
  const emptied = () =>
    desk.inside((ctx) =>
      ctx.tx.run(
        sql`delete from wms_stock where tenant_id = ${ctx.tenantId} and bin_id = ${desk.yard.bins.get('S-01')} and qty = 0`,
      ),
    )
  const leave = (product: string) => desk.put('S-01', product, '-1')
  const steps = await (async () => {
    const whole = paused(1_000, () => desk.put('S-01', 'A', '1'))
    await whole.done
    await leave('A')
    return whole.sent().length
  })()
  expect(steps).toBeGreaterThan(5)
  for (let at = 2; at <= steps; at++) {
    await emptied()
    const first = paused(at, () => desk.put('S-01', 'A', '1'))
    await first.reached
    const second = desk.put('S-01', 'C', '1').then(
      () => 'came',
      (error: Fault) => error.refusal.code,
    )
    // Whoever waits for the first waits until it goes on; the others are through by then.
    await Promise.race([second, new Promise((later) => setTimeout(later, 150))])
    first.go()
    const [one, two] = [await first.done, await second]
    expect([one.status === 'fulfilled', two], `at ${at}`).toEqual(
      one.status === 'fulfilled' ? [true, 42242] : [false, 'came'],
    )
    const there = await products('S-01')
    expect(there).toHaveLength(1)
    await leave(there[0] ?? '')
  }
  await desk.sound()
})
