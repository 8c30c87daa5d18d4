import type { ReactNode } from 'react'
import { useText } from '../../client/text.ts'
import './bill.css'

/** What is to be done with a document now, where its buttons do not say so by themselves. */
export function NextHint({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <p className="next-step">
      <b>{t(['下一步', 'Next'])}</b> <span>{children}</span>
    </p>
  )
}
