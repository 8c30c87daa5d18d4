import type { LoginUser } from '@lading/contract/sys/session.ts'
import * as calls from '@lading/contract/sys/session.ts'
import { call, newKey, Refused, setBearer } from './client.ts'
import { dropAllDrafts, dropOwnDrafts } from './drafts.ts'
import { showGate } from './gate.ts'
import { keepKey, keyOf } from './keys.ts'
import { noteOrg } from './lately.ts'
import { leaveHistory } from './linkStore.ts'
import { setPrefs, takePrefs } from './prefs.ts'
import { queryClient } from './query.ts'
import { ensureFresh, lookAgain, otherAccount, readUserAgain, renew, schedule } from './renew.ts'
import {
  adopt,
  current,
  endHere,
  forget,
  holdInitialPassword,
  isOpen,
  isOutdated,
  logOutAndReload,
  onOtherTab,
  save,
  setLeaving,
  stored,
  tokensOf,
  useSession,
} from './session.ts'
import { makeKeyPair, sign } from './sign.ts'
import { readStored, storedKey, writeStored, writeWindow } from './stored.ts'

const loginsMax = 5
/** The specification's delay, in which the frame closes. */
const cleanUpMs = 200
/** So long the server is waited for on the way out. */
const tellMs = 2_000

export interface LoginForm {
  readonly tenant: string
  readonly username: string
  readonly password: string
  /** When the server has asked for it: a code of the user's app, or a recovery code. */
  readonly secondFactor?: string | undefined
}

interface ClientHints {
  getHighEntropyValues(hints: string[]): Promise<{ platform: string; platformVersion: string }>
}
/** The platform and its version where the browser tells them; else the name by which it goes. */
async function osVersion(): Promise<string> {
  const { userAgent, userAgentData } = navigator as Navigator & { userAgentData?: ClientHints }
  const told = await userAgentData?.getHighEntropyValues(['platformVersion']).catch(() => undefined)
  return told ? `${told.platform} ${told.platformVersion}` : userAgent
}

/** Begins a session whose key never leaves this browser. */
export async function logIn({ password, secondFactor, ...typed }: LoginForm): Promise<void> {
  // As the server takes them: what is kept here by their names is found again however they are typed.
  const [tenant, username] = [typed.tenant.toLowerCase(), typed.username.toLowerCase()]
  const known = readStored().logins?.find((l) => l.tenant === tenant && l.username === username)
  const pair = await makeKeyPair()
  const request = {
    tenant,
    username,
    password,
    ...(secondFactor && { secondFactor }),
    ...(known && { workingOrgId: known.workingOrgId }),
    source: 'WEB',
    appVersion: __APP_VERSION__,
    osVersion: (await osVersion()).slice(0, 120),
  } as const
  const result = await call(calls.login, request, { tenant, publicKey: pair?.publicKey })
  const sid = newKey()
  await keepKey(sid, pair?.privateKey ?? result.signKey ?? '')
  // The tokens stand before the user is read; who looks at the status sees nobody until then.
  const tokens = tokensOf(result)
  useSession.setState({ status: 'logout', tenant, sid, tokens }, true)
  const user = await call(calls.getLoginUser, {})
  holdInitialPassword(user.originalPassword ? password : undefined)
  const [last] = readStored().logins ?? []
  takePrefs(user.preferences, last?.tenant === tenant && last.username === username)
  if (result.firstLogin) setPrefs({ isNew: true })
  save({ status: 'login', tenant, sid, tokens, user })
  rememberLogin(user, tenant)
}

export async function switchOrganisation(workingOrgId: string): Promise<void> {
  const result = await call(calls.switchWorkingOrg, { workingOrgId }).catch((error: unknown) => {
    if (isUnanswered(error)) askWhere()
    throw error
  })
  const { tenant, sid = '', user: before } = current()
  const { user } = result
  save({ status: 'login', tenant, sid, tokens: tokensOf(result), user })
  rememberLogin(user, tenant)
  for (const { workingOrg } of before ? [before, user] : [user]) noteOrg(user.id, workingOrg.id)
  // Read again as after a log-in. Should the answer get lost, the user who came with the tokens is no other.
  void readUserAgain().catch(() => undefined)
}

