import { DatePicker, type DatePickerProps } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useMemo } from 'react'

const wire = 'YYYY-MM-DD'

interface Props extends Omit<DatePickerProps<Dayjs, false>, 'value' | 'onChange'> {
  /** As the wire writes it, or nothing. */
  readonly day: string | undefined
  /** Told the empty text when the day is taken away. */
  readonly onDay: (day: string) => void
}

/** A day outside a form. */
export function DayPicker({ day, onDay, ...rest }: Props) {
  // A new object, though of the same day, would take back what somebody is typing.
  const value = useMemo(() => (day ? dayjs(day) : null), [day])
  return <DatePicker {...rest} value={value} onChange={(v) => onDay(v?.format(wire) ?? '')} />
}
