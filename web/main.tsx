import { lazy, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { startSession, useSession } from './client/session.ts'
import { Login } from './shell/Login.tsx'
import { rememberAddress } from './shell/loggedOut.ts'
import { Notices } from './ui/notices.tsx'
import './ui/tokens.css'

/** The workspace and all that it needs come after the log-in screen is there. */
const frame = () => import('./Workspace.tsx')
const Workspace = lazy(async () => ({ default: (await frame()).Workspace }))

function App() {
  const isLoggedIn = useSession((s) => s.status === 'login' && s.user !== undefined)
  return (
    <>
      {isLoggedIn ? (
        <Suspense fallback={null}>
          <Workspace />
        </Suspense>
      ) : (
        <LoggedOut />
      )}
      <Notices />
    </>
  )
}

/** While the user types his password, the workspace is fetched behind it. */
function LoggedOut() {
  useEffect(() => {
    rememberAddress()
    const fetchFrame = () => void frame()
    window.addEventListener('keydown', fetchFrame, { once: true })
    return () => window.removeEventListener('keydown', fetchFrame)
  }, [])
  return <Login />
}

startSession()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
