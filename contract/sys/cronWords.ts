import type { Text } from '../kernel/text.ts'

const days: readonly Text[] = [
  ['日', 'Sunday'],
  ['一', 'Monday'],
  ['二', 'Tuesday'],
  ['三', 'Wednesday'],
  ['四', 'Thursday'],
  ['五', 'Friday'],
  ['六', 'Saturday'],
]
const isNumber = (part: string): boolean => /^\d{1,2}$/.test(part)
const two = (n: string): string => n.padStart(2, '0')
/** A star is every one, a star with a slash and 15 every fifteenth. */
const every = (part: string): number | undefined =>
  part === '*' ? 1 : /^\*\/\d{1,2}$/.test(part) ? Number(part.slice(2)) : undefined

function weekdays(part: string): Text | undefined {
  if (part === '1-5') return ['周一至周五', 'Monday to Friday']
  const numbers = part.split(',')
  if (!numbers.every((n) => /^[0-7]$/.test(n))) return undefined
  const named = numbers.map((n) => days[Number(n) % 7] ?? ['', ''])
  return [`每周${named.map(([zh]) => zh).join('、')}`, named.map(([, en]) => en).join(', ')]
}
const monthDays = (part: string): Text | undefined =>
  part.split(',').every(isNumber)
    ? [`每月${part.split(',').join('、')}日`, `day ${part.split(',').join(', ')} of the month`]
    : undefined

/** Which days, where that can be said shortly. */
function whichDays(day: string, month: string, weekday: string): Text | undefined {
  if (month !== '*') return undefined
  if (day === '*' && weekday === '*') return ['每天', 'every day']
  if (day === '*') return weekdays(weekday)
  return weekday === '*' ? monthDays(day) : undefined
}

/** At which times of such a day, where that can be said shortly. */
function whichTimes(minute: string, hour: string): Text | undefined {
  if (isNumber(minute) && hour.split(',').every(isNumber)) {
    const times = hour.split(',').map((h) => `${two(h)}:${two(minute)}`)
    return [times.join('、'), `at ${times.join(', ')}`]
  }
  const [minutes, hours] = [every(minute), every(hour)]
  if (isNumber(minute) && hours !== undefined)
    return hours === 1
      ? [`每小时第${Number(minute)}分`, `hourly at minute ${Number(minute)}`]
      : [`每${hours}小时，第${Number(minute)}分`, `every ${hours} hours at minute ${Number(minute)}`]
  if (minutes !== undefined && hour === '*')
    return minutes === 1 ? ['每分钟', 'every minute'] : [`每${minutes}分钟`, `every ${minutes} minutes`]
  return undefined
}

/** A schedule in words, as far as it is one of the usual kinds; else the expression itself, which says it exactly. */
export function cronWords(cron: string): Text {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = cron.trim().split(/\s+/)
  const [which, times] = [whichDays(day, month, weekday), whichTimes(minute, hour)]
  if (more.length > 0 || !which || !times) return [cron, cron]
  const isDaily = which[0] === '每天'
  const isInterval = !times[1].startsWith('at ')
  const en = isDaily && isInterval ? times[1] : `${which[1]} ${times[1]}`
  return [isDaily && isInterval ? times[0] : `${which[0]} ${times[0]}`, `${en.charAt(0).toUpperCase()}${en.slice(1)}`]
}
