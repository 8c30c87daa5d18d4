import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../kernel/perform.ts'
import type { DeviceEvent, LightDriver } from '../driver/driver.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import * as book from './book.ts'

/** After a light was taken back, a press of it may still be under way: its tag is not lit anew before. */
const guardMs = 300
const offlineMs = 10_000

/** One controller, spoken to by this process alone: what it tells is booked in the order in which it came. */
export interface Session {
  readonly wanted: book.Wanted
  /** Sends what waits to be sent. */
  flush(): void
  /** Until all that was told has been booked and sent. */
  settled(): Promise<void>
  tick(): Promise<void>
  stop(): Promise<void>
}
export interface SessionOptions {
  readonly kernel: Kernel
  readonly warehouse: Warehouse
  readonly driver: LightDriver
}

export function openSession(wanted: book.Wanted, { kernel, warehouse, driver }: SessionOptions): Session {
  let isStopped = false
  let isUp = false
  let downSince: number | undefined = kernel.now().getTime()
  let downWhy = ''
  let link = { epoch: 0, rxSeq: 0 }
  let queue = Promise.resolve()
  let isFlushing = false
  const darkened = new Map<string, number>()

  /** One after the other. What the database cannot take now is tried until it can: nothing that was told is lost. */
  const next = (work: () => Promise<void>): void => {
    queue = queue.then(async () => {
      for (let wait = 50; !isStopped; wait = Math.min(wait * 2, 2_000)) {
        try {
          return await work()
        } catch (error) {
          kernel.log.warn({ err: error, controller: wanted.code }, 'the gateway tries again')
          await sleep(wait)
        }
      }
    })
  }

  const send = async (): Promise<void> => {
    isFlushing = false
    if (!isUp) return
    const { dark, lit, commands } = await book.outgoing(kernel, wanted)
    const at = kernel.now().getTime()
    const place = (f: { bus: number; node: number }): string => `${f.bus}/${f.node}`
    if (dark.length > 0) driver.off(dark)
    for (const f of dark) darkened.set(place(f), at)
    const isGuarded = (f: { bus: number; node: number }): boolean => at - (darkened.get(place(f)) ?? -guardMs) < guardMs
    const ready = lit.filter((f) => !isGuarded(f))
    if (ready.length > 0) driver.show(ready.map((l) => book.showOf(l, wanted.editable)))
    for (const c of commands) carryOut(c)
    if (ready.length < lit.length) setTimeout(flush, guardMs).unref()
    const ids = (list: readonly { id: string }[]): string[] => list.map((f) => f.id)
    if (dark.length + ready.length + commands.length > 0)
      await book.sent(kernel, wanted, { dark: ids(dark), lit: ids(ready), commands: ids(commands) })
    if (commands.some((c) => c.verb === 'RELIGHT')) begin()
  }
  const carryOut = ({ verb, bus, node }: book.Command): void => {
    if (verb === 'ADDRESS') driver.address({ bus, node })
    if (verb === 'LAMP') driver.show([{ token: '0', bus, node, text: '888888', style: 'blink' }])
    if (verb === 'RESET') driver.reset({ bus, node })
    if (verb === 'ASK') driver.ask()
  }
  const flush = (): void => {
    if (isFlushing || isStopped) return
    isFlushing = true
    next(send)
  }
  /** A new connection, or somebody who wants everything shown anew. */
  const begin = (): void =>
    next(async () => {
      const { epoch, ranges } = await book.beginLink(kernel, wanted)
      link = { epoch, rxSeq: 0 }
      for (const { bus, node } of ranges) driver.range(bus, node)
      driver.clear()
      driver.ask()
      await send()
      await book.setLink(kernel, wanted, 'ONLINE')
    })

  driver.onState((state, why) => {
    isUp = state === 'up'
    if (isUp) {
      downSince = undefined
      begin()
    } else {
      downSince ??= kernel.now().getTime()
      downWhy = why ?? ''
      next(() => book.setLink(kernel, wanted, 'OFFLINE', why))
    }
  })
  driver.onEvent((event: DeviceEvent) => {
    const at = kernel.now()
    next(async () => {
      link = { ...link, rxSeq: link.rxSeq + 1 }
      await book.receive(kernel, warehouse, wanted, { ...link, at }, event)
      await send()
    })
  })
  driver.start()
  const settled = async (): Promise<void> => {
    for (let seen: unknown; seen !== queue; ) {
      seen = queue
      await queue
    }
  }
  return {
    wanted,
    flush,
    settled,
    tick: async () => {
      if (downSince !== undefined && kernel.now().getTime() - downSince > offlineMs)
        await book.tellOffline(kernel, wanted, downWhy)
    },
    stop: async () => {
      await driver.stop()
      isStopped = true
      await queue
    },
  }
}
