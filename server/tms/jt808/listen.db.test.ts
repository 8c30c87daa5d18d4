import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { gpsConfig, lastFixes } from '@lading/contract/tms/gps.ts'
import { roadFaults } from '@lading/contract/tms/roadFaults.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { Terminal } from '../testing/terminal.ts'
import { at } from '../testing/tripWorld.ts'
import { driven } from '../watch/testing/drive.ts'
import { frameMax } from './frame.ts'
import { listen808 } from './listen.ts'
import { createTerminals } from './terminals.ts'

let w: RoadWorld
let listening: Awaited<ReturnType<typeof listen808>>
let source: { id: string; version: number }
const phones = ['13800138000', '13800138001'] as const
beforeAll(async () => {
  w = await openRoad()
  const devices = phones.map((phone, i) => ({ deviceNo: `0${phone}`, truckId: w.fleet[i]?.truck }))
  source = await w.group.call(crudCalls(gpsConfig).create, {
    code: 'T808',
    name: 'own',
    kind: 'JT808',
    system: 'WGS84',
    devices,
  })
  listening = await listen(30_000)
})
/** However slow the machine is, nobody who speaks is taken for a stranger; who is one is waited for. */
const listen = (strangerMs: number) =>
  listen808(createTerminals(w.server.kernel, 'a secret of tests'), {
    ...{ port: 0, host: '127.0.0.1', patience: { strangerMs, silentMs: 60_000 } },
  })
const closed = (...of: readonly Terminal[]) =>
  expect.poll(() => of.map((t) => t.isClosed), { timeout: 20_000 }).toEqual(of.map(() => true))
afterAll(async () => {
  await listening.close()
  await w.server.close()
})
const terminal = (phone: string, is2019 = false) => new Terminal(listening.port, phone, is2019)

test.each([false, true])(
  'a terminal registers, says its code, and drives its trip past three fences (2019: %s)',
  async (is2019) => {
    const crew = is2019 ? 1 : 0
    const ids = [await w.wayBillAt(0), await w.wayBillAt(1), await w.wayBillAt(2)]
    const trip = await w.makeTrip({
      crew,
      from: at('11:00'),
      to: at('16:00'),
      stops: ids.map((id, i) => w.stop(i, id)),
    })
    await w.step('release', trip.id)
    const t = terminal(phones[crew], is2019)
    const code = await t.register()
    expect(code).toMatch(/^[0-9a-f]{16}$/)
    expect(await t.authenticate(code ?? '')).toBe(true)
    const begin = Date.parse(at('11:00'))
    const legs = stores.map((to) => ({ to, kmh: 50, stayS: 240 }))
    const fixes = driven(place(0, 0), [{ to: place(0, 0), kmh: 1, stayS: 120 }, ...legs], { everyS: 30 }).map((f) => ({
      ...f,
      at: begin + f.at,
    }))
    await w.travel(new Date(fixes.at(-1)?.at ?? 0).toISOString())
    const [kept, live] = [fixes.slice(10, 20), [...fixes.slice(0, 10), ...fixes.slice(20)]]
    expect((await Promise.all(live.map((f) => t.locate(f)))).every((a) => a?.body[4] === 0)).toBe(true)
    // It was in a tunnel meanwhile.
    expect((await t.locateAll(kept))?.body[4]).toBe(0)
    expect((await t.say(2, []))?.body[4]).toBe(0)
    await w.server.relay.drain()
    const { stops, state } = await w.onRoad(trip.id)
    expect([state, ...stops.map((s) => s.state)]).toEqual(['IN_TRANSIT', 'ARRIVED', 'ARRIVED', 'ARRIVED'])
    const { n } = await w.server.inside('G', (ctx) =>
      ctx.tx.one<{ n: number }>(
        sql`select count(*)::integer as n from tms_gps_fix where tenant_id = ${ctx.tenantId} and truck_id = ${w.fleet[crew]?.truck}`,
      ),
    )
    expect(n).toBe(fixes.length)
    const group = await w.server.as('admin', 'G')
    expect(await group.call(lastFixes, { id: source.id })).toHaveLength(5)
    t.end()
    await w.clear()
  },
)

test('who is bound to no truck is refused; so is a wrong code, and who speaks before he has said who he is', async () => {
  const stranger = terminal('19900000000')
  expect(await stranger.register()).toBeUndefined()
  await closed(stranger)
  const liar = terminal(phones[0])
  expect(await liar.authenticate('0123456789abcdef')).toBe(false)
  await closed(liar)
  const early = terminal(phones[0])
  expect(await early.locate({ at: Date.now(), p: [120, 30], speed: 0, temps: [] })).toBeUndefined()
  await closed(early)
  // Known in one's own name is known in no other's.
  const own = terminal(phones[0])
  await own.authenticate((await own.register()) ?? '')
  expect(own.isClosed).toBe(false)
  own.end()
})

test('who says nothing, or too much, or noise is disconnected; a damaged frame is left out', async () => {
  const strict = await listen(400)
  const [silent, noisy] = [0, 1].map(() => new Terminal(strict.port, phones[0], false)) as [Terminal, Terminal]
  const long = terminal(phones[0])
  long.raw(new Uint8Array(frameMax + 10).fill(0x41))
  await closed(long)
  // Noise is no word: whoever makes it is as silent as who says nothing.
  const noise = setInterval(() => noisy.isClosed || noisy.raw(Uint8Array.of(0x7e, 1, 2, 3, 0x7e)), 50)
  await closed(silent, noisy)
  clearInterval(noise)
  await strict.close()
  const damaged = terminal(phones[0])
  damaged.raw(Uint8Array.of(0x7e, 9, 9, 9, 0x7e))
  expect(await damaged.authenticate((await damaged.register()) ?? '')).toBe(true)
  damaged.end()
})

test('a device is on one truck; one whose source is off is nobody’s', async () => {
  const group = await w.server.as('admin', 'G')
  const bound = {
    code: 'X',
    name: 'x',
    kind: 'HTTP',
    system: 'GCJ02',
    devices: [{ deviceNo: phones[0], truckId: w.fleet[2]?.truck }],
  }
  await expect(group.call(crudCalls(gpsConfig).create, bound)).rejects.toMatchObject({
    code: roadFaults.deviceBound.code,
    message: `设备【${phones[0]}】已绑定车辆【沪A00000】，请先解绑`,
  })
  await expect(group.call(crudCalls(gpsConfig).create, { ...bound, kind: 'JT808', devices: [] })).rejects.toMatchObject(
    { code: roadFaults.wgsOnly.code },
  )
  const [version] = await w.server.inside('G', (ctx) =>
    ctx.tx.query<{ version: number }>(
      sql`select version from tms_gps_config where tenant_id = ${ctx.tenantId} and id = ${source.id}`,
    ),
  )
  await group.call(crudCalls(gpsConfig).disable, { id: source.id, version: version?.version })
  const off = terminal(phones[0])
  expect(await off.register()).toBeUndefined()
})
