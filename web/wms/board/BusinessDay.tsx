import type { Text } from '@lading/contract/kernel/text.ts'
import dayjs from 'dayjs'
import { usePrefs } from '../../client/prefs.ts'
import { useText } from '../../client/text.ts'
import { DayPicker } from '../../kernel/field/DayPicker.tsx'
import { lunarCell, lunarOf, lunarText } from './lunar.ts'

const title: Text = ['业务日期', 'Business day']
const wire = 'YYYY-MM-DD'

/** The day that a board is about, and what the lunar calendar calls it: stores order by festivals. */
export function BusinessDay({ day, onChange }: { day: string | undefined; onChange: (day: string) => void }) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const lunar = day === undefined ? undefined : lunarOf(day)
  return (
    <div className="today-day">
      <DayPicker
        aria-label={t(title)}
        day={day}
        onDay={onChange}
        classNames={{ popup: { root: 'lunar-days' } }}
        cellRender={(date, { type, originNode }) => {
          if (type !== 'date' || !dayjs.isDayjs(date)) return originNode
          const d = lunarOf(date.format(wire))
          return (
            <div className="ant-picker-cell-inner">
              {date.date()}
              {d && language === 'zh-CN' && <small>{t(lunarCell(d))}</small>}
            </div>
          )
        }}
      />
      {/* Who reads English orders by no lunar festival. */}
      {lunar && language === 'zh-CN' && <span className="today-lunar">{t(lunarText(lunar))}</span>}
    </div>
  )
}
