import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Ticks in which Linux counts processor time, the same on all of its usual machines. */
const ticksPerSecond = 100

interface Counted {
  readonly pid: number
  readonly parent: number
  /** Its own, and that of its children that have ended. */
  readonly ticks: number
}

function read(pid: string): Counted | undefined {
  let line: string
  try {
    line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // It ended while we looked.
    return undefined
  }
  // The name in brackets may hold anything; numbers follow it.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
  return { pid: Number(pid), parent: fields[1] ?? 0, ticks: user + system + childUser + childSystem }
}

/** Seconds of processor time that a process and all below it have used so far; undefined where nobody counts them. */
export function processorSeconds(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(name) ?? [])
  const below = Map.groupBy(all, (p) => p.parent)
  const sum = (p: Counted): number => p.ticks + (below.get(p.pid) ?? []).reduce((n, child) => n + sum(child), 0)
  const root = all.find((p) => p.pid === pid)
  return root && sum(root) / ticksPerSecond
}
