import { Fault, faults } from '@lading/contract/kernel/fault.ts'

/** Who may have one of a few connections, and in which order. */
export interface Turns {
  /**
   * Waits for a turn: first come first served within a tenant, and tenants one after the other, so that nobody's crowd
   * holds all the others.
   * @returns what ends the turn, to be called once
   * @throws Fault `overloaded`, which says when to come again, for whoever waited too long or found too many waiting
   */
  take(tenantId: string): Promise<() => void>
}

export interface TurnLimits {
  /** So many at a time. */
  readonly max: number
  /** So many more while others last long: who waits for a lock must not hold up those who want nothing of it. */
  readonly moreWhileSlow: number
  /** Longer than any statement may take, and shorter than a caller waits for his answer. */
  readonly waitMs: number
  readonly waitingMax: number
}

interface Waiter {
  readonly begin: (end: () => void) => void
}
const againMaxSeconds = 30
/** A turn that lasts longer waits for something, or has much to do. */
const slowMs = 250
/** What a turn takes, until some were seen; in milliseconds. */
const usualMs = 20

export function createTurns({ max, moreWhileSlow, waitMs, waitingMax }: TurnLimits): Turns {
  const tenants = new Map<string, Set<Waiter>>()
  let waiting = 0
  let taken = 0
  let slow = 0
  let lastingMs = usualMs
  const overloaded = (): Fault => {
    const seconds = Math.ceil((waiting * lastingMs) / max / 1000)
    return new Fault(faults.overloaded, { seconds: Math.min(Math.max(seconds, 1), againMaxSeconds) })
  }
  const remove = (tenantId: string, waiter: Waiter): void => {
    const queue = tenants.get(tenantId)
    if (!queue?.delete(waiter)) return
    waiting -= 1
    // Whose turn it was stands last; a tenant of whom nobody waits stands nowhere.
    tenants.delete(tenantId)
    if (queue.size > 0) tenants.set(tenantId, queue)
  }
  const begin = (): (() => void) => {
    taken += 1
    const from = performance.now()
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      slow += 1
      next()
    }, slowMs)
    return () => {
      clearTimeout(timer)
      taken -= 1
      if (isSlow) slow -= 1
      lastingMs += (performance.now() - from - lastingMs) / 16
      next()
    }
  }
  const isFree = (): boolean => taken < max + Math.min(slow, moreWhileSlow)
  const next = (): void => {
    const [tenantId, queue] = tenants.entries().next().value ?? []
    const waiter = queue?.values().next().value
    if (tenantId === undefined || !waiter || !isFree()) return
    remove(tenantId, waiter)
    waiter.begin(begin())
  }
  const wait = (tenantId: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: (end) => {
          clearTimeout(timer)
          resolve(end)
        },
      }
      const timer = setTimeout(() => {
        const fault = overloaded()
        remove(tenantId, waiter)
        reject(fault)
      }, waitMs)
      tenants.set(tenantId, (tenants.get(tenantId) ?? new Set()).add(waiter))
      waiting += 1
    })
  return {
    take: async (tenantId) => {
      if (isFree() && waiting === 0) return begin()
      if (waiting >= waitingMax) throw overloaded()
      return wait(tenantId)
    },
  }
}
