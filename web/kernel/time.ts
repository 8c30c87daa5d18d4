import dayjs from 'dayjs'

/** Wire times are ISO-8601 with offset; shown as the specification says. */
export const shownTime = (iso: string): string => dayjs(iso).format('YYYY-MM-DD HH:mm:ss')
