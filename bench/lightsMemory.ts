import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@lading/contract/dps/calls.ts'
import sql from 'sql-template-tag'
import { openDriver } from '../server/dps/driver/open.ts'
import { createGateway } from '../server/dps/gateway/gateway.ts'
import { SimController } from '../server/dps/sim/controller.ts'
import { until, warehouse } from '../server/dps/testing/wire.ts'
import { bulkInsert } from '../server/kernel/bulk.ts'
import { openTestServer } from '../server/testing/server.ts'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { asInstalled, postgresBackEnd } from './databases.ts'

/**
 * What 1,000 tags cost the process that speaks to them: `npm run bench:lights`. The tags are a
 * process of their own; all of them are lit and pressed again and again, each press booked.
 */
const [controllers, tags, rounds] = [4, 250, 10] as const
const mb = (bytes: number): number => Math.round(bytes / 2 ** 20)
const rss = (): number => {
  globalThis.gc?.()
  return mb(process.memoryUsage().rss)
}

async function simulate(): Promise<void> {
  const all = Array.from({ length: controllers }, () => new SimController({ nodes: tags }))
  const ports = await Promise.all(all.map((sim) => sim.listen()))
  process.on('message', () => {
    for (const sim of all) for (let node = 1; node <= tags; node++) sim.press({ bus: 1, node })
  })
  process.send?.(ports)
}

async function measure(): Promise<void> {
  const rack = fork(import.meta.filename, ['rack'])
  const [ports] = (await once(rack, 'message')) as [number[]]
  const postgres = await startTestPostgres(asInstalled)
  const server = await openTestServer({ db: await postgresBackEnd(postgres.url).open() })
  const ids = await server.inside('DC01', async (ctx) => {
    const at = { tenantId: ctx.tenantId, orgId: ctx.org.id }
    const made = ports.map((port, i) => ({ ...at, id: ctx.newId(), code: `K${i}`, name: 'rack', driver: 'SIM', port }))
    await bulkInsert(ctx.tx, 'dps_controller', made)
    const nodes = made.flatMap((c) => Array.from({ length: tags }, (_, i) => ({ c, node: i + 1 })))
    const rows = nodes.map(({ c, node }) => ({
      ...{ ...at, id: ctx.newId(), code: `${c.code}-${node}`, controllerId: c.id, bus: 1, node },
      ...{ kind: 'PICK', digits: 6, health: 'OK' },
    }))
    await bulkInsert(ctx.tx, 'dps_tag', rows)
    return rows.map(({ id }) => id)
  })
  const clerk = await server.as('admin', 'DC01')
  const count = (query: ReturnType<typeof sql>) =>
    server.inside('DC01', async (ctx) => (await ctx.tx.one<{ n: number }>(query)).n)
  const before = rss()
  const open = (c: { driver: 'SIM' | 'ABLEPICK' | 'MQTT_JSON'; port: number }) =>
    openDriver({ driver: c.driver, host: '127.0.0.1', port: c.port, options: {} })
  const gateway = createGateway({ kernel: server.kernel, warehouse, open })
  await gateway.tick()
  await until(
    async () => (await count(sql`select count(*)::int as n from dps_link where state = 'ONLINE'`)) === controllers,
  )
  const connected = rss()
  let most = connected
  const began = performance.now()
  for (let round = 1; round <= rounds; round++) {
    for (const half of [ids.slice(0, 500), ids.slice(500)])
      await clerk.call(calls.commandTags, { ids: half, verb: 'LAMP' })
    gateway.nudge()
    await gateway.settled()
    await sleep(100)
    rack.send('press')
    const told = round * controllers * tags
    await until(async () => {
      most = Math.max(most, mb(process.memoryUsage().rss))
      return (await count(sql`select count(*)::int as n from dps_event where kind = 'CONFIRM'`)) >= told
    }, 6_000)
  }
  const perSecond = Math.round((rounds * controllers * tags) / ((performance.now() - began) / 1000))
  const after = rss()
  process.stdout.write(
    `${controllers * tags} tags, ${rounds} rounds: RSS before the gateway ${before} MB, connected ${connected} MB, at most ${most} MB, afterwards ${after} MB; ${perSecond} presses/s booked\n`,
  )
  await gateway.stop()
  rack.kill()
  await server.close()
  await postgres.stop()
}

await (process.argv[2] === 'rack' ? simulate() : measure())
