import { Button, DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { useMemo, useState } from 'react'
import { useText } from '../../client/text.ts'
import { shownTime, wireTime } from '../../client/time.ts'
import { type DayWordName, dayWords, wordIn, wordText } from '../list/dayWords.ts'
import { readRange, writeRange } from '../list/filters.ts'
import type { InputProps } from './inputs.tsx'

dayjs.extend(customParseFormat)

const wire = { date: 'YYYY-MM-DD', time: 'HH:mm', instant: 'YYYY-MM-DD HH:mm:ss' } as const

/** Day, time of day or point in time; the wire's texts outside, the calendar inside. */
export function DateInput(p: InputProps) {
  const kind = p.field.kind === 'time' || p.field.kind === 'instant' ? p.field.kind : 'date'
  const typed = typeof p.value === 'string' && p.value !== '' ? p.value : undefined
  // The calendar knows only the browser's zone: it is given, and gives, what the organisation's clock shows.
  const shown = typed !== undefined && kind === 'instant' ? shownTime(typed) : typed
  // A new object, though of the same time, would take back what somebody is typing.
  const value = useMemo(() => (shown === undefined ? null : dayjs(shown, wire[kind])), [shown, kind])
  const written = (v: Dayjs) => (kind === 'instant' ? wireTime(v.format(wire.instant)) : v.format(wire[kind]))
  const props = {
    id: p.id,
    className: 'wide',
    value,
    disabled: p.isDisabled ?? false,
    status: p.isInvalid ? ('error' as const) : ('' as const),
    'aria-label': p.title,
    placeholder: '',
    onChange: (v: Dayjs | null) => p.onChange(v ? written(v) : null),
  }
  if (kind === 'time') return <TimePicker {...props} format="HH:mm" needConfirm={false} />
  return <DatePicker {...props} {...(kind === 'instant' && { showTime: true, showNow: false, format: wire.instant })} />
}

/** A stretch of days for a filter: as `from~to`, or as a word that means other days tomorrow. */
export function DayRange({
  title,
  value,
  onChange,
}: {
  title: string
  value: string
  onChange: (value: string) => void
}) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const word = wordIn(value)
  const { from, to } = readRange(value)
  const days = useMemo(
    (): [Dayjs | null, Dayjs | null] => [from ? dayjs(from) : null, to ? dayjs(to) : null],
    [from, to],
  )
  const say = (name: DayWordName) => {
    setOpen(false)
    onChange(wordText(name))
  }
  return (
    <DatePicker.RangePicker
      className="wide"
      aria-label={title}
      allowEmpty
      placeholder={['', '']}
      value={days}
      open={isOpen}
      onOpenChange={setOpen}
      {...(word && { prefix: t(dayWords[word].title) })}
      renderExtraFooter={() => (
        <div className="day-words">
          {(Object.keys(dayWords) as DayWordName[]).map((name) => (
            <Button key={name} size="small" type={name === word ? 'primary' : 'text'} onClick={() => say(name)}>
              {t(dayWords[name].title)}
            </Button>
          ))}
        </div>
      )}
      onChange={(chosen) => {
        const [from, to] = chosen?.map((d) => d?.format('YYYY-MM-DD')) ?? []
        onChange(writeRange({ from, to }))
      }}
    />
  )
}
