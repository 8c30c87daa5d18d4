import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { type AllocateResult, benchAllocate } from './allocate.ts'
import { type BoardResult, benchBoard } from './board.ts'
import { benchCall, type CallResult, clients } from './calls.ts'
import { asInstalled, type BackEnd, pgliteBackEnd, postgresBackEnd } from './databases.ts'
import { benchFiles, benchParsers, type FileResult } from './files.ts'
import { benchFlow, type FlowResult, flowClients, profileFlow } from './flow.ts'
import { benchNext, type NextResult } from './next.ts'
import { benchPast, type PastResult } from './past.ts'
import { pickWork } from './picks.ts'
import { receiveWork } from './receipts.ts'
import type { Waited } from './recorder.ts'
import { benchRights, type RightsResult } from './rights.ts'
import { benchSmallest } from './smallest.ts'
import { benchSockets, type SocketResult } from './sockets.ts'
import { benchSocketsKilled, type KilledResult } from './socketsKilled.ts'
import { benchTrail, type TrailResult } from './trail.ts'
import { benchVerify, type VerifyResult } from './verify.ts'
import { benchWave, type WaveResult } from './wave.ts'
import { type BesideResult, benchBeside } from './waveBeside.ts'

const full = process.env.LADING_FULL === '1'
const times = full ? 3 : 1
/** What Tryton 6.0 does on this kind of machine, in flows a second. */
const trytonFlows = 3.5

const wave = (orders: number) => pickWork('pick confirm, one wave', { products: 40, orders, lines: 16 })
const hotRow = pickWork('pick confirm, one stock row', { products: 1, orders: 480 * times, lines: 1 })
const receipts = (orders: number) => receiveWork('receive line', { orders, lines: 16 })

async function calls(postgres: BackEnd): Promise<CallResult[]> {
  return [
    await benchCall(postgres, wave(80 * times)),
    await benchCall(postgres, hotRow),
    await benchCall(postgres, receipts(48 * times)),
    await benchCall(pgliteBackEnd, wave(32 * times)),
    await benchCall(pgliteBackEnd, receipts(32)),
  ]
}

const n = (value: number, digits = 1): string => value.toFixed(digits)
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((r) => `| ${r.join(' | ')} |`).join('\n')

/** Journeys of a call, at most: by its work. Of statements it is the work that counts, not their number. */
const bounds: Readonly<Record<string, number>> = { 'pick confirm, one wave': 4, 'receive line': 7 }
const callTable = (rows: readonly CallResult[], smallest: number | undefined): string =>
  table(
    [
      'Call, 16 clients',
      'Back end',
      'Calls',
      'calls/s',
      'of the limit',
      'p50 ms',
      'p99 ms',
      'cores busy',
      'statements',
      'journeys',
      'refused',
    ],
    rows.map((r) => [
      r.work.title,
      r.backEnd,
      r.calls,
      n(r.rate),
      smallest === undefined || r.backEnd !== 'postgres' ? '–' : `**${n(r.rate / smallest, 3)}**`,
      n(r.p50Ms),
      n(r.p99Ms),
      `${n(r.busy * 100, 0)} %`,
      n(r.statements),
      n(r.journeys),
      r.refused,
    ]),
  )
/** Where a bound is missed: what the calls waited for. */
const missed = (r: CallResult): boolean => r.journeys > (bounds[r.work.title] ?? Infinity)
const missedTable = (r: CallResult): string =>
  [
    `### Missed: ${r.work.title}, ${r.backEnd}`,
    `At most ${bounds[r.work.title]} journeys are wanted; ${n(r.journeys)} were counted. What a call waited for, statement by statement:`,
    waitedTable(r.waited, 'call'),
  ].join('\n\n')
