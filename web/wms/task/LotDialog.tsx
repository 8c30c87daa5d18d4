import { parseQty } from '@lading/contract/kernel/qty.ts'
import { changeLot, otherLots } from '@lading/contract/wms/pickCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { Radio } from 'antd'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { countText } from './lineText.ts'

/** What else lies in a pick line's bin; asked when somebody looks. */
export const useOtherLots = (taskLineId: string) => useCall(otherLots, { taskLineId }, { staleTime: 0 })

/** `到期 2027-05-01 · 3 箱`, and why it may not be taken. */
export function useLotText(line: WorkLine) {
  const t = useText()
  return (l: { expireDate: string | null; free: string; refused: string | null }): string =>
    [l.expireDate && `${t(['到期', 'exp.'])} ${l.expireDate}`, countText(parseQty(l.free), line), l.refused]
      .filter(Boolean)
      .join(' · ')
}

/** 换批次: sends a pick to another lot of its bin. */
export function LotDialog({ line, onClose }: { line: WorkLine; onClose: () => void }) {
  const t = useText()
  const { data, error } = useOtherLots(line.id)
  const act = useAct(task, changeLot, onClose)
  const textOf = useLotText(line)
  const [lotId, setLotId] = useState('')
  const run = () =>
    void act.run({ taskLineId: line.id, lotId }, ({ lotNo }) =>
      t(['已换为批次 {lotNo}', 'Changed to lot {lotNo}'], { lotNo }),
    )
  return (
    <ActDialog
      act={act}
      width={520}
      title={t(changeLot.title)}
      okText={t(words.ok)}
      isReady={lotId !== ''}
      onOk={run}
      onClose={onClose}
    >
      <p>
        {t(['当前', 'Current'])}: <b className="num">{line.lot?.lotNo}</b>{' '}
        {line.lot?.expireDate && (
          <span className="muted num">
            {t(['到期', 'exp.'])} {line.lot.expireDate}
          </span>
        )}
      </p>
      {data && data.lots.length > 0 ? (
        <Radio.Group className="choice-list" value={lotId} onChange={(e) => setLotId(String(e.target.value))}>
          {data.lots.map((l) => (
            <Radio key={l.id} value={l.id} disabled={l.refused !== null}>
              <b className="num">{l.lotNo}</b> <span className="muted">{textOf(l)}</span>
            </Radio>
          ))}
        </Radio.Group>
      ) : (
        <p className="muted">{error ? asRefused(error).message : t(data ? noOther : words.loading)}</p>
      )}
    </ActDialog>
  )
}
export const noOther = ['该货位没有其他批次', 'No other lots in this bin'] as const
