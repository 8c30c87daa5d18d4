import { asRefused } from '../client/errors.ts'
import { parseHash } from '../client/location.ts'
import { useText } from '../client/text.ts'
import './gate.css'

/** Who has just logged in is still at the log-in screen's address, and shall not be asked again. */
function again(): void {
  if (parseHash(window.location.hash).kind === 'login') window.history.replaceState(null, '', '#/')
  window.location.reload()
}

/**
 * Why there is no workspace, and the one thing that helps: without it a workspace that does not come would leave an empty
 * screen. Drawn without the component library, as that may be missing.
 */
export function Lost({ error }: { error: unknown }) {
  const t = useText()
  return (
    <main className="starting">
      <div className="gate" role="alert">
        <p>{asRefused(error).message}</p>
        <div className="gate-actions">
          <button type="button" className="gate-ok" onClick={again}>
            {t(['刷新', 'Refresh'])}
          </button>
        </div>
      </div>
    </main>
  )
}
