import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession } from './client/account.ts'
import './client/again.ts'
import { sessionTexts } from './client/catalogue.ts'
import { useGate } from './client/gate.ts'
import { parseHash } from './client/location.ts'
import { openSaved, useAlone } from './client/renew.ts'
import { forget, onGone, useSession } from './client/session.ts'
import { readStored } from './client/stored.ts'
import { useText } from './client/text.ts'
import { Login } from './door/Login.tsx'
import { Gate } from './shell/Gate.tsx'
import { Lost } from './shell/Lost.tsx'
import { atDoor } from './shell/loggedOut.ts'
import { Boundary } from './ui/Boundary.tsx'
import { clearNotices, Notices, sayCarried } from './ui/notices.tsx'
import './ui/tokens.css'

/** The workspace and all that it needs come after the log-in screen is there. */
const frame = () => import('./Workspace.tsx')
const Workspace = lazy(async () => ({ default: (await frame()).Workspace }))

function App({ isAtLogin, isReady }: { isAtLogin: boolean; isReady: boolean }) {
  const isLoggedIn = useSession((s) => s.status === 'login' && s.user !== undefined)
  const sid = useSession((s) => s.sid)
  const asked = useGate((g) => g.kind)
  // Who does not want to be taken to the log-in screen stays here, and there is nothing else here.
  const [wasExpired, setWasExpired] = useState(false)
  if (asked === 'expired' && !wasExpired) setWasExpired(true)
  // Who opens the log-in screen gets it, also while somebody is logged in; until a session of his own begins.
  const [doorSid, setDoorSid] = useState(isAtLogin ? sid : undefined)
  const [savedSid] = useState(sid)
  const leaveDoor = useCallback(() => setDoorSid(undefined), [])
  const isAtDoor = doorSid !== undefined && doorSid === sid
  const isAlone = useAlone()
  const isHeld = !isReady && !isAlone && savedSid === sid
  // The session is over all the same: nothing may renew it, or ask about it again, while he logs in.
  const hasDeclined = isHeld && wasExpired && asked === undefined
  useEffect(() => {
    if (hasDeclined) forget()
  }, [hasDeclined])
  return (
    <>
      {!isLoggedIn || isAtDoor || (isHeld && wasExpired) ? (
        <LoggedOut onEnter={isAtDoor ? leaveDoor : undefined} />
      ) : isHeld ? (
        <Starting />
      ) : (
        <Boundary lost={(error) => <Lost error={error} />}>
          <Suspense fallback={<Starting />}>
            <Workspace />
          </Suspense>
        </Boundary>
      )}
      <Notices />
      <Gate />
    </>
  )
}

/** While the workspace is on its way, or the tokens are renewed, after which the page loads again. */
function Starting() {
  const t = useText()
  return (
    <main className="starting" role="status">
      {t(sessionTexts.starting)}
    </main>
  )
}

/** While the user types his password, the workspace and the page on which he comes out are fetched behind it. */
async function fetchAhead(): Promise<void> {
  const { preload } = await frame()
  await preload(readStored().link?.path)
}
function LoggedOut({ onEnter }: { onEnter: (() => void) | undefined }) {
  useEffect(() => atDoor(onEnter), [onEnter])
  // What does not come now is asked for again, and missed, after the log-in.
  return <Login onPassword={() => void fetchAhead().catch(() => undefined)} />
}

startSession()
onGone(clearNotices)
sayCarried()
const isAtLogin = parseHash(window.location.hash).kind === 'login'
const isReady = openSaved(isAtLogin)
const root = document.getElementById('root')
if (root) createRoot(root).render(<App isAtLogin={isAtLogin} isReady={isReady} />)
