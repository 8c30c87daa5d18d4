/**
 * `npm run bench:agent`: a centre's agent, as `npm run dps:agent` starts it, whose line to the server is cut for ten minutes
 * (SECONDS says how many) while its workers go on with what is bound. What was pressed, kept and booked, how soon after the line
 * is back, and whether the ledger lost or doubled any of it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import * as calls from '@lading/contract/dps/calls.ts'
import { openAgentDesk } from '@lading/server/dps/testing/agentProcess.ts'
import { until } from '@lading/server/dps/testing/wire.ts'
import sql from 'sql-template-tag'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { asInstalled } from './databases.ts'

const seconds = Number(process.env.SECONDS ?? 600)
/** Tags, those of them that are pressed before, and those that are left for afterwards; totes, and of how many presses one is made twice. */
const [tags, before, after, totes, twiceEach] = [200, 10, 10, 4, 10] as const
process.env.LADING_TEST_DB = 'postgres'
const postgres = await startTestPostgres(asInstalled)
process.env.LADING_TEST_PG_URL = postgres.url
const at = await openAgentDesk({ points: [tags], hasCompleter: false, orders: totes })
const { desk, press, line } = at
const agent = await at.start()
await until(async () => (await at.link()) === 'ONLINE', 3_000)
const code = (n: number): string => `P${String(n).padStart(2, '0')}`
for (let tote = 0; tote < totes; tote++) {
  const own = Array.from({ length: tags / totes }, (_, i) => i * totes + tote + 1)
  await desk.order(`S0${tote + 1}`, Object.fromEntries(own.map((n) => [code(n), String((n % 9) + 1)])))
  await desk.clerk.call(calls.arriveAt, { pointCode: 'P1', containerCode: `C00${tote + 1}` })
}
const lit = (): number => desk.sim.snapshot().filter((t) => t.text !== '').length
await until(async () => lit() === tags, 6_000)
/** Every bin once, in an order that is none of the rack's: 77 and 200 have no common divisor. */
const order = Array.from({ length: tags }, (_, i) => ((i * 77) % tags) + 1)
for (const node of order.slice(0, before)) await press(node)
await until(async () => (await at.booked()).length === before, 6_000)

const from = performance.now()
const atEnd = at.journalled().at(-1) ?? 0
line.cut()
await until(async () => (await at.link()) === 'OFFLINE', 3_000)
const during = order.slice(before, tags - after)
let twice = 0
for (const [i, node] of during.entries()) {
  await sleep(Math.max(0, (i / during.length) * seconds * 1000 - (performance.now() - from)))
  await press(node)
  if (i % twiceEach !== 0) continue
  desk.sim.press({ bus: 1, node })
  twice += 1
}
await until(async () => (at.journalled().at(-1) ?? 0) - atEnd === during.length + twice, 3_000)
const kept = at.journalled().filter((n) => n > atEnd).length
await sleep(Math.max(0, seconds * 1000 - (performance.now() - from)))
const booked = (await at.booked()).length
const isQuiet = booked === before && (await at.moved()).length === before

const lineUp = performance.now()
const wasAway = (lineUp - from) / 1000
line.mend()
await until(async () => (await at.booked()).length >= before + kept, 30_000)
const back = (performance.now() - lineUp) / 1000
for (const node of order.slice(tags - after)) await press(node)
await until(async () => (await at.booked()).length >= before + kept + after, 6_000)
await at.settled()

const replayed = (await at.booked()).slice(before, before + kept)
const applied = replayed.filter((text) => text.endsWith(' APPLIED'))
const isInOrder = applied.join() === during.map((node) => `${node} APPLIED`).join()
const moved = await at.moved()
const wanted = order.map((n) => `L-${String(n).padStart(2, '0')} ${(n % 9) + 1}`)
const lost = wanted.filter((one) => !moved.includes(one)).length
const doubled = moved.length - new Set(moved).size
const states = await at.texts((t) => sql`select distinct state as text from dps_task where tenant_id = ${t}`)
process.stdout.write(
  `cut off for ${wasAway.toFixed(0)} s: ${kept} keys journalled, ${during.length} of lit tags and ${twice} that were pressed once more; booked meanwhile ${isQuiet ? 0 : booked - before}\n` +
    `back: ${replayed.length} replayed, ${applied.length} booked, ${isInOrder ? 'in the order of their presses' : 'NOT in their order'}; the last one ${back.toFixed(1)} s after the line\n` +
    `ledger: ${moved.length} picks of ${wanted.length}, lost ${lost}, doubled ${doubled}${moved.join() === wanted.join() ? ', in their order' : ''}; tasks ${states.join()}\n`,
)
await desk.sound()
const isWell = isQuiet && isInOrder && lost === 0 && doubled === 0 && applied.length === during.length
await agent.end('SIGTERM')
await at.close()
await postgres.stop()
process.exit(isWell ? 0 : 1)
