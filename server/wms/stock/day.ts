const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The calendar day on which something counts, YYYY-MM-DD, in the zone of the warehouses. */
export const businessDay = (now: Date): string => format.format(now)
