import { gs1Date } from '@lading/contract/wms/gs1.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { useText } from '../../kernel/text.ts'
import { todayText } from '../../kernel/time.ts'
import { words } from '../../kernel/words.ts'
import { Keypad } from '../../platform/station/Keypad.tsx'
import { Big } from '../../platform/station/StationFrame.tsx'
import type { WorkModel } from './useWork.ts'

/** The date on the goods, as six figures: year, month, day. */
export function DateStep({ work, line }: { work: WorkModel; line: WorkLine }) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const isExpiry = line.product?.shelfMode === 'EXPIRY'
  const date = gs1Date(typed, todayText())
  const take = (day: string) =>
    work.take({ ...work.draft, ...(isExpiry ? { expireDate: day } : { productionDate: day }) }, line.id)
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">
          {isExpiry
            ? t(['输入到期日期（年月日6位）', 'Expiry date, six figures: year month day'])
            : t(['输入生产日期（年月日6位）', 'Production date, six figures: year month day'])}
        </div>
        <div className="station-count num">
          {date ?? (typed.padEnd(6, '_').replace(/(..)(..)(..)/, '$1-$2-$3') || '–')}
        </div>
        {line.product && <div className="station-name">{line.product.name}</div>}
        {typed.length === 6 && !date && <div className="problem">{t(['没有这一天', 'There is no such day'])}</div>}
      </div>
      <Keypad value={typed} isFresh={false} hasPoint={false} onChange={(v) => setTyped(v.slice(0, 6))} />
      <div className="station-row">
        {!isExpiry && <Big onClick={() => take(todayText())}>{t(['今天', 'Today'])}</Big>}
        <Big main disabled={!date} onClick={() => date && take(date)}>
          {t(words.ok)}
        </Big>
      </div>
    </>
  )
}
