import { keepLink } from '../client/directUrl.ts'
import { parseHash } from '../client/location.ts'
import { linkOf } from '../client/tabs.ts'

/** Who is not logged in lands on the log-in screen; the page he asked for is kept until he is. */
function rememberAddress(): void {
  const route = parseHash(window.location.hash)
  if (route.kind === 'page') keepLink(linkOf(route, [route.name, route.name]))
  if (route.kind !== 'login') window.history.replaceState(null, '', '#/login')
}

/**
 * While the log-in screen is shown.
 * @param onEnter where somebody is logged in: he asks for another address, and the screen gives way to it
 */
export function atDoor(onEnter: (() => void) | undefined): () => void {
  const follow = () => {
    if (!onEnter) rememberAddress()
    else if (parseHash(window.location.hash).kind !== 'login') onEnter()
  }
  follow()
  window.addEventListener('hashchange', follow)
  return () => window.removeEventListener('hashchange', follow)
}