function waitedTable(waited: readonly Waited[], per: string): string {
  const rows = waited.slice(0, 12).map((w) => [n(w.ms, 2), n(w.count, 2), `\`${w.text.slice(0, 110)}\``])
  return table([`ms per ${per}`, `times per ${per}`, 'statement'], rows)
}
/** So many times Tryton's rate are wanted of orders that are confirmed at a desk, task by task. */
const flowsWanted = 10
/** Why whole flows are slower than wanted, on PostgreSQL. */
async function flowProfile(backEnd: BackEnd, r: FlowResult): Promise<string> {
  if (r.rate / trytonFlows >= flowsWanted) return ''
  return [
    `### Missed: whole flows ${r.way}, ${r.backEnd}`,
    `${flowsWanted} times Tryton is wanted, ${n(r.rate / trytonFlows)} were measured. What a flow waited for, statement by statement:`,
    waitedTable(await profileFlow(backEnd, r.way), 'flow'),
  ].join('\n\n')
}
const flowTable = (rows: readonly FlowResult[]): string =>
  table(
    [
      `Order of 5 lines, created to despatched, ${flowClients} clients`,
      'Back end',
      'Flows',
      'flows/s',
      'processor ms a flow: server and clients',
      'database',
      'times Tryton',
      'at least',
    ],
    rows.map((r) => [
      `allocate → pick → load → despatch, ${r.way}`,
      r.backEnd,
      r.flows,
      n(r.rate),
      n(r.cpu.server),
      n(r.cpu.database),
      `**${n(r.rate / trytonFlows)}**`,
      r.way === 'at the desk' ? flowsWanted : '–',
    ]),
  )
const waveTable = (rows: readonly WaveResult[]): string =>
  table(
    ['Wave, from its start to its last pick', 'Back end', 'Lines', 'seconds', 'lines/s'],
    rows.map((r) => [`${r.orders} orders × 10 lines`, r.backEnd, r.lines, n(r.seconds), n(r.lines / r.seconds, 0)]),
  )
const besideTable = (r: BesideResult): string =>
  table(
    ['Wave beside 16 clients who confirm picks', 'Lines', 'seconds', 'confirms/s alone', 'confirms/s beside', 'share'],
    [[`${r.orders} orders × 10 lines`, r.lines, n(r.seconds), n(r.alone, 0), n(r.beside, 0), n(r.beside / r.alone, 2)]],
  )
const allocateTable = (rows: readonly AllocateResult[]): string =>
  table(
    ['Allocate all, one by one', 'Back end', 'Lines', 'seconds', 'lines/s'],
    rows.map((r) => [`${r.orders} orders × 10 lines`, r.backEnd, r.lines, n(r.seconds, 2), n(r.lines / r.seconds, 0)]),
  )
const [leastGrowth, mostGrowth] = [0.7, 1.3]
const growth = (r: BoardResult): number[] => r.at.map((p) => p.ms / (r.at[0]?.ms ?? p.ms))
function boardTable(rows: readonly BoardResult[]): string {
  const strayed = rows.filter((r) => growth(r).some((g) => g < leastGrowth || g > mostGrowth))
  const all = table(
    [
      'Stock board, 50 rows with totals',
      'Back end',
      'Balances',
      'Ledger rows',
      'ms',
      'bare sum, ms',
      'times it',
      `ratio (${leastGrowth} to ${mostGrowth})`,
    ],
    rows.flatMap((r) =>
      r.at.map((p, i) => [
        'by product',
        r.backEnd,
        r.balances,
        p.ledgerRows,
        n(p.ms),
        n(p.rawMs),
        n(p.ms / p.rawMs),
        `**${n(growth(r)[i] ?? Number.NaN, 2)}**`,
      ]),
    ),
  )
  const names = strayed.map((r) => r.backEnd).join(', ')
  return told(all, names !== '' && `the stock board as its ledger grows, ${names}: a ratio is outside its bounds`)
}

const fileTable = (rows: readonly FileResult[]): string =>
  table(
    ['Files and texts', 'Rows', 'seconds', 'SQL alone, s', 'ratio'],
    rows.map((r) => [
      r.title,
      r.rows,
      n(r.seconds, 3),
      r.rawSeconds === undefined ? '–' : n(r.rawSeconds, 2),
      r.rawSeconds === undefined ? '–' : `**${n(r.rawSeconds / r.seconds, 2)}**`,
    ]),
  )

