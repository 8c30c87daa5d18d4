import type { Text } from '@lading/contract/kernel/text.ts'
import { preferenceCalls as calls } from '@lading/contract/sys/preference.ts'
import { create } from 'zustand'
import { type CallOptions, call, Refused } from './client.ts'
import { type LinkRecord, mergeHistory, movedTo, readLinks, withFavourite } from './links.ts'
import { current } from './session.ts'

interface Links {
  readonly history: readonly LinkRecord[]
  readonly favourites: readonly LinkRecord[]
}
/** The user's row as it was read. */
interface Row {
  readonly id: string
  readonly version: number
}

const nothing: Links = { history: [], favourites: [] }
export const useLinks = create<Links>()(() => nothing)

const stale = 409
/** The history is written at most this often: a user passes through more pages than he stays on. */
const writeEveryMs = 5_000
/** Nobody waits longer for it on his way out. */
const leaveMs = 2_000

/** As it was last read or written here; whoever has no time to read first writes on top of it. */
let known: Row | undefined

/** What is asked for one user is of no interest, and no business, of the next. @throws AbortError */
async function mine<T>(answer: T | Promise<T>): Promise<T> {
  const { sid } = current()
  const come = await answer
  if (current().sid !== sid) throw new DOMException('somebody else is here', 'AbortError')
  return come
}

async function readHistory(): Promise<Row> {
  const { history, ...row } = await mine(call(calls.queryHistoryList, {}))
  useLinks.setState((s) => ({ history: mergeHistory(s.history, readLinks(history)) }))
  known = row
  return row
}
async function readFavourites(): Promise<Row> {
  const { favourite, id, version } = await mine(call(calls.querySubscribeList, {}))
  useLinks.setState({ favourites: readLinks(favourite) })
  known = { id, version }
  return known
}

function note(row: Row, answer: { version: number } | null): void {
  if (answer) known = { ...row, ...answer }
}

/** One writing at a time in this tab. */
let queue: Promise<unknown> = Promise.resolve()
const inTurn = (work: () => Promise<void>): Promise<void> => {
  const done = mine(queue).then(work)
  queue = done.catch(() => undefined)
  return done
}

/**
 * Reads what other devices wrote, then writes on top of it; once more when one of them came in between.
 * @throws Refused
 */
const onTop = (read: () => Promise<Row>, write: (row: Row) => Promise<void>): Promise<void> =>
  inTurn(async () => {
    const row = await read()
    try {
      await write(row)
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== stale) throw error
      await write(await read())
    }
  })

const changeFavourites = (
  of: (list: readonly LinkRecord[]) => readonly LinkRecord[],
  by: typeof calls.subscribe | typeof calls.unSubscribe,
): Promise<void> =>
  onTop(readFavourites, async (row) => {
    const favourites = of(useLinks.getState().favourites)
    note(row, await call(by, { ...row, favourite: JSON.stringify(favourites) }))
    useLinks.setState({ favourites })
  })

/** Whether an address is a favourite, and what pressing would do about it. */
export function useFavourite(href: string): readonly [isFavourite: boolean, change: Text] {
  const isFavourite = useLinks((s) => s.favourites.some((link) => link.href === href))
  return [isFavourite, isFavourite ? ['取消收藏', 'Remove from favourites'] : ['加入收藏', 'Add to favourites']]
}
/** @throws Refused */
export const setFavourite = (link: LinkRecord, isWanted: boolean): Promise<void> =>
  changeFavourites((list) => withFavourite(list, link, isWanted), isWanted ? calls.subscribe : calls.unSubscribe)
/** @throws Refused */
export const moveFavourite = (href: string, to: string): Promise<void> =>
  changeFavourites((list) => movedTo(list, href, to), calls.subscribe)

const keepHistory = async (row: Row, o: CallOptions = {}): Promise<void> =>
  note(row, await call(calls.updateHistory, { ...row, history: JSON.stringify(useLinks.getState().history) }, o))
const writeHistory = (): Promise<void> => onTop(readHistory, keepHistory)

let timer: ReturnType<typeof setTimeout> | undefined
/** Notes a visit; the server hears of it a little later, or when the page is left. */
export function noteVisit(link: LinkRecord): void {
  useLinks.setState(({ history }) => ({ history: mergeHistory([link], history) }))
  // A history that is not kept is no failure of the user's work; the next visit tries again.
  timer ??= setTimeout(() => void (takeNoted() && writeHistory().catch(() => undefined)), writeEveryMs)
}
/** @returns whether something was noted that the server has not heard of */
function takeNoted(): boolean {
  clearTimeout(timer)
  const isNoted = timer !== undefined
  timer = undefined
  return isNoted
}

/** Before the window or the session ends: by one call, which outlives the window. Another device may have been faster. */
export async function leaveHistory(): Promise<void> {
  if (!takeNoted()) return
  const now = known ? keepHistory(known, { keepalive: true, limitMs: leaveMs }) : writeHistory()
  const kept = now.catch((error) => (error instanceof Refused && error.status === stale ? writeHistory() : undefined))
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, leaveMs))])
}

/** Reads favourites and history of who has logged in and keeps the latter. @returns what ends it */
export function startLinks(): () => void {
  useLinks.setState(nothing, true)
  // Favourites and history are no work: without them the frame stands all the same, and the next look tries again.
  void inTurn(async () => {
    await readFavourites()
    await readHistory()
  }).catch(() => undefined)
  const leave = () => document.visibilityState === 'hidden' && void leaveHistory().catch(() => undefined)
  document.addEventListener('visibilitychange', leave)
  return () => {
    document.removeEventListener('visibilitychange', leave)
    takeNoted()
    known = undefined
  }
}
