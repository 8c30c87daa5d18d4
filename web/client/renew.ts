import { getLoginUser, refreshToken } from '@lading/contract/sys/session.ts'
import { create } from 'zustand'
import { call, halt, Refused } from './client.ts'
import { readCookies } from './cookies.ts'
import { showGate } from './gate.ts'
import { withLock } from './lock.ts'
import {
  adopt,
  current,
  type Issued,
  isOpen,
  logOutAndReload,
  newest,
  type Session,
  save,
  store,
  stored,
  tokensOf,
} from './session.ts'

const minMs = 30_000
/**
 * So long an answer is awaited each time. One that is lost is asked for again within the ten seconds in which the server
 * gives it once more; all of them end within the lease of a lock.
 */
const refreshLimitsMs = [3_000, 3_000, 4_000]
const timerMaxMs = 2 ** 31 - 1
const arrivalMs = 20
const arrivalMaxMs = 1_000
const retriesMs = [1_000, 2_000, 4_000]

/** A token is renewed when it ends within 30 s; one of a short life within half of it. */
const isFresh = ({ expiresAt, lifetimeMs }: Session['tokens']): boolean =>
  expiresAt - Date.now() > (lifetimeMs <= minMs + 5_000 ? lifetimeMs / 2 : minMs)

/** One renewal at a time in this tab, and by the lock in all tabs. False when the session is over. */
let renewal: Promise<boolean> | undefined
export function renew(): Promise<boolean> {
  // What is to be replaced is what is held now: while the tab waits it may hear of a newer one.
  const old = current().tokens?.accessToken
  renewal ??= withLock('wl:refresh', () => renewNow(old)).finally(() => {
    renewal = undefined
  })
  return renewal
}

/** Throws when there was no answer: that is no refusal. */
async function renewNow(old: string | undefined): Promise<boolean> {
  const held = current()
  // Another tab may have done it while this one waited.
  const latest = await arrived()
  if (!latest) return false
  if (latest.user.id !== held.user?.id) {
    otherAccount()
    return true
  }
  if (latest.tokens.accessToken !== old && isFresh(latest.tokens)) {
    adopt(latest)
    return true
  }
  const given = latest.tokens.refreshToken
  if (!given) return false
  try {
    const issued = await ask(given)
    if (!issued?.accessToken) return false
    save({ ...latest, tokens: tokensOf(issued) })
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    const now = stored()
    if (!now || now.tokens.refreshToken === given) return false
    adopt(now)
    return true
  }
}

/**
 * The server's no to the session itself, by its code where the status tells nothing. No answer, one that was cut off, too
 * many asks and the server's own failures say nothing about the session.
 */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Refused)) return false
  const kind = error.status < 400 ? Math.floor(error.code / 100) : error.status
  return kind >= 400 && kind < 429
}

/** Asks for new tokens until there is an answer, a yes or a no. */
const ask = (given: string, [limitMs = 0, ...later] = refreshLimitsMs): Promise<Issued> =>
  call(refreshToken, { refreshToken: given }, { signOver: given, limitMs }).catch((error: unknown) => {
    if (later.length === 0 || isRefusal(error) || !(error instanceof Refused) || error.status >= 400) throw error
    return ask(given, later)
  })

/** A lock passes from tab to tab sooner than what is stored, and cookies sooner than both: they tell what to wait for. */
async function arrived(): Promise<Session | undefined> {
  const { expiresAt } = readCookies(current())
  for (let waited = 0; waited < arrivalMaxMs; waited += arrivalMs) {
    const { tokens } = newest() ?? {}
    if (!tokens || expiresAt <= tokens.expiresAt) break
    await new Promise((resolve) => setTimeout(resolve, arrivalMs))
  }
  return newest()
}

/** Reads what the server now says of the user, and keeps it beside tokens that another tab may be renewing this moment. */
export async function readUserAgain(): Promise<void> {
  const orgBefore = current().user?.workingOrg.id
  const user = await call(getLoginUser, {})
  await withLock('wl:refresh', async () => {
    const latest = await arrived()
    // Who has gone elsewhere since the question knows more than its answer.
    if (latest?.user.id !== user.id || latest.user.workingOrg.id !== orgBefore) return
    if (user.workingOrg.id === orgBefore) return save({ ...latest, user })
    // The server has changed it, and its answer to that was lost. What is open here belongs to the former until it is gone.
    store({ ...latest, user })
    showGate('orgSwitched')
  })
}

let timer: ReturnType<typeof setTimeout> | undefined
/** Every (lifetime - 30) seconds, or half of a short life. A hint only: a sleeping computer misses it. */
export function schedule(): void {
  clearTimeout(timer)
  const { tokens } = current()
  if (!tokens) return
  const { lifetimeMs, expiresAt } = tokens
  const early = lifetimeMs <= minMs + 5_000 ? lifetimeMs / 2 : minMs
  timer = setTimeout(() => renewByTimer(0), Math.min(Math.max(5_000, expiresAt - Date.now() - early), timerMaxMs))
}

/** Without an answer it is tried again while the access token lives; then by the next call, or when the net is back. */
function renewByTimer(tries: number): void {
  renew().then(
    (isOn) => !isOn && logOutAndReload(),
    () => {
      const { tokens } = current()
      const wait = retriesMs[Math.min(tries, retriesMs.length - 1)]
      if (tokens && tokens.expiresAt > Date.now()) timer = setTimeout(() => renewByTimer(tries + 1), wait)
    },
  )
}

/** Awaited before every call. The call itself tells the user when the server is gone; a refusal ends the session. */
export async function ensureFresh(): Promise<void> {
  const session = current()
  if (!isOpen(session) || isFresh(session.tokens)) return
  const isOn = await renew().catch(() => true)
  if (!isOn) logOutAndReload()
}

/** Somebody else has logged in: nothing more is done in the name of this tab's user. */
export function otherAccount(): void {
  clearTimeout(timer)
  halt()
  showGate('otherAccount')
}

/** The tab was hidden, asleep or without net: what has happened to its session meanwhile? */
export function lookAgain(): void {
  const session = current()
  if (session.status !== 'login' || !session.user) return
  const { isOther, hasAccess, hasRefresh } = readCookies(session)
  if (isOther) otherAccount()
  else if (!hasAccess && !hasRefresh) showGate('expired')
  else if (session.tokens && !isFresh(session.tokens)) renewByTimer(0)
}

/** The page was opened without network: it is shown as it was left, and its calls renew the tokens once there is one. */
export const useAlone = create<boolean>()(() => false)

/** @returns whether the page may be shown as it is: no when its tokens are renewed first, or the session has expired */
export function openSaved(isAtLogin: boolean): boolean {
  const session = current()
  if (session.status !== 'login' || !session.user || isAtLogin) return true
  const { hasAccess, hasRefresh } = readCookies(session)
  const { tokens } = session
  const now = Date.now()
  if (tokens && hasAccess && tokens.expiresAt > now) return true
  if (tokens?.refreshToken && hasRefresh && tokens.refreshExpiresAt > now) renewAndReload(0)
  else showGate('expired')
  return false
}

function renewAndReload(tries: number): void {
  renew().then(
    (isOn) => (isOn ? window.location.reload() : logOutAndReload()),
    () => {
      if (navigator.serviceWorker?.controller) return useAlone.setState(true, true)
      setTimeout(() => renewAndReload(tries + 1), retriesMs[Math.min(tries, retriesMs.length - 1)])
    },
  )
}
