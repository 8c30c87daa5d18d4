/** A time of a business day, told in seconds from its 00:00: 05:40; of the next day 00:40+1. */
export function clockOf(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const [day, rest] = [Math.floor(minutes / 1440), minutes % 1440]
  const two = (n: number) => String(n).padStart(2, '0')
  return `${two(Math.floor(rest / 60))}:${two(rest % 60)}${day > 0 ? `+${day}` : ''}`
}
