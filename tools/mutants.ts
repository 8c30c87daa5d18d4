import { appendFileSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endWithParent } from './endWithParent.ts'
import { findMutants, type Mutant } from './mutants/find.ts'
import { type Host, openHost } from './mutants/hosts.ts'
import { startTestPostgres } from './testPostgres.ts'

/**
 * `npm run test:mutants`: do the tests notice mistakes? Small ones are made in the product one at a time (a bound moved
 * by one, a condition turned around, a call left out, the same in SQL), and the tests that come by them are run until one
 * fails. All mistakes of `server/wms/strategy` are tried, and of `server/wms/stock` and `server/wms/task` as many as
 * MUTANTS_COUNT says, drawn by MUTANTS_SEED; a word behind the command takes only groups with it in their name. Fewer than
 * four of five found, in either, is an error; those that nobody found stand in `out/mutants/survivors.txt`. A first run without mistakes writes down which test comes by which of them.
 */
const root = join(import.meta.dirname, '..')
const out = join(root, 'out', 'mutants')
const survivors = join(out, 'survivors.txt')
const metFolder = join(out, 'met')
const leastPercent = 80
/** Of the test files that come by a mistake so many are asked, the nearest and fastest first. */
const filesMax = 12
/** What a test takes longer with a mistake, or on a machine that does other work as well, before it counts as endless. */
const patience = { times: 5, ms: 15_000 }
const hostCount = 2

interface Group {
  readonly name: string
  readonly mutants: readonly Mutant[]
  readonly tests: readonly string[]
}
interface Tried extends Mutant {
  readonly outcome: 'found' | 'late' | 'not found' | 'never run'
}

function numberOf(name: string, usual: number): number {
  const n = Number(process.env[name] ?? usual)
  if (!Number.isSafeInteger(n) || n < 0) throw new Error(`${name} is a whole number`)
  return n
}

/** So many of a list, by a seed: the same seed draws the same. */
function drawn<T>(list: readonly T[], count: number, seed: number): readonly T[] {
  let state = seed
  const random = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  const rest = [...list]
  return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(random(rest.length), 1)).flat()
}

const isTest = (file: string): boolean => /\.test\.ts$|\/testing\//.test(file)
const mutantsIn = (folder: string): readonly Mutant[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !isTest(file))
    .toSorted()
    .flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')))

function groups(seed: number, count: number): readonly Group[] {
  const testsIn = (pattern: string) =>
    globSync(pattern, { cwd: root })
      .filter((f) => !f.includes('.full.'))
      .toSorted()
  return [
    {
      name: 'strategy',
      mutants: mutantsIn('server/wms/strategy'),
      tests: testsIn('server/wms/strategy/*.test.ts'),
    },
    {
      name: 'stock and task',
      mutants: drawn(['server/wms/stock', 'server/wms/task'].flatMap(mutantsIn), count, seed),
      tests: testsIn('server/wms/**/*.test.ts'),
    },
  ]
}

interface Met {
  /** Test files by the number of the mutant. */
  readonly files: ReadonlyMap<number, readonly string[]>
  readonly ms: ReadonlyMap<string, number>
}

/** Runs every test without a mistake; one that fails so would find every one. */
async function meet(hosts: readonly Host[], { mutants, tests }: Group): Promise<Met> {
  rmSync(metFolder, { recursive: true, force: true })
  mkdirSync(metFolder, { recursive: true })
  const ms = new Map<string, number>()
  await share(hosts, tests, async (host, file) => {
    const ask = () => host.ask({ kind: 'meet', mutants, files: [file] }, 600_000)
    let answer = await ask()
    // A test that a busy machine made late has another chance.
    if (answer?.red.length !== 0) answer = await ask()
    if (answer?.red.length === 0) ms.set(file, answer.ms[file] ?? 0)
    else {
      console.log(`${file} fails without a mistake, and is asked nothing: ${answer?.why ?? 'too late'}`)
      process.exitCode = 1
    }
  })
  const files = new Map<number, string[]>()
  for (const name of readdirSync(metFolder)) {
    const { file, met } = JSON.parse(readFileSync(join(metFolder, name), 'utf8')) as { file: string; met: number[] }
    const path = file.slice(root.length + 1)
    if (ms.has(path)) for (const i of met) files.set(i, [...(files.get(i) ?? []), path])
  }
  return { files, ms }
}

