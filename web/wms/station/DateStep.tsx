import { gs1Date } from '@lading/contract/mdm/gs1.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { words } from '../../kernel/words.ts'
import { Keypad } from '../../platform/station/Keypad.tsx'
import { Big } from '../../platform/station/StationFrame.tsx'
import { lifeOfDate } from './lifeOfDate.ts'
import type { WorkModel } from './useWork.ts'

const figures = 6

/** The date on the goods, as six figures: year, month, day. It stands there to be compared before it is taken. */
export function DateStep({ work, line }: { work: WorkModel; line: WorkLine }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const isExpiry = line.product?.shelfMode === 'EXPIRY'
  const today = todayText()
  const date = gs1Date(typed, today)
  const life = date && lifeOfDate(date, today, isExpiry, line.product?.shelfLifeDays ?? null)
  const take = (day: string) =>
    work.take({ ...work.draft, ...(isExpiry ? { expireDate: day } : { productionDate: day }) }, line.id)
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">
          {isExpiry
            ? t(['输入到期日期（年月日6位）', 'Expiry date, six digits: YYMMDD'])
            : t(['输入生产日期（年月日6位）', 'Production date, six digits: YYMMDD'])}
        </div>
        <div className="station-count num">
          {date ?? typed.padEnd(figures, '_').replace(/(..)(..)(..)/, '$1-$2-$3')}
        </div>
        {line.product && <div className="station-name">{line.product.name}</div>}
        {typed.length === figures && !date && <div className="problem">{t(['没有这一天', 'No such date'])}</div>}
        {life && <div className={life.isOdd ? 'problem' : 'muted'}>{t(life.text, life.args)}</div>}
      </div>
      {/* A whole date is replaced by the next figure, as a proposed quantity is. */}
      <Keypad value={typed} isFresh={typed.length === figures} onChange={(v) => setTyped(v.slice(0, figures))} />
      <div className="station-row">
        {!isExpiry && (
          <Big onClick={() => setTyped(today.slice(2).replaceAll('-', ''))}>{t(['填今天', "Today's date"])}</Big>
        )}
        <Big main disabled={!date} onClick={() => date && take(date)}>
          ✓ {t(words.ok)}
        </Big>
      </div>
    </>
  )
}
