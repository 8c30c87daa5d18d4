import { parseHash } from '../client/location.ts'
import { writeStored } from '../client/stored.ts'

/** Who is not logged in lands on the log-in screen; the page he asked for is kept until he is. */
export function rememberAddress(): void {
  const route = parseHash(window.location.hash)
  if (route.kind === 'page') {
    const { name, path, query } = route
    writeStored('link', { name, path, title: [name, name], keepAlive: true, query, params: {} })
  }
  if (route.kind !== 'login') window.history.replaceState(null, '', '#/login')
}
