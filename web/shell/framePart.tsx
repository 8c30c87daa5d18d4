import { type ComponentType, useEffect, useState } from 'react'
import { Boundary } from '../ui/Boundary.tsx'
import { tellLost } from './loadPage.ts'

interface Closing {
  readonly onClose?: () => void
}

/**
 * A part of the frame that is fetched when it is first shown. Where it does not come, or breaks, the user is told, and the
 * workspace stays with all that was typed in it. What he opened closes, so that he can open it again; what nobody opened is
 * tried again when the network is back.
 */
export function framePart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P & Closing> {
  let loaded: ComponentType<P> | undefined
  const Coming = (p: P) => {
    const [Part, setPart] = useState(() => loaded)
    const [lost, setLost] = useState<{ readonly error: unknown }>()
    useEffect(() => {
      if (!Part)
        load().then(
          (part) => {
            loaded = part
            setPart(() => part)
          },
          (error: unknown) => setLost({ error }),
        )
    }, [Part])
    if (lost) throw lost.error
    return Part ? <Part {...p} /> : null
  }
  return (p) => (
    <Boundary lost={(error, again) => <Gone error={error} again={again} onClose={p.onClose} />}>
      <Coming {...p} />
    </Boundary>
  )
}

interface GoneProps {
  readonly error: unknown
  readonly again: () => void
  readonly onClose: (() => void) | undefined
}
function Gone({ error, again, onClose }: GoneProps) {
  useEffect(() => void tellLost(error), [error])
  useEffect(() => {
    if (onClose) return onClose()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [again, onClose])
  return null
}
