import { keepLink } from '../client/directUrl.ts'
import { parseHash } from '../client/location.ts'
import { linkOf } from '../client/tabs.ts'

/** Who is not logged in lands on the log-in screen; the page he asked for is kept until he is. */
export function rememberAddress(): void {
  const route = parseHash(window.location.hash)
  if (route.kind === 'page') keepLink(linkOf(route, [route.name, route.name]))
  if (route.kind !== 'login') window.history.replaceState(null, '', '#/login')
}
