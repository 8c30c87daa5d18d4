/** What no answer of ours may be used for, whatever it holds. */
const always = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
} as const

/** Data and parts of the client are never a page of their own: opened as one they load, run and send nothing. */
const plainPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The service worker asks for what it keeps, under the policy of its own file. */
export const workerPolicy = "default-src 'none'; connect-src 'self'"

export const reportPath = '/csp-report'
const hstsSeconds = 365 * 24 * 3600

/** For every answer that does not say otherwise. Over plain http a promise of https would lock a closed network out. */
export const answerHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...always,
  'content-security-policy': plainPolicy,
  ...(isSecure && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
})

/** A host that could say more than where our sockets are is left out: older browsers then have no sockets. */
const socketsOf = (host: string): string =>
  /^[a-z\d.-]+(:\d{1,5})?$|^\[[\da-f:]+\](:\d{1,5})?$/i.test(host) ? ` ws://${host} wss://${host}` : ''

/**
 * What the document may do: scripts come from our own files only, styles also from elements that carry this answer's
 * nonce, and text becomes markup or script only through the one policy in `web/public/boot.js`.
 */
export const documentPolicy = (nonce: string, host: string, mapHosts: readonly string[] = []): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Whoever runs the server says from where pictures of maps may come: no tenant opens a way out for others.
    ["img-src 'self' data: blob:", ...mapHosts].join(' '),
    `connect-src 'self'${socketsOf(host)}`,
    // What is about to be printed, as a file that the page itself has fetched; and a letter, whose own policy has it run
    // and fetch nothing. All other answers of ours refuse to be framed.
    "frame-src blob: 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `report-uri ${reportPath}`,
  ].join('; ')
