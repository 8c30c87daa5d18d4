const person = /name|by$|mobile|phone|email|contact|driver/i
const secret = /password|token|secret|code|key$/i

/** A network's part of an address stays: it tells where from, not who. */
const ofAddress = (value: string): string =>
  value.includes(':') ? value.replace(/^((?:[^:]*:){2}).*$/, '$1…') : value.replace(/^(\d+\.\d+)\.\d+\.\d+$/, '$1.*.*')

function maskedValue(name: string, value: unknown): unknown {
  if (value !== null && typeof value === 'object') return maskedIn(value)
  if (typeof value !== 'string') return value
  if (secret.test(name)) return '***'
  if (name === 'ip') return ofAddress(value)
  return person.test(name) && value !== '' ? `${[...value][0]}**` : value
}
const maskedIn = (value: object): object =>
  Array.isArray(value)
    ? value.map((one) => maskedValue('', one))
    : Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, name === 'kind' ? one : maskedValue(name, one)]),
      )

/** A payload as it is shown: whom it names, where from and what opens something is not told. What cannot be read is not shown. */
export function masked(payload: string): string {
  try {
    return JSON.stringify(maskedValue('', JSON.parse(payload)), null, 2)
  } catch {
    return ''
  }
}