const mostVerify = 0.15
function verifyTable(r: VerifyResult): string {
  const share = r.verifyMs / r.callMs
  const rows = [['a list of 20 products', r.calls, n(r.callMs, 2), n(r.verifyMs, 2), `**${n(share, 2)}**`, mostVerify]]
  const head = ['Processor time of the server', 'Calls', 'ms a call', 'ms to know whose it is', 'share', 'at most']
  return told(
    table(head, rows),
    share > mostVerify &&
      `knowing the caller: at most ${mostVerify} of a list call is wanted, ${n(share, 3)} was measured`,
  )
}
/** What a question of the past takes at most, in milliseconds, at the most rows. */
const pastMsWanted = 300
function pastTable(rows: readonly PastResult[]): string {
  const slow = rows.flatMap((r) => r.at.flatMap((p) => Object.values(p.ms))).some((ms) => ms > pastMsWanted)
  const all = table(
    ['Ledger inquiry, ten days of one', 'Back end', 'Ledger rows', 'ms', 'ratio to the fewest'],
    rows.flatMap((r) =>
      r.at.flatMap((p) =>
        Object.entries(p.ms).map(([of, ms]) => [
          of,
          r.backEnd,
          p.ledgerRows,
          n(ms),
          `**${n(ms / (r.at[0]?.ms[of] ?? ms), 2)}**`,
        ]),
      ),
    ),
  )
  return told(all, slow && `a question of the past took more than ${pastMsWanted} ms`)
}
/** Rows of the audit log asked by trace id or document: so many times what it takes of the fewest. */
const mostTrail = 1.3
/** Of the library's speed alone, and how much the process may grow meanwhile, in MB. */
const [leastExport, mostGrownMb] = [0.6, 200]
function trailTable({ backEnd, at, export: e }: TrailResult): string {
  const ratioOf = (of: string, ms: number): number => ms / (at[0]?.ms[of] ?? ms)
  const rows = at.flatMap((p) =>
    Object.entries(p.ms).map(([of, ms]) => [
      `audit log by ${of}`,
      backEnd,
      p.rows,
      n(ms),
      `**${n(ratioOf(of, ms), 2)}**`,
      mostTrail,
    ]),
  )
  const share = e.aloneSeconds / e.seconds
  const files = [
    ['audit log as xlsx', e.rows, n(e.seconds), n(e.aloneSeconds), `**${n(share, 2)}**`, leastExport, n(e.grownMb, 0)],
  ]
  const isSlow = at.some((p) => Object.entries(p.ms).some(([of, ms]) => ratioOf(of, ms) > mostTrail))
  return [
    told(
      table(['Question', 'Back end', 'Rows', 'ms', 'ratio to the fewest', 'at most'], rows),
      isSlow && 'the audit log gets slower with its rows',
    ),
    told(
      table(['File', 'Rows', 'seconds', 'library alone, s', 'ratio', 'at least', 'grown MB'], files),
      (share < leastExport || e.grownMb > mostGrownMb) && 'an export of many rows',
    ),
  ].join('\n\n')
}
/** An answer to whoever asks what to do next, with ten thousand tasks waiting and 32 people asking. */
const [nextMsWanted, nextRateWanted] = [30, 200]
function nextTable(rows: readonly NextResult[]): string {
  const isMissed = rows.some((r) => r.twice > 0 || (r.perSecond >= nextRateWanted && r.p99Ms > nextMsWanted))
  return told(
    table(
      ['Next task', 'Waiting', 'Callers', 'calls/s', 'p50 ms', 'p99 ms', 'at most', 'given twice'],
      rows.map((r) => ['at a pace', r.waiting, r.callers, r.perSecond, n(r.p50Ms), n(r.p99Ms), nextMsWanted, r.twice]),
    ),
    isMissed && `the next task at ${nextRateWanted} calls a second`,
  )
}
const mostSocketMs = 1_000
function socketTable(r: SocketResult): string {
  const row = [r.sockets, r.changes, n(r.p50Ms), n(r.p99Ms), mostSocketMs, r.lost]
  return told(
    table(['Open pages', 'Changes', 'p50 ms from commit to news', 'p99 ms', 'at most', 'lost'], [row]),
    (r.p99Ms > mostSocketMs || r.lost > 0) && 'news to open pages',
  )
}
/** What a list may take more for its permission and the limits of who asks. */
const mostRights = 0.05
const rightsTable = ({ backEnd, rows, plainMs, share }: RightsResult): string =>
  told(
    table(
      ['List of stock', 'Back end', 'Rows', 'without limits, ms', 'more with permission and limits', 'wanted'],
      [['20 rows', backEnd, rows, n(plainMs, 2), `**${n(share * 100)} %**`, `${mostRights * 100} %`]],
    ),
    share > mostRights && `a list took more than ${mostRights * 100} % longer for what its reader may see`,
  )
