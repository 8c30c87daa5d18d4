import { createServer as openPort } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { gpsConfig } from '@lading/contract/tms/gps.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog, createServer, type Server } from '../../server.ts'
import { testSecret } from '../../testing/database.ts'
import { openRoad, place, type RoadWorld, stores } from '../testing/roadWorld.ts'
import { Terminal } from '../testing/terminal.ts'
import { at } from '../testing/tripWorld.ts'
import { driven } from '../watch/testing/drive.ts'
import { createJt808, jt808At } from './listen.ts'

const phone = '13800138000'
let w: RoadWorld
/** Another process on the same database. */
let other: Server
let port = 0
beforeAll(async () => {
  w = await openRoad()
  await w.group.call(crudCalls(gpsConfig).create, {
    ...{ code: 'T808', name: 'own', kind: 'JT808', system: 'WGS84' },
    devices: [{ deviceNo: `0${phone}`, truckId: w.fleet[0]?.truck }],
  })
  other = await createServer({
    db: w.server.db,
    log: createLog('silent'),
    config: { secret: testSecret, trustProxy: false, tls: undefined },
    now: w.now,
  })
  port = await freePort()
  // As an installation says it to each of its processes.
  jt808At({ port, host: '127.0.0.1', secret: testSecret })
})
afterAll(async () => {
  jt808At({ port: undefined, host: '127.0.0.1', secret: testSecret })
  await other.close()
  await w.server.close()
})
async function freePort(): Promise<number> {
  const socket = openPort()
  await new Promise<void>((opened) => socket.listen(0, '127.0.0.1', opened))
  const address = socket.address()
  await new Promise((closed) => socket.close(closed))
  return typeof address === 'object' && address ? address.port : 0
}

test('of two processes one listens; when it dies the other does, and a terminal that comes back loses nothing', async () => {
  const [first, second] = [createJt808(w.server.kernel), createJt808(other.kernel)]
  await first.tick()
  // The port is the other's: it waits, however often it asks.
  await second.tick()
  await second.tick()
  const fixes = driven(place(0, 0), [{ to: stores[0], kmh: 50, stayS: 240 }], { everyS: 60 }).map((f) => ({
    ...f,
    at: Date.parse(at('11:00')) + f.at,
  }))
  await w.travel(new Date(fixes.at(-1)?.at ?? 0).toISOString())
  const before = new Terminal(port, phone, false)
  const code = (await before.register()) ?? ''
  expect(await before.authenticate(code)).toBe(true)
  const half = Math.floor(fixes.length / 2)
  for (const fix of fixes.slice(0, half)) expect((await before.locate(fix))?.body[4]).toBe(0)
  await first.stop()
  await expect.poll(() => before.isClosed).toBe(true)
  await second.tick()
  const after = new Terminal(port, phone, false)
  // It registers nowhere again: its code is known to whoever has the installation's secret.
  expect(await after.authenticate(code)).toBe(true)
  // What was not answered is sent again, and so is the last that was.
  expect((await after.locateAll(fixes.slice(half - 1)))?.body[4]).toBe(0)
  const { n } = await w.server.inside('G', (ctx) =>
    ctx.tx.one<{ n: number }>(
      sql`select count(*)::integer as n from tms_gps_fix where tenant_id = ${ctx.tenantId} and truck_id = ${w.fleet[0]?.truck}`,
    ),
  )
  expect(n).toBe(fixes.length)
  after.end()
  await second.stop()
})
