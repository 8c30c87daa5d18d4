import type { Call, Envelope } from '@lading/contract/kernel/call.ts'

type Path = readonly PropertyKey[]
const said = (path: Path): string => path.map((part) => (typeof part === 'number' ? '*' : String(part))).join('.')

/** What was answered and dropped while it was read by its declaration. */
function undeclared(given: unknown, read: unknown, path: Path): Path[] {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(given) ? Number(key) : key]
    return key in read ? undeclared(value, (read as Record<string, unknown>)[key], at) : [at]
  })
}

/** In which ways an answer is not what its call declares, and so not what the OpenAPI description says of it. */
export function breachesOf({ output, binary }: Call, { code, data }: Envelope<unknown>): readonly string[] {
  if (code !== 0 || binary) return []
  const read = output.safeParse(data)
  const found = read.success
    ? undeclared(data, read.data, []).map((path) => `${said(path)} is not declared`)
    : read.error.issues.map(({ path, message }) => `${said(path)}: ${message}`)
  return [...new Set(found)]
}

/** T51: an answer as its call declares it; else the test fails, whatever it was about. */
export function declared(call: Call, envelope: Envelope<unknown>): Envelope<unknown> {
  const breaches = breachesOf(call, envelope)
  if (breaches.length > 0) throw new Error(`${call.path} answers what it does not declare: ${breaches.join('; ')}`)
  return envelope
}