/** Hands a list out among hosts, each taking the next when it is free. */
async function share<T>(
  hosts: readonly Host[],
  list: readonly T[],
  work: (host: Host, one: T, i: number) => Promise<void>,
) {
  const next = list.entries()
  await Promise.all(
    hosts.map(async (host) => {
      for (const [i, one] of next) await work(host, one, i)
    }),
  )
}

/** Own folder first, then what takes least. */
const nearest = (mutant: Mutant, files: readonly string[], ms: Met['ms']): readonly string[] => {
  const folders = dirname(mutant.file).split('/')
  const shared = (file: string) => folders.findIndex((folder, i) => file.split('/')[i] !== folder) >>> 0
  const took = (file: string) => ms.get(file) ?? 0
  return files.toSorted((a, b) => shared(b) - shared(a) || took(a) - took(b)).slice(0, filesMax)
}

async function tryAll(hosts: readonly Host[], group: Group): Promise<readonly Tried[]> {
  const { files, ms } = await meet(hosts, group)
  console.log(
    `${group.name}: ${ms.size} of ${group.tests.length} test files are green, ${group.mutants.length} mistakes to try`,
  )
  const tried: Tried[] = []
  await share(hosts, group.mutants, async (host, mutant, i) => {
    const asked = nearest(mutant, files.get(i) ?? [], ms)
    const limit = patience.ms + patience.times * asked.reduce((sum, file) => sum + (ms.get(file) ?? 0), 0)
    const answer = asked.length > 0 ? await host.ask({ kind: 'try', mutant, files: asked }, limit) : undefined
    const outcome = asked.length === 0 ? 'never run' : !answer ? 'late' : answer.red.length > 0 ? 'found' : 'not found'
    const one = { ...mutant, outcome } as const
    tried.push(one)
    // Told at once: whoever ends a long run keeps what it has seen.
    if (survives(one)) console.log(`  ${sentence(one)}`)
    if (tried.length % 50 === 0) console.log(`  ${tried.length} tried, ${tried.filter(survives).length} not found`)
  })
  return tried
}

const survives = ({ outcome }: Tried): boolean => outcome === 'not found' || outcome === 'never run'
const short = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 100)
const sentence = (m: Tried): string =>
  `${m.file}:${m.line}  ${short(m.from)}  →  ${m.to === '' || m.to === ';' ? '(left out)' : short(m.to)}${m.outcome === 'never run' ? '  (no test comes by)' : ''}`

async function main(): Promise<void> {
  endWithParent()
  const seed = numberOf('MUTANTS_SEED', Date.now() % 1_000_000)
  const count = numberOf('MUTANTS_COUNT', 300)
  console.log(`MUTANTS_SEED=${seed} MUTANTS_COUNT=${count}`)
  const postgres = await startTestPostgres()
  const env = { ...process.env, LADING_TEST_DB: 'postgres', LADING_TEST_PG_URL: postgres.url, MUTANTS_MET: metFolder }
  let hosts: readonly Host[] = []
  const endAll = (): void => {
    for (const host of hosts) host.end()
  }
  process.once('exit', endAll)
  rmSync(survivors, { force: true })
  try {
    const word = process.argv[2] ?? ''
    for (const group of groups(seed, count).filter(({ name, mutants }) => name.includes(word) && mutants.length > 0)) {
      // What a host knows of another group's files is of no use.
      endAll()
      hosts = Array.from({ length: hostCount }, () => openHost(env))
      if (report(group, await tryAll(hosts, group)) < leastPercent) process.exitCode = 1
    }
  } finally {
    endAll()
    await postgres.stop()
  }
}

/** Says what was found and what was not. @returns how much was found, in percent */
function report({ name }: Group, tried: readonly Tried[]): number {
  const left = tried.filter(survives).map(sentence).toSorted()
  const percent = (100 * (tried.length - left.length)) / tried.length
  const late = tried.filter(({ outcome }) => outcome === 'late').length
  const found = `${tried.length - left.length} of ${tried.length} found, ${percent.toFixed(1)} %, ${late} of them by being late`
  const text = [`${name}: ${found}`, ...left, ''].join('\n')
  console.log(text)
  appendFileSync(survivors, text)
  return percent
}

await main()
