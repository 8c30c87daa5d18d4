import { parseQty } from '@lading/contract/kernel/qty.ts'
import { changeLot } from '@lading/contract/wms/pickCalls.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { noOther, useLotText, useOtherLots } from '../task/LotDialog.tsx'
import type { WorkModel } from './useWork.ts'

interface Props {
  readonly line: WorkLine
  readonly work: WorkModel
}

/** 换批次: another lot lies in front. Nobody asks the server before he taps. */
export function OtherLots({ line, work }: Props) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (!line.lot || parseQty(line.doneQty) > 0n) return null
  if (!isOpen) return <Big onClick={() => setOpen(true)}>{t(changeLot.title)}</Big>
  return <Offered line={line} work={work} onDone={() => setOpen(false)} />
}

function Offered({ line, work, onDone }: Props & { onDone: () => void }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const { data, error } = useOtherLots(line.id)
  const textOf = useLotText(line)
  if (!data) return <p className="muted">{error ? asRefused(error).message : t(words.loading)}</p>
  const choose = async (lotId: string) => {
    setBusy(true)
    try {
      const { lotNo } = await call(changeLot, { taskLineId: line.id, lotId })
      await work.reload()
      work.say('good', t(['已换为批次 {lotNo}', 'Changed to lot {lotNo}'], { lotNo }))
      onDone()
    } catch (refused) {
      work.say('bad', asRefused(refused).message)
    }
    setBusy(false)
  }
  return (
    <>
      {data.lots.length === 0 && <p className="muted">{t(noOther)}</p>}
      {data.lots.map((l) => (
        <Big key={l.id} disabled={isBusy || l.refused !== null} onClick={() => void choose(l.id)}>
          <span className="num">{l.lotNo}</span> <small>{textOf(l)}</small>
        </Big>
      ))}
      <Big onClick={onDone}>{t(words.cancel)}</Big>
    </>
  )
}
