import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type Reach, reachAt } from './client.ts'

export interface ClockedServer extends Reach {
  readonly url: string
  readonly pid: number
  /** Lets it look for what is due, jobs and what lies in the outbox, and waits until it has done that. */
  tick(): Promise<void>
  /** The end that a power cut makes. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Server processes on one PostgreSQL that go by one clock, which a test moves on. */
export interface Clocked {
  now(): Date
  /** From now on it is so late for all of them. Time goes on from there as it does. */
  moveTo(at: Date): Promise<void>
  start(): Promise<ClockedServer>
  close(): Promise<void>
}

/** @param at how late it is at first */
export function clockedServers(databaseUrl: string, at: Date): Clocked {
  let shift = at.getTime() - Date.now()
  const now = () => new Date(Date.now() + shift)
  const children = new Set<ChildProcess>()
  let asked = 0
  const ask = async (child: ChildProcess, message: { shift?: number; tick?: number }): Promise<void> => {
    if (!child.connected) return
    const answered = new Promise<void>((resolve) => {
      const done = () => {
        child.off('message', heard).off('close', done)
        resolve()
      }
      const heard = (m: { shift?: number; tick?: number }) => {
        if (m.shift === message.shift && m.tick === message.tick) done()
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
    now,
    moveTo: async (to) => {
      shift = to.getTime() - Date.now()
      await Promise.all([...children].map((child) => ask(child, { shift })))
    },
    start: async () => {
      const { PATH = '', HOME = '' } = process.env
      const env = { PATH, HOME, DATABASE_URL: databaseUrl, CLOCK_SHIFT: String(shift) }
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
        ...reachAt(url, now),
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
