import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPlanted, plantedSql } from './planted.ts'
import { inFolder, run } from './run.ts'
import type { Target } from './targets.ts'

const line = '='.repeat(54)
/** The requests as a file of sqlmap: one process asks them all. `baseOf` says through which proxy. */
export function requestFile(targets: readonly Target[], baseOf: (target: Target) => string): string {
  const requests = targets.map((t) => {
    const headers = Object.entries({
      Host: new URL(baseOf(t)).host,
      ...(t.body && { 'Content-Type': 'application/json' }),
      ...t.headers,
    }).map(([name, value]) => `${name}: ${value}`)
    return `${t.method} ${t.path}${t.query} HTTP/1.1\n${headers.join('\n')}\n\n${t.body ? JSON.stringify(t.body) : ''}`
  })
  return requests.map((text) => `${line}\n${text}\n${line}\n`).join('\n')
}

/**
 * Reads: by what differs, by what the database says, by rows that are added. Writes: by what the database says, since one
 * that is sent again rightly answers otherwise. Nothing by time: on a busy machine that lies.
 */
const techniques = { reads: 'BEU', writes: 'E' } as const

const options = [
  '--batch',
  '--level=1',
  '--risk=1',
  '--dbms=PostgreSQL',
  '--answers=further tests involving it=N,exploit this SQL injection=N',
  '--flush-session',
  '--disable-coloring',
  '--ignore-stdin',
  '--timeout=20',
  '--retries=1',
]

/**
 * Tries to inject SQL in every marked place. The planted hole comes last: that it is found says that the tool has seen
 * to its end.
 * @returns what it takes for an injection
 */
export const sqlmap = (
  targets: readonly Target[],
  what: keyof typeof techniques,
  baseOf: (target: Target) => string,
  until: number,
): Promise<readonly string[]> =>
  inFolder(async (folder) => {
    const [requests, results] = [join(folder, 'requests.log'), join(folder, 'results.csv')]
    writeFileSync(requests, requestFile([...targets, plantedSql], baseOf))
    const args = [
      '-l',
      requests,
      `--results-file=${results}`,
      `--output-dir=${folder}`,
      `--technique=${techniques[what]}`,
    ]
    let asked = 0
    const { said, isDone } = await run('sqlmap', [...args, ...options], folder, until, (text) => {
      const url = /testing URL '([^']*)/.exec(text)?.[1]
      if (url !== undefined) console.log(`  sqlmap, ${what} ${++asked}/${targets.length + 1} ${new URL(url).pathname}`)
    })
    if (!isDone) return [`sqlmap came to no end: ${asked} of ${targets.length + 1} targets`]
    const found = existsSync(results) ? readFileSync(results, 'utf8').trim().split('\n').slice(1) : []
    if (asked !== targets.length + 1 || !found.some(isPlanted))
      return [`sqlmap is blind: ${asked} of ${targets.length + 1} targets, planted hole not found: ${said.slice(-800)}`]
    return found.filter((text) => !isPlanted(text)).map((text) => `sqlmap: ${text}`)
  })
