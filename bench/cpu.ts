import { readFileSync } from 'node:fs'

/** Processor time so far, in milliseconds: of the server, and of its PostgreSQL's connections. */
export interface Cpu {
  readonly server: number
  readonly database: number
}

/** Processor time of the connections of a PostgreSQL, where the system tells; what works for itself is not counted. */
function cpuOfConnections(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean)
  return children.reduce((sum, pid) => {
    try {
      const isConnection = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lading_app')
      return isConnection ? sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6 : sum
    } catch {
      return sum
    }
  }, 0)
}

/** Processor time by now; a PostgreSQL is the first process that this one has started. */
export function cpuNow(): Cpu {
  const { user, system } = process.cpuUsage()
  const [first] = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
  return { server: (user + system) / 1000, database: first ? cpuOfConnections(Number(first)) : 0 }
}
