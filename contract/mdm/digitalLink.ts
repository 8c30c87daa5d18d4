/** Numbers that a link may begin with, and how many digits they have: a logistic unit, a trade item. */
const primary: Readonly<Record<string, number>> = { '00': 18, '01': 14 }

function plain(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    // No address of this world: the caller says that the code is not known.
    return undefined
  }
}

/**
 * A GS1 Digital Link, as people read its elements: `https://id.gs1.org/01/09506000134352/10/ABC?17=271231` is
 * `(01)09506000134352(10)ABC(17)271231`. Whose address it is does not matter, nor what its path begins with.
 * Source: GS1 Digital Link Standard, URI syntax 1.5.0, section 4.
 * @returns undefined for any other text
 */
export function linkText(text: string): string | undefined {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)(?:\?([^#\s]*))?/i.exec(text) ?? []
  const parts = path.split('/').filter((part) => part !== '')
  const from = parts.findIndex((part, i) => part in primary && /^\d{8,18}$/.test(parts[i + 1] ?? ''))
  if (from < 0) return undefined
  const pairs: (readonly [ai: string, data: string | undefined])[] = []
  for (let i = from; i < parts.length; i += 2) pairs.push([parts[i] ?? '', plain(parts[i + 1] ?? '')])
  for (const given of query.split(/[&;]/)) {
    const [key = '', value = ''] = given.split('=')
    // What is no identifier is for the site behind the address.
    if (/^\d{2,4}$/.test(key)) pairs.push([key, plain(value)])
  }
  if (pairs.some(([ai, data]) => !/^\d{2,4}$/.test(ai) || !data || /[()]/.test(data))) return undefined
  return pairs.map(([ai, data = '']) => `(${ai})${data.padStart(ai === '01' ? 14 : 0, '0')}`).join('')
}
