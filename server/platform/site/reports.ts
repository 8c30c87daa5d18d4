import { z } from 'zod'

/** What browsers tell of; the rest of a report is the sender's to make up, and is not kept. */
const directives = [
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'connect-src',
  'font-src',
  'frame-src',
  'worker-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
] as const
type Directive = (typeof directives)[number] | 'other'

const report = z.object({
  'csp-report': z.object({ 'effective-directive': z.string().optional(), 'violated-directive': z.string().optional() }),
})
const isKnown = (name: string): name is Directive => directives.some((one) => one === name)

/** @returns which directive a report is about, or undefined when it is no report */
export function directiveOf(text: string): Directive | undefined {
  try {
    const { 'csp-report': told } = report.parse(JSON.parse(text))
    const name = (told['effective-directive'] ?? told['violated-directive'] ?? '').split(' ')[0] ?? ''
    return isKnown(name) ? name : 'other'
  } catch {
    return undefined
  }
}

const quietMs = 60 * 60_000

/** Counts every report; writes each kind into the log at most once an hour, however many are sent. */
export function createReports(now: () => number, count: (event: string) => void, write: (directive: string) => void) {
  const written = new Map<Directive, number>()
  return (text: string): void => {
    const directive = directiveOf(text)
    if (directive === undefined) return
    count(`csp_${directive}`)
    if (now() - (written.get(directive) ?? -quietMs) < quietMs) return
    written.set(directive, now())
    write(directive)
  }
}
