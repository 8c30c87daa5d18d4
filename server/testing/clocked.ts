import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Reach, reachAt } from './client.ts'
import { bareEnv } from './spawn.ts'

export interface ClockedServer extends Reach {
  readonly url: string
  readonly pid: number
  /** Lets it look for what is due, jobs and what lies in the outbox, and waits until it has done that. */
  tick(): Promise<void>
  /** The end that a power cut makes. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** A clock: it showed `at` when the machine's showed `from`, both in milliseconds, and runs so many times as fast. */
export interface ClockPace {
  readonly from: number
  readonly at: number
  readonly speed: number
}
/** How late it is by such a clock. */
export const shownBy = ({ from, at, speed }: ClockPace): Date => new Date(at + (Date.now() - from) * speed)

/** What a test tells a process: answered by the same when it has been done. */
export interface ClockedMessage {
  readonly clock?: ClockPace
  readonly tick?: number
}

/** Server processes on one PostgreSQL that go by one clock, which a test moves on. */
export interface Clocked {
  now(): Date
  /** From now on it is so late for all of them. Time goes on from there as it does, or so many times as fast. */
  moveTo(at: Date, speed?: number): Promise<void>
  start(): Promise<ClockedServer>
  close(): Promise<void>
}

/** @param at how late it is at first */
export function clockedServers(databaseUrl: string, at: Date): Clocked {
  let clock: ClockPace = { from: Date.now(), at: at.getTime(), speed: 1 }
  const children = new Set<ChildProcess>()
  let asked = 0
  const ask = async (child: ChildProcess, message: ClockedMessage): Promise<void> => {
    if (!child.connected) return
    const answered = new Promise<void>((resolve) => {
      const done = () => {
        child.off('message', heard).off('close', done)
        resolve()
      }
      const heard = (m: ClockedMessage) => {
        if (m.clock?.from === message.clock?.from && m.clock?.at === message.clock?.at && m.tick === message.tick)
          done()
      }
      child.on('message', heard).once('close', done)
    })
    child.send(message)
    await answered
  }
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    children.delete(child)
    if (child.exitCode !== null || child.signalCode !== null) return
    const closed = once(child, 'close')
    child.kill(signal)
    await closed
  }
  return {
    now: () => shownBy(clock),
    moveTo: async (to, speed = 1) => {
      clock = { from: Date.now(), at: to.getTime(), speed }
      await Promise.all([...children].map((child) => ask(child, { clock })))
    },
    start: async () => {
      const env = { ...bareEnv, DATABASE_URL: databaseUrl, CLOCK: JSON.stringify(clock) }
      const child = fork(join(import.meta.dirname, 'clockedMain.ts'), { env, execArgv: [] })
      children.add(child)
      const kill = () => child.kill('SIGKILL')
      process.once('exit', kill)
      child.once('exit', () => process.off('exit', kill))
      const [{ url }] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
      ])) as [{ url: string }]
      return {
        ...reachAt(url, () => shownBy(clock)),
        url,
        pid: child.pid ?? 0,
        tick: () => {
          asked += 1
          return ask(child, { tick: asked })
        },
        kill: () => end(child, 'SIGKILL'),
        close: () => end(child, 'SIGTERM'),
      }
    },
    close: async () => {
      await Promise.all([...children].map((child) => end(child, 'SIGTERM')))
    },
  }
}
