/**
 * `npm run test:security`: sqlmap and wapiti against a server of its own, as somebody who is logged in and as nobody.
 * `--minutes=n` bounds the whole, 20 without it.
 */
import { aptInstall, onPath } from './apt.ts'
import { buildWeb } from './buildWeb.ts'
import { logIn, type Person } from './day/client.ts'
import { demoPassword } from './demoSeed.ts'
import { startDemo } from './demoServer.ts'
import { endWithParent } from './endWithParent.ts'
import { askAll, type People, personFor, samplesOf } from './security/people.ts'
import { plantedScript, plantedSql, plantHoles } from './security/planted.ts'
import { type SigningProxy, startProxy } from './security/proxy.ts'
import { sqlmap } from './security/sqlmap.ts'
import {
  type Document,
  repeated,
  repeatedWrites,
  slowed,
  type Target,
  targetsOf,
  typical,
  writesOf,
} from './security/targets.ts'
import { wapiti } from './security/wapiti.ts'
import type { Signer } from './signing.ts'

const lanes = 2
const until = Date.now() + Number(/--minutes=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 20) * 60_000

/** Whom the server refuses because he asks too much learns nothing. Guessing a password it rightly slows down. */
const deaf = ({ limited }: SigningProxy): readonly string[] =>
  [...limited]
    .filter(([path]) => !slowed.includes(path))
    .map(([path, n]) => `${path} was refused ${n} times as one too many`)

async function told(name: string, work: Promise<readonly string[]>): Promise<readonly string[]> {
  const from = Date.now()
  const findings = await work
  console.log(`${name}: ${findings.length} findings in ${Math.round((Date.now() - from) / 1000)} s`)
  for (const finding of findings) console.log(`finding: ${finding}`)
  return findings
}

interface Plan {
  readonly people: People
  readonly reads: readonly Target[]
  readonly writes: readonly Target[]
}

/** What was answered before and is not any more: from some moment on the tools asked in vain. */
async function struckDumb({ people, reads }: Plan, before: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const { refusals } = await askAll(people, reads)
  return [...refusals]
    .filter(([path]) => !before.has(path) && !slowed.includes(path))
    .map(([path, why]) => `${path} is answered no more: ${why}`)
}

async function attack(url: URL, plan: Plan): Promise<number> {
  const { people, reads, writes } = plan
  const planted = await plantHoles()
  const first = await askAll(people, reads)
  for (const why of first.refusals.values()) console.log(`refused though asked as it is meant: ${why}`)
  const askers = new Map<string, Person>(first.askers)
  const signerOf = (path: string): Signer => {
    const { sign } = askers.get(path) ?? personFor(people, path)
    if (!sign) throw new Error('the log-in gave no key')
    return sign
  }
  const all = [...reads, ...writes]
  const common = { to: url, tenant: 'demo', planted }
  const signed = await startProxy({
    ...common,
    signerOf,
    targets: [...all.filter((t) => !t.isOpen), plantedSql, plantedScript],
  })
  const unsigned = await startProxy({ ...common, targets: [...all.filter((t) => t.isOpen), plantedSql, plantedScript] })
  const baseOf = (t: Target): string => (t.isOpen ? unsigned.url : signed.url)
  const lanesOf = (what: 'reads' | 'writes', targets: readonly Target[]) =>
    Array.from({ length: lanes }, (_, i) => targets.filter((_t, n) => n % lanes === i)).map((part, i) =>
      told(`sqlmap, ${what} ${i + 1}`, sqlmap(part, what, baseOf, until)),
    )
  try {
    const read = await Promise.all([
      ...lanesOf('reads', typical(reads, repeated)),
      told('wapiti, calls', wapiti(signed.url, 'calls', until)),
      told('wapiti, site', wapiti(unsigned.url, 'site', until)),
    ])
    const second = await askAll(people, writes)
    console.log(
      `${writes.length - second.refusals.size} of ${writes.length} writing calls are answered as they are meant`,
    )
    for (const [path, asker] of second.askers) askers.set(path, asker)
    const written = await Promise.all(lanesOf('writes', typical(writes, repeatedWrites)))
    const [some, none] = [signed, unsigned].map((p) => [...p.asked.values()].reduce((a, b) => a + b, 0))
    console.log(`${some} requests with a session, ${none} without`)
    const seen = [
      ...[signed, unsigned].flatMap((p) => [...p.troubles, ...deaf(p)]),
      ...(await struckDumb(plan, first.refusals)),
    ]
    for (const finding of seen) console.log(`finding: ${finding}`)
    return [...read, ...written].flat().length + seen.length
  } finally {
    await Promise.all([signed.close(), unsigned.close(), planted.close()])
  }
}

/** @returns why the tools are not there, if they are not */
function missingTools(): string | undefined {
  const missing = ['sqlmap', 'wapiti'].filter((name) => onPath(name) === undefined)
  if (missing.length === 0) return undefined
  const reason = aptInstall(missing)
  return reason && `npm run test:security needs ${missing.join(' and ')}: ${reason}`
}

async function main(): Promise<number> {
  endWithParent()
  const missing = missingTools()
  if (missing) {
    console.log(missing)
    return 1
  }
  await buildWeb()
  const demo = await startDemo({ TRUST_PROXY: 'loopback' })
  try {
    const from = Date.now()
    const url = new URL(demo.url)
    const logInAt = (org: string) => logIn(url, 'demo', 'admin', demoPassword, org)
    const people = { group: await logInAt('LADING'), dc: await logInAt('DC01') }
    const document = (await (await fetch(`${demo.url}/openapi.json`)).json()) as Document
    const samples = await samplesOf(people, document)
    const reads = targetsOf(document, samples.any)
    const writes = writesOf(document, samples.foreign)
    console.log(`${reads.length} reading and ${writes.length} writing calls, rows of ${samples.any.size} kinds`)
    const findings = await attack(url, { people, reads, writes })
    console.log(`${findings} findings in ${Math.round((Date.now() - from) / 1000)} s`)
    return findings > 0 ? 1 : 0
  } finally {
    await demo.end()
  }
}

process.exitCode = await main()
