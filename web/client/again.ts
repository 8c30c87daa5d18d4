import { catalogue } from './catalogue.ts'
import { noAnswer, Refused } from './client.ts'
import { sayNow } from './text.ts'

declare global {
  /** Stands in the built client in place of every `import()`; see `web/vite.config.ts`. */
  var __again: typeof again
}

const limitMs = 120_000
const retryMs = 1_000
/** A small file that is always there: who gets it has a network. */
const probe = '/child/wms/version.json'
const probeMs = 5_000
/** Where a part is asked for that did not come from its own address. */
const elsewhere = new Map<string, string>()

/**
 * Loads a part of the program, and asks once more for one that does not come. Browsers remember a failure by its address
 * as they do a success, and a cache may hold a broken copy: so the second time it is asked for by another address.
 * @throws Refused with status 0 where nothing comes; else it was most likely replaced by a newer one
 */
async function again<T>(url: string, load: (from: string) => Promise<T>): Promise<T> {
  const attempt = async (): Promise<T> => {
    try {
      return await within(load(elsewhere.get(url) ?? url))
    } catch (error) {
      elsewhere.set(url, `${url}?again=${Date.now()}`)
      throw error
    }
  }
  try {
    return await attempt()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return attempt().catch(async () => {
      throw (await isOnline())
        ? new Refused(sayNow(catalogue.upgrade), { code: 0, status: 404, traceId: '' })
        : noAnswer()
    })
  }
}

const isOnline = (): Promise<boolean> =>
  fetch(probe, { cache: 'no-store', signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  )

/** What takes too long counts as what does not come. */
function within<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('chunk time-out')), limitMs)
  })
  return Promise.race([loading, late]).finally(() => clearTimeout(timer))
}

globalThis.__again = again
