const leaseMs = 12_000
const settleMs = 30
const pollMs = 100
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

interface Lease {
  readonly owner: string
  readonly until: number
}

/** One at a time in all tabs of this browser: by Web Locks, or by a lease where the page has none (plain http). */
export function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request(name, work) : withLease(localStorage, name, work)
}

/** The lease of a tab that has gone is taken over when it ends. */
export async function withLease<T>(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const owner = String(Math.random())
  while (!(await take(storage, name, owner))) await pause(pollMs)
  try {
    return await work()
  } finally {
    if (leaseOf(storage, name)?.owner === owner) storage.removeItem(name)
  }
}

async function take(storage: Pick<Storage, 'getItem' | 'setItem'>, name: string, owner: string): Promise<boolean> {
  const now = Date.now()
  const lease = leaseOf(storage, name)
  // A clock that was set back would make a lease last for ever.
  if (lease && lease.until > now && lease.until <= now + leaseMs) return false
  storage.setItem(name, JSON.stringify({ owner, until: now + leaseMs } satisfies Lease))
  // Two tabs may write at the same moment: the later one has it, and both find out.
  await pause(settleMs)
  return leaseOf(storage, name)?.owner === owner
}

function leaseOf(storage: Pick<Storage, 'getItem'>, name: string): Lease | undefined {
  try {
    return (JSON.parse(storage.getItem(name) ?? 'null') as Lease | null) ?? undefined
  } catch {
    return undefined
  }
}
