/** Where nothing else is said: organisations begin with it, and work of no organisation goes by it. */
export const usualZone = 'Asia/Shanghai'

const formats = new Map<string, Intl.DateTimeFormat>()
/** Organisations live in few zones; making a format costs a thousand times what using it does. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, made)
  return made
}

/** What a clock on the wall in that zone shows: `YYYY-MM-DD HH:mm:ss`. */
export const wallTime = (zone: string, at: Date): string => formatOf(zone).format(at)
/** The calendar day there: YYYY-MM-DD. */
export const dayIn = (zone: string, at: Date): string => wallTime(zone, at).slice(0, 10)

/** When a clock in that zone shows this. An hour that comes twice or never in the year is taken from either side of the change. */
export function instantAt(zone: string, wall: string): Date {
  const utc = Date.parse(`${wall.replace(' ', 'T')}Z`)
  const shift = (at: number): number => {
    const second = Math.floor(at / 1000) * 1000
    return Date.parse(`${wallTime(zone, new Date(second)).replace(' ', 'T')}Z`) - second
  }
  return new Date(utc - shift(utc - shift(utc)))
}

/** Whether a text says a moment that is known: it is the same in every zone, and with or without its thousandths. */
export const isSameMoment = (at: unknown, said: unknown): boolean =>
  at instanceof Date && typeof said === 'string' && Date.parse(said) === at.getTime()
