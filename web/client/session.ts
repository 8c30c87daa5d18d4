import type { LoginResult, LoginUser } from '@lading/contract/sys/session.ts'
import { create } from 'zustand'
import { writeCookies } from './cookies.ts'
import { dropKeys } from './keys.ts'
import { readStored, type SavedSession, type Tokens, writeStored } from './stored.ts'
import { setZone } from './time.ts'

/** A session in which somebody is logged in. */
export type Session = Required<SavedSession>
/** The specification's delay. */
const reloadMs = 300

export const useSession = create<SavedSession>()(
  () => readStored().session ?? { status: 'logout', tenant: readStored().logins?.[0]?.tenant ?? '' },
)
export const current = useSession.getState
const takeZone = ({ user }: SavedSession) => user?.timeZone && setZone(user.timeZone)
takeZone(current())
useSession.subscribe(takeZone)

/** The session that the browser holds now, whichever tab has written it. */
export function stored(): Session | undefined {
  const { session } = readStored()
  return session && isOpen(session) ? session : undefined
}

/** Tokens of one session that end so much later are newer ones. At a session's end, all of its tokens end with it. */
const newerByMs = 5_000
/** Of the stored session and the one held here, whether the former is out of date. */
export const isOutdated = (theirs: Session, mine: Session): boolean =>
  theirs.sid === mine.sid && mine.tokens.expiresAt - theirs.tokens.expiresAt > newerByMs
/** The newest that this tab knows of: who stores something else meanwhile may put back what was there before. */
export function newest(): Session | undefined {
  const [theirs, mine] = [stored(), current()]
  return theirs && isOpen(mine) && isOutdated(theirs, mine) ? mine : theirs
}
export const isOpen = (s: SavedSession): s is Session =>
  s.status === 'login' && s.sid !== undefined && s.tokens !== undefined && s.user !== undefined

/** The user; only for what is drawn inside the frame, where there is one. */
export function useUser(): LoginUser {
  const user = useSession((s) => s.user)
  if (!user) throw new Error('useUser outside the frame')
  return user
}

/** In memory only, and no longer than it takes to accept the offer to change it. */
const initialPasswordMs = 300_000
export const useInitialPassword = create<{ readonly password: string | undefined }>()(() => ({ password: undefined }))
let holding: ReturnType<typeof setTimeout> | undefined
export function holdInitialPassword(password: string | undefined): void {
  clearTimeout(holding)
  useInitialPassword.setState({ password })
  if (password !== undefined) holding = setTimeout(() => holdInitialPassword(undefined), initialPasswordMs)
}

/** While the server is told of a log-out or of a new password: what ends now ends because the user wants it. */
let leaving = false
export const isLeaving = (): boolean => leaving
export const setLeaving = (isSo: boolean): void => {
  leaving = isSo
}

let reloading = false
/**
 * For a permission failure, an expired session and a changed password. Parallel failures reload once, and not while the
 * user himself ends the session: what fails then fails for that.
 */
export function logOutAndReload(): void {
  if (reloading || leaving) return
  reloading = true
  forget()
  setTimeout(() => window.location.reload(), reloadMs)
}

/**
 * Calls back when whoever was here is gone: nothing of his meets who comes next. Not before the page loads again, where
 * nothing of it stays in any case and its last words are still to be read.
 */
export const onGone = (clear: () => void): void =>
  void useSession.subscribe(({ user }, { user: before }) => {
    if (before && user?.id !== before.id && !reloading) clear()
  })

/** In this tab nobody is logged in any more. */
export function endHere(): SavedSession {
  holdInitialPassword(undefined)
  const session = { status: 'logout', tenant: current().tenant } as const
  useSession.setState(session, true)
  return session
}

/** Nobody is logged in any more; the page that was open is kept for whoever it was. */
export function forget(): void {
  const session = endHere()
  writeStored('session', session)
  writeStored('sub', undefined)
  writeCookies(session)
  // A key that cannot be removed is of no use without its session's tokens, which are gone.
  void dropKeys().catch(() => undefined)
  channel?.postMessage('session')
}

/** A new state of the session: for this tab, for the others, and for the next visit. */
export function save(session: Session): void {
  useSession.setState(session, true)
  store(session)
}

/** For the others and the next visit alone. */
export function store(session: Session): void {
  writeStored('session', session)
  writeCookies(session)
  channel?.postMessage('session')
}

/** What another tab has saved. */
export const adopt = (session: Session): void => useSession.setState(session, true)

export type Issued = Pick<LoginResult, 'accessToken' | 'refreshToken' | 'expiresIn' | 'refreshExpiresIn'>
export const tokensOf = ({ accessToken, refreshToken, expiresIn, refreshExpiresIn }: Issued): Tokens => ({
  accessToken,
  refreshToken,
  expiresAt: Date.now() + expiresIn * 1000,
  lifetimeMs: expiresIn * 1000,
  refreshExpiresAt: Date.now() + refreshExpiresIn * 1000,
})

/** Some embedded browsers have none; they hear of the others by the storage's events. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('wl:session') : undefined
/** Calls back when another tab may have changed the session. */
export const onOtherTab = (follow: () => void): void => channel?.addEventListener('message', follow)
