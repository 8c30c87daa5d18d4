import { type Explain, explainText } from '@lading/contract/tms/feeExplain.ts'
import { usePrefs } from '../../client/prefs.ts'
import './fee.css'

/** How a charge was reckoned, so that a person can check it; what has no agreement stands out. */
export function Explained({ of }: { of: Explain | null | undefined }) {
  const language = usePrefs((p) => p.language)
  const text = explainText(of, language)
  if (text === '') return <span className="muted">–</span>
  return (
    <span className={of?.isUnpriced ? 'fee-unpriced' : 'fee-explain'} title={text}>
      {text}
    </span>
  )
}
