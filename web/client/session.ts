import type { LoginResult, LoginUser } from '@lading/contract/sys/session.ts'
import * as calls from '@lading/contract/sys/session.ts'
import { create } from 'zustand'
import { call, Refused, setBearer } from './client.ts'
import { readStored, storedKey, writeStored } from './stored.ts'
import { setZone } from './time.ts'

interface Tokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** By this client's clock, in milliseconds. */
  readonly expiresAt: number
  readonly lifetimeMs: number
}
export interface SavedSession {
  readonly status: 'login' | 'logout'
  readonly tenant: string
  readonly tokens?: Tokens
  readonly user?: LoginUser
}
/** Who has logged in on this computer; never a password. */
export interface SavedLogin {
  readonly tenant: string
  readonly username: string
  readonly workingOrgId: string
  readonly companyName: string
}
const loginsMax = 5
/** The specification's delays of logging out. */
const cleanUpMs = 200
const reloadMs = 300
const timerMaxMs = 2 ** 31 - 1

export const useSession = create<SavedSession>()(
  () => readStored().session ?? { status: 'logout', tenant: readStored().logins?.[0]?.tenant ?? '' },
)
const current = useSession.getState
const takeZone = ({ user }: SavedSession) => user?.timeZone && setZone(user.timeZone)
takeZone(current())
useSession.subscribe(takeZone)

/** The user; only for what is drawn inside the frame, where there is one. */
export function useUser(): LoginUser {
  const user = useSession((s) => s.user)
  if (!user) throw new Error('useUser outside the frame')
  return user
}

/** Held in memory only, for the offer to change it. */
let initialPassword: string | undefined
export const takeInitialPassword = (): string | undefined => initialPassword

export interface LoginForm {
  readonly tenant: string
  readonly username: string
  readonly password: string
}

export async function logIn({ tenant, username, password }: LoginForm): Promise<void> {
  const known = readStored().logins?.find((l) => l.tenant === tenant && l.username === username)
  const result = await call(calls.login, {
    tenant,
    username,
    password,
    ...(known && { workingOrgId: known.workingOrgId }),
    source: 'WEB',
    appVersion: __APP_VERSION__,
    osVersion: navigator.userAgent.slice(0, 120),
  })
  // The tokens stand before the user is read; who looks at the status sees nobody until then.
  useSession.setState({ tenant, tokens: tokensOf(result) })
  const user = await call(calls.getLoginUser, {})
  initialPassword = user.originalPassword ? password : undefined
  save({ status: 'login', tenant, tokens: tokensOf(result), user })
  rememberLogin(user, tenant)
}

export async function switchOrganisation(workingOrgId: string): Promise<void> {
  const result = await call(calls.switchWorkingOrg, { workingOrgId })
  const { tenant } = current()
  useSession.setState({ tokens: tokensOf(result) })
  const user = await call(calls.getLoginUser, {})
  save({ status: 'login', tenant, tokens: tokensOf(result), user })
  rememberLogin(user, tenant)
}

/** Ends the session here even when the server cannot be told. */
export async function logOut(): Promise<void> {
  await call(calls.logout, {}).catch(() => undefined)
  forget()
  window.location.hash = '#/login'
  setTimeout(() => {
    writeStored('link', undefined)
    writeStored('tabs', undefined)
  }, cleanUpMs)
}

let reloading = false
/** For a permission failure, an expired session and a changed password. Parallel failures reload once. */
export function logOutAndReload(): void {
  if (reloading) return
  reloading = true
  forget()
  setTimeout(() => window.location.reload(), reloadMs)
}

function forget(): void {
  clearTimeout(timer)
  initialPassword = undefined
  const { tenant } = current()
  useSession.setState({ status: 'logout', tenant }, true)
  writeStored('session', { status: 'logout', tenant })
}

function save(session: SavedSession): void {
  useSession.setState(session, true)
  writeStored('session', session)
  schedule()
}

function rememberLogin(user: LoginUser, tenant: string): void {
  const { username, workingOrg } = user
  const others = (readStored().logins ?? []).filter((l) => l.tenant !== tenant || l.username !== username)
  const login = { tenant, username, workingOrgId: workingOrg.id, companyName: user.tenant.name }
  writeStored('logins', [login, ...others].slice(0, loginsMax))
}

type Issued = Pick<LoginResult, 'accessToken' | 'refreshToken' | 'expiresIn'>
const tokensOf = ({ accessToken, refreshToken, expiresIn }: Issued): Tokens => ({
  accessToken,
  refreshToken,
  expiresAt: Date.now() + expiresIn * 1000,
  lifetimeMs: expiresIn * 1000,
})

let timer: ReturnType<typeof setTimeout> | undefined
/** Every (lifetime - 30) seconds, at least 5. A sleeping computer misses it: then the next call renews first. */
function schedule(): void {
  clearTimeout(timer)
  const { tokens } = current()
  if (!tokens) return
  const waitMs = Math.max(5_000, tokens.expiresAt - Date.now() - 30_000)
  timer = setTimeout(renewByTimer, Math.min(waitMs, timerMaxMs))
}

function renewByTimer(): void {
  renew().then(
    (renewed) => !renewed && logOutAndReload(),
    // No answer is no refusal: the session goes on until the server says otherwise.
    () => schedule(),
  )
}

/** One renewal at a time in this browser tab, and across its tabs where the browser can lock. */
let renewal: Promise<boolean> | undefined
function renew(): Promise<boolean> {
  renewal ??= withLock(renewNow).finally(() => {
    renewal = undefined
  })
  return renewal
}
const withLock = (work: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks ? navigator.locks.request('wl:refresh', work) : work()

/** False when the server refuses; throws when it does not answer. */
async function renewNow(): Promise<boolean> {
  const held = current().tokens
  const stored = readStored().session
  if (stored?.tokens && held && stored.tokens.expiresAt > held.expiresAt && stored.user?.id === current().user?.id) {
    useSession.setState({ tokens: stored.tokens })
    schedule()
    return true
  }
  if (!held?.refreshToken) return false
  try {
    const issued = await call(calls.refreshToken, { refreshToken: held.refreshToken })
    if (!issued?.accessToken) return false
    save({ ...current(), tokens: tokensOf(issued) })
    return true
  } catch (error) {
    if (error instanceof Refused && error.status >= 400 && error.status < 429) return false
    throw error
  }
}

/** Renews a token that ends within 30 s, or within half of a shorter life. */
async function ensureFresh(): Promise<void> {
  const { tokens } = current()
  if (!tokens || tokens.expiresAt - Date.now() > Math.min(30_000, tokens.lifetimeMs / 2)) return
  // The call itself tells the user when the server is gone or the session is over.
  await renew().catch(() => false)
}

/** Connects session and client, and follows what other browser tabs do. Called once, by `main.tsx`. */
export function startSession(): void {
  setBearer({
    tenant: () => current().tenant,
    token: () => current().tokens?.accessToken,
    ensureFresh,
    renew,
    lost: logOutAndReload,
  })
  schedule()
  window.addEventListener('storage', (event) => {
    if (event.key === storedKey) follow(readStored().session)
  })
}

function follow(other: SavedSession | undefined): void {
  const { user, tokens } = current()
  const isSame = other?.user?.id === user?.id && other?.user?.workingOrg.id === user?.workingOrg.id
  if (!isSame || other?.status !== current().status) {
    // Logged out, logged in as somebody else, or in another organisation: start anew with what is stored.
    window.location.reload()
    return
  }
  if (other?.tokens && tokens && other.tokens.expiresAt > tokens.expiresAt) {
    useSession.setState({ tokens: other.tokens })
    schedule()
  }
}
