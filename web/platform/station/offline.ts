import { hasDirty } from '../../client/tabStore.ts'
import { sendingStore } from './sendingStore.ts'

/** As the default policy in `web/public/boot.js` lets it through. */
const script = '/sw.js'
let kept: Promise<void> | undefined

/**
 * Keeps the client on this device from now on, so that a handheld opens it again without network. Browsers do that over
 * https only, and on the machine itself; over plain http everything else works as before.
 */
export function keepOffline(): Promise<void> {
  kept ??= keep()
  return kept
}
async function keep(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Else a browser that runs short may throw away what was not sent yet.
  await navigator.storage?.persist?.()
  await navigator.serviceWorker.register(script)
}

/** A newer build that waits is let in when the page opens, nothing is left to be sent and nothing is being typed. */
export async function followBuilds(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return
  const registration = await navigator.serviceWorker.ready
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => installing.state === 'installed' && letIn(registration))
  })
  await registration.update()
  letIn(registration)
}

function letIn({ waiting }: ServiceWorkerRegistration): void {
  if (!waiting) return
  void sendingStore()
    .then((store) => store.isEmpty())
    .then((isEmpty) => {
      if (!isEmpty || hasDirty() || navigator.userActivation.hasBeenActive) return
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true })
      waiting.postMessage('letIn')
    })
    .catch(() => undefined)
}
