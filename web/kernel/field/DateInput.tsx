import { DatePicker, TimePicker } from 'antd'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { shownTime, wireTime } from '../../client/time.ts'
import type { InputProps } from './inputs.tsx'

dayjs.extend(customParseFormat)

const wire = { date: 'YYYY-MM-DD', time: 'HH:mm', instant: 'YYYY-MM-DD HH:mm:ss' } as const

/** Day, time of day or point in time; the wire's texts outside, the calendar inside. */
export function DateInput(p: InputProps) {
  const kind = p.field.kind === 'time' || p.field.kind === 'instant' ? p.field.kind : 'date'
  const typed = typeof p.value === 'string' && p.value !== '' ? p.value : undefined
  // The calendar knows only the browser's zone: it is given, and gives, what the organisation's clock shows.
  const value = typed === undefined ? null : dayjs(kind === 'instant' ? shownTime(typed) : typed, wire[kind])
  const written = (v: dayjs.Dayjs) => (kind === 'instant' ? wireTime(v.format(wire.instant)) : v.format(wire[kind]))
  const props = {
    id: p.id,
    style: { width: '100%' },
    value,
    disabled: p.isDisabled ?? false,
    status: p.isInvalid ? ('error' as const) : ('' as const),
    'aria-label': p.title,
    placeholder: '',
    onChange: (v: dayjs.Dayjs | null) => p.onChange(v ? written(v) : null),
  }
  if (kind === 'time') return <TimePicker {...props} format="HH:mm" needConfirm={false} />
  return <DatePicker {...props} {...(kind === 'instant' && { showTime: true, showNow: false, format: wire.instant })} />
}

/** A stretch of days for a filter, as `from` and `to`. */
export function DayRange({
  title,
  value,
  onChange,
}: {
  title: string
  value: { from?: string | undefined; to?: string | undefined }
  onChange: (range: { from?: string; to?: string }) => void
}) {
  return (
    <DatePicker.RangePicker
      style={{ width: '100%' }}
      aria-label={title}
      allowEmpty
      placeholder={['', '']}
      value={[value.from ? dayjs(value.from) : null, value.to ? dayjs(value.to) : null]}
      onChange={(days) => {
        const [from, to] = days?.map((d) => d?.format('YYYY-MM-DD')) ?? []
        onChange({ ...(from && { from }), ...(to && { to }) })
      }}
    />
  )
}
