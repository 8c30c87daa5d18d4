/** Marks that turn the direction of what follows: a value that holds them would be read as another. */
const turning = /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g
export const tame = (s: string): string => s.replace(turning, '')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Text as it stands between tags and within quotes: nothing of it is markup. */
export const escaped = (s: string): string => tame(s).replace(/[&<>"']/g, (c) => entities[c] ?? '')
