import { setTimeout as sleep } from 'node:timers/promises'
import type { Kernel } from '../../kernel/perform.ts'
import type { DeviceEvent } from '../driver/driver.ts'
import type { Warehouse } from '../warehouse/asks.ts'
import * as book from './book.ts'
import type { OpenDriver } from './open.ts'

/** Between two lights of a tag: a finger that presses once more, or a press under way, would confirm the second. */
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
  readonly driver: OpenDriver
}

/** Work one after the other. What the database cannot take now is tried until it can: nothing that was told is lost. */
function createLine(kernel: Kernel, name: string) {
  let isStopped = false
  let queue = Promise.resolve()
  return {
    isStopped: () => isStopped,
    next: (work: () => Promise<void>): Promise<void> => {
      queue = queue.then(async () => {
        for (let wait = 50; !isStopped; wait = Math.min(wait * 2, 2_000)) {
          try {
            return await work()
          } catch (error) {
            kernel.log.warn({ err: error, controller: name }, 'the gateway tries again')
            await sleep(wait)
          }
        }
      })
      return queue
    },
    settled: async (): Promise<void> => {
      for (let seen: unknown; seen !== queue; ) {
        seen = queue
        await queue
      }
    },
    stop: (): Promise<void> => {
      isStopped = true
      return queue
    },
  }
}

/** What is sent to one controller: first what goes dark, then what is lit, where its tag was not just taken back. */
function createSender({ kernel, driver }: SessionOptions, wanted: book.Wanted, o: { again(): void; begin(): void }) {
  const darkened = new Map<string, number>()
  const place = (f: { bus: number; node: number }): string => `${f.bus}/${f.node}`
  const carryOut = ({ verb, bus, node, qty }: book.Command): void => {
    driver.simulate?.(verb, { bus, node }, qty)
    if (verb === 'ADDRESS') driver.address({ bus, node })
    if (verb === 'LAMP') driver.show([{ token: '0', bus, node, text: '888888', style: 'blink' }])
    if (verb === 'RESET') driver.reset({ bus, node })
    if (verb === 'ASK') driver.ask()
  }
  const quiet = (f: { bus: number; node: number }): void => {
    darkened.set(place(f), kernel.now().getTime())
  }
  const send = async (): Promise<void> => {
    const { dark, lit, commands } = await book.outgoing(kernel, wanted)
    const at = kernel.now().getTime()
    if (dark.length > 0) driver.off(dark)
    for (const f of dark) darkened.set(place(f), at)
    const ready = lit.filter((f) => at - (darkened.get(place(f)) ?? at - guardMs) >= guardMs)
    if (ready.length > 0) driver.show(ready.map((l) => book.showOf(l, wanted.editable)))
    for (const c of commands) carryOut(c)
    // What the socket has by then is heard first.
    if (ready.length < lit.length) setTimeout(() => setImmediate(o.again), guardMs).unref()
    const ids = (list: readonly { id: string }[]): string[] => list.map((f) => f.id)
    if (dark.length + ready.length + commands.length > 0)
      await book.sent(kernel, wanted, { dark: ids(dark), lit: ids(ready), commands: ids(commands) })
    if (commands.some((c) => c.verb === 'RELIGHT')) o.begin()
  }
  return { send, quiet }
}

export function openSession(wanted: book.Wanted, o: SessionOptions): Session {
  const { kernel, warehouse, driver } = o
  const line = createLine(kernel, wanted.code)
  let isUp = false
  let downSince: number | undefined = kernel.now().getTime()
  let downWhy = ''
  let link = { epoch: 0, rxSeq: 0 }
  let isFlushing = false
  const flush = (): void => {
    if (isFlushing || line.isStopped()) return
    isFlushing = true
    void line.next(async () => {
      isFlushing = false
      if (isUp) await send()
    })
  }
  /** A new connection, or somebody who wants everything shown anew. */
  const begin = (): void =>
    void line.next(async () => {
      const isKept = driver.isKept?.() ?? false
      const { epoch, ranges } = await book.beginLink(kernel, wanted, isKept)
      link = { epoch, rxSeq: 0 }
      for (const { bus, node } of ranges) driver.range(bus, node)
      if (isKept) driver.only?.((await book.outgoing(kernel, wanted)).lit)
      else driver.clear()
      driver.ask()
      await send()
      await book.setLink(kernel, wanted, 'ONLINE')
    })
  const { send, quiet } = createSender(o, wanted, { again: flush, begin })
  driver.onState((state, why) => {
    isUp = state === 'up'
    if (isUp) {
      downSince = undefined
      begin()
    } else {
      downSince ??= kernel.now().getTime()
      downWhy = why ?? ''
      void line.next(() => book.setLink(kernel, wanted, 'OFFLINE', why))
    }
  })
  driver.onEvent((event: DeviceEvent) => {
    const at = kernel.now()
    if (event.kind === 'CONFIRM' || event.kind === 'SHORT') quiet(event)
    let receipt: book.Receipt | undefined
    const booked = line.next(async () => {
      if (!receipt) {
        if (link.epoch === 0) link = { ...link, epoch: await book.nextEpoch(kernel, wanted) }
        link = { ...link, rxSeq: link.rxSeq + 1 }
        receipt = { ...link, at: event.kept?.at ?? at, kept: event.kept }
      }
      await book.receive(kernel, warehouse, wanted, receipt, event)
    })
    // Whoever waits for the booking is answered before anything that follows from it is sent.
    void line.next(async () => {
      if (isUp) await send()
    })
    return booked
  })
  driver.start()
  return {
    wanted,
    flush,
    settled: line.settled,
    tick: async () => {
      if (downSince !== undefined && kernel.now().getTime() - downSince > offlineMs)
        await book.tellOffline(kernel, wanted, downWhy)
    },
    stop: async () => {
      await driver.stop()
      await line.stop()
    },
  }
}
