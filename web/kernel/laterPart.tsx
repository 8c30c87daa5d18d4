import { Button } from 'antd'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { asRefused } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { words } from './words.ts'

/**
 * A part of a page that is fetched when it is first shown. Where it does not come its place says why, and offers another
 * try: the rest of the page stays as it is, with what was typed there.
 */
export function laterPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: (p: P) => ReactNode,
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined
  return (p) => {
    const t = useText()
    const [Part, setPart] = useState(() => loaded)
    const [error, setError] = useState<unknown>()
    useEffect(() => {
      if (Part || error) return
      load().then((part) => {
        loaded = part
        setPart(() => part)
      }, setError)
    }, [Part, error])
    if (Part) return <Part {...p} />
    if (!error) return waiting(p)
    return (
      <span role="alert">
        <Button
          danger
          style={{ height: 'auto', paddingBlock: 4, whiteSpace: 'normal' }}
          onClick={() => setError(undefined)}
        >
          {asRefused(error).message} · {t(words.retry)}
        </Button>
      </span>
    )
  }
}
