import { Component, type ReactNode } from 'react'
import { asRefused } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import './gate.css'

/** Around the workspace as a whole: without it a workspace that does not come would leave an empty screen. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    return this.state.error === undefined ? this.props.children : <Lost error={this.state.error} />
  }
}

/** Why there is no workspace, and the one thing that helps. Drawn without the component library, as that may be missing. */
function Lost({ error }: { error: unknown }) {
  const t = useText()
  return (
    <main className="starting">
      <div className="gate" role="alert">
        <p>{asRefused(error).message}</p>
        <div className="gate-actions">
          <button type="button" className="gate-ok" onClick={() => window.location.reload()}>
            {t(['刷新', 'Refresh'])}
          </button>
        </div>
      </div>
    </main>
  )
}
