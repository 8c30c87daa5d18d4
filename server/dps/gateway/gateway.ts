import { randomUUID } from 'node:crypto'
import type { Kernel } from '../../kernel/perform.ts'
import type { Worker } from '../../platform/due/worker.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import * as book from './book.ts'
import type { OpenDriver } from './open.ts'
import { openSession, type Session } from './session.ts'

const lookMs = 3_000

/** Speaks to controllers: all that this process has a lease for. */
export interface Gateway extends Worker {
  /** Until all that was told has been booked and sent. */
  settled(): Promise<void>
  /** How many controllers it speaks to. */
  holds(): number
}
export interface GatewayOptions {
  readonly kernel: Kernel
  readonly warehouse: Warehouse
  readonly open: (wanted: book.Wanted) => OpenDriver | Promise<OpenDriver>
  /** Which of several processes this is. */
  readonly holder?: string
  /** What it is to speak to; left out: all controllers of centres without an agent. */
  readonly wants?: (holder: string) => Promise<readonly book.Wanted[]>
}

const addressOf = (c: book.Wanted): string => JSON.stringify([c.driver, c.host, c.port, c.editable, c.loginHash, c.via])

export function createGateway({
  kernel,
  warehouse,
  open,
  holder = randomUUID(),
  wants = (own) => book.wantedControllers(kernel, own),
}: GatewayOptions): Gateway {
  const sessions = new Map<string, Session>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStopped = false

  const end = async (id: string): Promise<void> => {
    const session = sessions.get(id)
    sessions.delete(id)
    await session?.stop()
    if (session) await book.letGo(kernel, session.wanted, holder)
  }
  /** One that cannot be opened keeps nobody from the others. */
  const begin = async (c: book.Wanted): Promise<Session | undefined> => {
    try {
      return openSession(c, { kernel, warehouse, driver: await open(c) })
    } catch (error) {
      await book.setLink(kernel, c, 'OFFLINE', error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  const look = async (): Promise<void> => {
    const wanted = await wants(holder)
    const same = (c: book.Wanted): boolean => {
      const own = sessions.get(c.id)
      return own === undefined || addressOf(own.wanted) === addressOf(c)
    }
    for (const id of sessions.keys()) if (!wanted.some((c) => c.id === id && same(c))) await end(id)
    for (const c of wanted) {
      if (isStopped || !(await book.hold(kernel, c, holder))) continue
      const session = sessions.get(c.id) ?? (await begin(c))
      if (!session) continue
      sessions.set(c.id, session)
      await session.tick()
    }
  }
  const tick = (): Promise<void> => {
    looking ??= look()
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'controllers could not be looked for'))
      .finally(() => {
        looking = undefined
      })
    return looking
  }
  const flush = (): void => {
    for (const session of sessions.values()) session.flush()
  }
  return {
    start: () => {
      timer ??= setInterval(tick, lookMs).unref()
      void tick()
    },
    nudge: flush,
    tick,
    holds: () => sessions.size,
    settled: async () => {
      for (const session of sessions.values()) await session.settled()
    },
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await looking
      for (const id of [...sessions.keys()]) await end(id)
    },
  }
}
