import { preferenceCalls } from '@lading/contract/sys/preference.ts'
import { call } from './client.ts'
import { useUntold } from './prefs.ts'

/**
 * While somebody is logged in, his choices go to the server, in the order of choosing. What it does not hear now it
 * hears with the next choice, or when the network is back. @returns what ends it
 */
export function startPrefs(): () => void {
  let isTelling = false
  let isOver = false
  const tell = async (): Promise<void> => {
    const change = useUntold.getState()
    if (isTelling || isOver || Object.keys(change).length === 0) return
    isTelling = true
    useUntold.setState({}, true)
    const isHeard = await call(preferenceCalls.updateDisplay, change).then(
      () => true,
      () => false,
    )
    // The choice counts here all the same; a newer one of the same kind stands before it.
    if (!isHeard && !isOver) useUntold.setState((newer) => ({ ...change, ...newer }), true)
    isTelling = false
    if (isHeard) await tell()
  }
  const tellNow = () => void tell()
  tellNow()
  const stop = useUntold.subscribe(tellNow)
  window.addEventListener('online', tellNow)
  return () => {
    isOver = true
    stop()
    window.removeEventListener('online', tellNow)
    // What one user chose is not the next one's choice.
    useUntold.setState({}, true)
  }
}
