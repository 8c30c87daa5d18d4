import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { quantile, runClients } from './clients.ts'
import type { Cpu } from './cpu.ts'
import type { SideOrder, SideReady } from './side.ts'

/** Two trees measured in turn, in one run: what else the machine does meets both. */
export interface Compared {
  readonly title: string
  readonly backEnd: string
  readonly sides: readonly [Side, Side]
}
export interface Side {
  readonly calls: number
  readonly refused: number
  readonly rate: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Processor time of a call, in milliseconds. */
  readonly serverMs: number
  readonly databaseMs: number
}

const clients = 16
const tenant = 'one'
/** Calls of each client before the first round. */
const warmUp = 15
const perRound = 10

interface Started {
  readonly child: ChildProcess
  readonly ready: SideReady
  readonly bodies: readonly (readonly string[])[]
}

async function start(order: SideOrder): Promise<Started> {
  const child = fork(new URL('side.ts', import.meta.url), [JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [ready] = (await once(child, 'message')) as [SideReady]
  const bodies: string[][] = Array.from({ length: clients }, () => [])
  for (const [i, list] of ready.lists.entries()) bodies[i % clients]?.push(...list)
  return { child, ready, bodies }
}

async function cpuOf({ child }: Started): Promise<Cpu> {
  const answer = once(child, 'message')
  child.send('cpu')
  return ((await answer) as [Cpu])[0]
}

interface Round {
  readonly calls: number
  readonly refused: number
  readonly seconds: number
  readonly times: readonly number[]
  readonly server: number
  readonly database: number
}

async function round(side: Started, name: string, from: number, to: number): Promise<Round> {
  const { port, token, signKey, path } = side.ready
  const bodies = side.bodies.map((list) => list.slice(from, to))
  const before = await cpuOf(side)
  const measured = await runClients({ port, tenant, token, signKey, path, bodies, warmUp: 0, name })
  const after = await cpuOf(side)
  return { ...measured, server: after.server - before.server, database: after.database - before.database }
}

const sumOf = (rounds: readonly Round[], of: (r: Round) => number): number => rounds.reduce((n, r) => n + of(r), 0)

function sideOf(rounds: readonly Round[]): Side {
  const calls = sumOf(rounds, (r) => r.calls)
  const times = rounds.flatMap((r) => r.times)
  return {
    calls,
    refused: sumOf(rounds, (r) => r.refused),
    rate: calls / sumOf(rounds, (r) => r.seconds),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    serverMs: sumOf(rounds, (r) => r.server) / calls,
    databaseMs: sumOf(rounds, (r) => r.database) / calls,
  }
}

/** @param folders of the two trees; the first is the one that is judged */
export async function compare(
  title: string,
  folders: readonly [string, string],
  order: Omit<SideOrder, 'root'>,
): Promise<Compared> {
  const sides = await Promise.all(folders.map((folder) => start({ ...order, root: pathToFileURL(`${folder}/`).href })))
  const rounds: Round[][] = [[], []]
  const most = Math.min(...sides.flatMap((s) => s.bodies.map((list) => list.length)))
  try {
    for (const [i, side] of sides.entries()) await round(side, `w${i}`, 0, warmUp)
    for (let from = warmUp; from + perRound <= most; from += perRound)
      for (const [i, side] of sides.entries()) rounds[i]?.push(await round(side, `r${from}`, from, from + perRound))
  } finally {
    for (const { child } of sides) {
      const ended = once(child, 'exit')
      child.send('end')
      await ended
    }
  }
  return { title, backEnd: order.backEnd, sides: [sideOf(rounds[0] ?? []), sideOf(rounds[1] ?? [])] }
}

const show = ({ title, backEnd, sides: [own, other] }: Compared): string =>
  [
    `${title}, ${backEnd}: ${(own.rate / other.rate).toFixed(2)} × calls/s, p99 ${(own.p99Ms / other.p99Ms).toFixed(2)} ×, server ${(own.serverMs / other.serverMs).toFixed(2)} ×`,
    ...[own, other].map(
      (s) =>
        `  ${s.rate.toFixed(0)}/s p50 ${s.p50Ms.toFixed(1)} p99 ${s.p99Ms.toFixed(1)} ms, processor ms a call: server ${s.serverMs.toFixed(2)}, database ${s.databaseMs.toFixed(2)}; ${s.calls} calls, ${s.refused} refused`,
    ),
  ].join('\n')

const works: readonly (readonly [SideOrder['work'], SideOrder['backEnd'], number])[] = [
  ['pick', 'postgres', 128],
  ['receipt', 'postgres', 96],
  ['pick', 'pglite', 64],
  ['receipt', 'pglite', 48],
  ['list', 'postgres', 0],
]

/** A folder with another tree: one that is there, or that of a commit, which goes with the benchmark. */
function folderOf(named: string): { readonly folder: string; readonly remove: () => void } {
  if (existsSync(named)) return { folder: named, remove: () => undefined }
  const folder = join(mkdtempSync(join(tmpdir(), 'lading-against-')), 'tree')
  execFileSync('git', ['worktree', 'add', '--detach', folder, named], { stdio: 'ignore' })
  execFileSync('npm', ['ci'], { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' })
  return { folder, remove: () => void execFileSync('git', ['worktree', 'remove', '--force', folder]) }
}

// `npm run bench:against -- c42bb09`; a work, a back end and a number of orders choose one of them.
if (import.meta.main) {
  const [named = '', work, backEnd, orders] = process.argv.slice(2)
  const { folder, remove } = folderOf(named)
  try {
    for (const [ofWork, ofBackEnd, count] of works) {
      if ((work ?? ofWork) !== ofWork || (backEnd ?? ofBackEnd) !== ofBackEnd) continue
      const order = { work: ofWork, backEnd: ofBackEnd, orders: Number(orders ?? count) }
      console.log(show(await compare(ofWork, [new URL('..', import.meta.url).pathname, folder], order)))
    }
  } finally {
    remove()
  }
}
