import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)

const shown = 'YYYY-MM-DD HH:mm:ss'
const wire = 'YYYY-MM-DDTHH:mm:ssZ'

let zone = 'Asia/Shanghai'
/** The working organisation's: two people who speak of an hour mean the same one, wherever they sit. */
export const setZone = (of: string): void => {
  zone = of
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Made once per zone: a list shows dozens of times, and dayjs would ask for the zone anew with each. */
function clockOf(at: string): Intl.DateTimeFormat {
  const known = clocks.get(at)
  if (known) return known
  // Swedes write times as the specification does.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: at, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(at, clock)
  return clock
}
/** Wire times are ISO-8601 with offset; shown as the specification says. */
export function shownTime(iso: string, at = zone): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? dayjs(iso).format(shown) : clockOf(at).format(time)
}
/** Of what is due soon: month, day, hour and minute. */
export const dayAndTime = (iso: string): string => shownTime(iso).slice(5, 16)
/** What {@link shownTime} shows, as the wire has it. */
export const wireTime = (text: string, at = zone): string => dayjs.tz(text, at).format(wire)
/** Which day it is at the working organisation. */
export const todayText = (now = new Date(), at = zone): string => dayjs(now).tz(at).format('YYYY-MM-DD')
