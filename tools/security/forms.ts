import { plain, type Target } from './targets.ts'

const leavesOf = (value: unknown, name: string): (readonly [string, string])[] => {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, name ? `${name}.${key}` : key))
}
const filled = (value: unknown, name: string, words: URLSearchParams): unknown => {
  if (typeof value === 'string') return words.get(name) ?? value
  if (Array.isArray(value)) return value.map((inner, i) => filled(inner, `${name}.${i}`, words))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, filled(inner, name ? `${name}.${key}` : key, words)]),
  )
}
const plainBody = ({ body }: Target): unknown => JSON.parse(plain(JSON.stringify(body ?? {})))
const safe = (text: string): string => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)

/** The page from which a crawler learns the calls: a form for each that has a body, a link for each that has none. */
export function formsPage(targets: readonly Target[]): string {
  const parts = targets.map((t) => {
    if (t.body === undefined) return `<a href="${safe(plain(t.path + t.query))}">${t.path}</a>`
    const inputs = leavesOf(plainBody(t), '').map(
      ([name, value]) => `<input type="text" name="${safe(name)}" value="${safe(value)}">`,
    )
    return `<form method="post" action="${t.path}">${inputs.join('')}<input type="submit"></form>`
  })
  return `<!doctype html><title>calls</title>${parts.join('\n')}`
}

/** What was sent from such a form as the JSON that the call takes: the usual input with the words of the form in it. */
export const jsonOf = (target: Target, sent: string): string =>
  JSON.stringify(filled(plainBody(target), '', new URLSearchParams(sent)))
