import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { startTestPostgres } from '../tools/testPostgres.ts'
import { benchConfirm, type ConfirmResult } from './confirm.ts'
import { pgliteBackEnd, postgresBackEnd } from './databases.ts'

const full = process.env.LADING_FULL === '1'
const size = full ? { products: 40, orders: 200, lines: 16 } : { products: 40, orders: 80, lines: 16 }
const round = (n: number, digits = 1): string => n.toFixed(digits)
const line = (r: ConfirmResult): string =>
  `| pick confirm, 16 clients | ${r.backEnd} | ${r.calls} | ${round(r.rate)} | ${round(r.rawRate)} | **${round(r.ratio, 2)}** | 0.35 | ${round(r.p50Ms)} | ${round(r.p99Ms)} | ${round(r.statements)} | ${r.refused} |`

const postgres = await startTestPostgres()
try {
  const rows = [
    await benchConfirm(postgresBackEnd(postgres.url), size),
    await benchConfirm(pgliteBackEnd, { ...size, orders: Math.ceil(size.orders / 2) }),
  ]
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim()
  const text = [
    `# Benchmarks, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, commit ${commit}. Ratios within one run; absolute rates depend on the machine.`,
    '',
    '| Work | Back end | Calls | calls/s | raw/s | ratio | at least | p50 ms | p99 ms | statements | refused |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(line),
    '',
  ].join('\n')
  console.log(text)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(new URL(`results/${new Date().toISOString().slice(0, 10)}.md`, import.meta.url), text)
} finally {
  await postgres.stop()
}
