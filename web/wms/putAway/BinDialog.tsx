import { changeTarget, otherBins } from '@lading/contract/wms/putAwayCalls.ts'
import { task } from '@lading/contract/wms/task.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { Input, Radio } from 'antd'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { placeText } from '../task/lineText.ts'
import './putAway.css'

/** The next best bins of a line; asked when somebody looks. */
export const useOtherBins = (taskLineId: string) => useCall(otherBins, { taskLineId }, { staleTime: 0 })

/** Sends goods to another bin: one that is offered, or any that takes them. */
export function BinDialog({ line, onClose }: { line: WorkLine; onClose: () => void }) {
  const t = useText()
  const others = useOtherBins(line.id)
  const act = useAct(task, changeTarget, onClose)
  const [bin, setBin] = useState('')
  const run = () =>
    void act.run({ taskLineId: line.id, bin: bin.trim() }, ({ code }) =>
      t(['目标货位已改为 {code}', 'Target bin changed to {code}'], { code }),
    )
  return (
    <ActDialog
      act={act}
      width={480}
      title={t(changeTarget.title)}
      okText={t(words.ok)}
      isReady={bin.trim() !== ''}
      onOk={run}
      onClose={onClose}
    >
      <p>
        {t(['当前', 'Current'])}:{' '}
        <b className="num">{placeText(line.toBin, t) ?? t(['无可用货位', 'No bin available'])}</b>{' '}
        {line.why && <span className="muted">{t(line.why)}</span>}
      </p>
      <div className="field">
        <span>{t(['可选货位', 'Suitable bins'])}</span>
        {others.data && others.data.bins.length > 0 ? (
          <Radio.Group className="other-bins" value={bin} onChange={(e) => setBin(String(e.target.value))}>
            {others.data.bins.map((b) => (
              <Radio key={b.id} value={b.code}>
                <b className="num">{b.code}</b> <span className="muted">{t(b.why)}</span>
              </Radio>
            ))}
          </Radio.Group>
        ) : (
          <p className="muted">
            {others.error
              ? asRefused(others.error).message
              : t(others.data ? ['没有其他合适的货位', 'No other suitable bin'] : words.loading)}
          </p>
        )}
      </div>
      <div className="field">
        <span>{t(['货位代码', 'Bin code'])}</span>
        <Input
          value={bin}
          aria-label={t(['货位代码', 'Bin code'])}
          autoComplete="off"
          onChange={(e) => setBin(e.target.value)}
        />
      </div>
    </ActDialog>
  )
}
