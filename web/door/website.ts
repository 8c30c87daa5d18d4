/** An address that a tenant has set, when it leads to a web page. */
export function websiteOf(address: string | null): URL | undefined {
  if (!address) return undefined
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`)
    return /^https?:$/.test(url.protocol) ? url : undefined
  } catch {
    return undefined
  }
}