function killedTable(r: KilledResult): string {
  const heads = ['Open pages, one of two processes killed', 'Changes', 'p99 ms', 'at most', 'lost', 'messages', 'lost']
  const row = [r.sockets, r.changes, n(r.p99Ms), mostSocketMs, r.lost, r.messages, r.messagesLost, n(r.backMs)]
  return told(
    table([...heads, 'ms until all knew all again'], [row]),
    (r.p99Ms > mostSocketMs || r.lost + r.messagesLost > 0) && 'news to open pages while a process is killed',
  )
}
/** A table, and beneath it what of it is missed. */
const told = (text: string, lack: string | false): string => (lack ? [text, `### Missed: ${lack}`].join('\n\n') : text)

const server = await startTestPostgres(asInstalled)
try {
  const postgres = postgresBackEnd(server.url)
  const smallest = await benchSmallest(server.url, clients)
  const called = await calls(postgres)
  const flow = await benchFlow(postgres, 'at the desk', 12 * times)
  const sections = [
    callTable(called, smallest),
    ...called.filter(missed).map(missedTable),
    flowTable([
      flow,
      await benchFlow(postgres, 'line by line', 6 * times),
      await benchFlow(pgliteBackEnd, 'at the desk', 2),
    ]),
    await flowProfile(postgres, flow),
    verifyTable(await benchVerify(postgres)),
    allocateTable([await benchAllocate(postgres, full ? 2000 : 200)]),
    waveTable([await benchWave(postgres, full ? 2000 : 200)]),
    besideTable(await benchBeside(postgres, full ? 2000 : 200, 800)),
    fileTable([...(await benchFiles(postgres, 20_000, 100)), benchParsers()]),
    trailTable(await benchTrail(postgres, full ? [1e4, 1e6] : [1e4, 1e5])),
    rightsTable(await benchRights(postgres, { bins: 1000, products: full ? 100 : 20 })),
    nextTable([
      await benchNext(postgres, { waiting: 10_000, callers: 32, perSecond: 100, calls: 1_000 * times }),
      await benchNext(postgres, { waiting: 10_000, callers: 32, perSecond: nextRateWanted, calls: 1_000 * times }),
    ]),
    socketTable(await benchSockets(postgres, full ? 1_000 : 200, 5)),
    killedTable(await benchSocketsKilled(postgres, full ? 1_000 : 200, 10)),
    boardTable([
      await benchBoard(postgres, {
        bins: 1000,
        products: full ? 1000 : 100,
        ledgerRows: full ? [1e5, 1e7] : [1e5, 1e6],
      }),
      await benchBoard(pgliteBackEnd, { bins: 100, products: 100, ledgerRows: [1e4, 1e5] }),
    ]),
    pastTable([
      await benchPast(postgres, { bins: 1000, products: 100, rowsPerMonth: full ? 1e6 : 1e5, months: [1, 10] }),
    ]),
  ]
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
  const day = new Date().toISOString().slice(0, 10)
  const text = `# Benchmarks, ${day}

${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, commit ${commit}. Ratios within one run; absolute rates depend on the machine.
The limit is the smallest honest transaction (lock a balance, change it, insert a ledger row) through pgbench, ${clients} clients: ${smallest === undefined ? 'pgbench is missing' : `${n(smallest, 0)}/s`}. Statements and journeys are those of a call's transaction; begin and commit count as journeys only.

${sections.filter(Boolean).join('\n\n')}
`
  console.log(text)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(new URL(`results/${day}.md`, import.meta.url), text)
} finally {
  await server.stop()
}
