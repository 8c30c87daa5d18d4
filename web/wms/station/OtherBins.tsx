import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { useOtherBins } from '../putAway/BinDialog.tsx'

/** Where else the goods may go, for who finds his bin blocked. Nobody asks the server before he taps. */
export function OtherBins({ line, onBin }: { line: WorkLine; onBin: (code: string) => void }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) return <Big onClick={() => setOpen(true)}>{t(['其他货位', 'Other bins'])}</Big>
  return <Offered line={line} onBin={onBin} />
}

function Offered({ line, onBin }: { line: WorkLine; onBin: (code: string) => void }) {
  const t = useText()
  const { data, error } = useOtherBins(line.id)
  if (!data) return <p className="muted">{error ? asRefused(error).message : t(words.loading)}</p>
  if (data.bins.length === 0) return <p className="muted">{t(['没有其他合适的货位', 'No other suitable bin'])}</p>
  return (
    <>
      {data.bins.map((b) => (
        <Big key={b.id} onClick={() => onBin(b.code)}>
          <span className="num">{b.code}</span> <small>{t(b.why)}</small>
        </Big>
      ))}
    </>
  )
}