const isUnanswered = (error: unknown): boolean => error instanceof Refused && error.status < 400
const askAgainMs = 2_000
/** Where the server now works only it knows: it is asked until it says so. */
const askWhere = (): void =>
  void readUserAgain().catch((error: unknown) => isUnanswered(error) && setTimeout(askWhere, askAgainMs))

/** Ends the session here even when the server cannot be told. */
export async function logOut(): Promise<void> {
  // The socket may hear of the end before the answer is here.
  setLeaving(true)
  // What is still being read would be refused.
  await queryClient.cancelQueries()
  await leaveHistory().catch(() => undefined)
  // Whoever comes next is offered nothing of what was typed here, not even he himself. Who cannot be heard is not waited for.
  await Promise.race([dropOwnDrafts().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, tellMs))])
  const told = call(calls.logout, {}, { signal: AbortSignal.timeout(tellMs), keepalive: true })
  await Promise.race([told.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, tellMs))])
  forget()
  setLeaving(false)
  window.location.hash = '#/login'
  setTimeout(() => {
    writeStored('link', undefined)
    writeStored('tabs', undefined)
    writeWindow(undefined)
  }, cleanUpMs)
}

function rememberLogin({ username, workingOrg, tenant: { name, ...brand } }: LoginUser, tenant: string): void {
  const others = (readStored().logins ?? []).filter((l) => l.tenant !== tenant || l.username !== username)
  const { loginBackgroundUrl, loginLogoUrl, color } = brand
  const shown = { companyName: name, loginBackgroundUrl, loginLogoUrl, ...(color && { color }) }
  const mine = { tenant, username, workingOrgId: workingOrg.id, ...shown }
  writeStored('logins', [mine, ...others].slice(0, loginsMax))
}

/** Nobody who comes to this computer next sees who was here. */
export function forgetLogins(): void {
  for (const slice of ['logins', 'lately', 'link', 'tabs'] as const) writeStored(slice, undefined)
  writeWindow(undefined)
  // They are their writers' anyway: a store that does not answer keeps nobody here.
  void dropAllDrafts().catch(() => undefined)
}

let isReading = false
/** Several calls are refused for the same reason: one of them has the user read anew, who is led to what is missing. */
function readIncomplete(): void {
  if (isReading || current().user?.mustSetUpSecondFactor) return
  isReading = true
  void readUserAgain()
    .catch(() => undefined)
    .finally(() => {
      isReading = false
    })
}

/** Connects session and client, and follows what other browser tabs do. Called once, by `main.tsx`. */
export function startSession(): void {
  setBearer({
    tenant: () => current().tenant,
    token: () => current().tokens?.accessToken,
    ensureFresh,
    renew,
    lost: logOutAndReload,
    incomplete: readIncomplete,
    sign: async (token, request, time) => {
      const key = await keyOf(current().sid ?? '')
      return key === undefined ? undefined : sign(key, token, request, time)
    },
  })
  schedule()
  useSession.subscribe((now, before) => {
    if (now.tokens !== before.tokens) schedule()
  })
  onOtherTab(follow)
  window.addEventListener('storage', (event) => {
    if (event.key === storedKey || event.key === null) follow()
  })
  // A page from the browser's memory has heard nothing while it lay there.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) follow()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') lookAgain()
  })
  window.addEventListener('online', lookAgain)
}

let reloading = false
/** Once: several events tell of the same change. */
function reload(): void {
  if (reloading) return
  reloading = true
  window.location.reload()
}

/** Another tab has logged out or in, renewed the tokens or gone to another organisation. */
function follow(): void {
  const mine = current()
  const theirs = stored()
  if (!isOpen(mine)) {
    // Whoever looks at the log-in screen is let in with the others; a log-in that is under way goes on.
    if (theirs && !mine.tokens) reload()
    return
  }
  if (!theirs) {
    // Who has logged out does not come back to where his other tabs were, and is not asked about what he had typed.
    window.history.replaceState(null, '', '#/login')
    endHere()
    writeWindow(undefined)
    reload()
  } else if (theirs.user.id !== mine.user.id) otherAccount()
  else if (theirs.user.workingOrg.id !== mine.user.workingOrg.id) showGate('orgSwitched')
  else if (isOutdated(theirs, mine)) writeStored('session', mine)
  else if (theirs.tokens.accessToken !== mine.tokens.accessToken) adopt(theirs)
}
