import type { SavedSession } from './stored.ts'

/**
 * What the browser's tabs tell each other by cookies: that there is an access and a refresh token, whose they are, and
 * until when. They hold no token, and the server reads none of them.
 */
const names = { access: 'wl.access', refresh: 'wl.refresh' } as const

const ownerOf = ({ user, sid, tokens }: SavedSession): string =>
  `${user?.id ?? ''}.${sid ?? ''}.${tokens?.expiresAt ?? 0}`

/** A cookie lives as long as its token: seconds/86400 days. */
export function writeCookies(session: SavedSession): void {
  const { tokens } = session
  write(names.access, ownerOf(session), tokens ? tokens.expiresAt : 0)
  write(names.refresh, ownerOf(session), tokens ? tokens.refreshExpiresAt : 0)
}

function write(name: string, value: string, until: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  const expires = new Date(until).toUTCString()
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing on plain http
  document.cookie = `${name}=${encodeURIComponent(value)}; Expires=${expires}; Path=/; SameSite=Strict${secure}`
}

const read = (name: string): string | undefined => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${name}=`))
  return found && decodeURIComponent(found.slice(name.length + 1))
}

export interface Mirror {
  readonly hasAccess: boolean
  readonly hasRefresh: boolean
  /** Somebody else's session is the browser's now. */
  readonly isOther: boolean
  /** When the newest tokens end; 0 when that is not known. */
  readonly expiresAt: number
}

/** How the cookies look to who holds this session. Without cookies the browser's storage alone counts. */
export function readCookies(session: SavedSession): Mirror {
  if (!navigator.cookieEnabled) return { hasAccess: true, hasRefresh: true, isOther: false, expiresAt: 0 }
  const [access, refresh] = [read(names.access), read(names.refresh)]
  const owner = refresh ?? access
  const isOther = owner !== undefined && owner.split('.')[0] !== session.user?.id
  return {
    hasAccess: access !== undefined,
    hasRefresh: refresh !== undefined,
    isOther,
    expiresAt: Number(owner?.split('.')[2] ?? 0),
  }
}
