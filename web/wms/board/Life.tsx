import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { lifeOf } from './figures.ts'

interface Dates {
  readonly expireDate: string | null
  readonly productionDate?: string | null | undefined
}

/** What is left until expiry: days and, unless short, where the day of production is known, the share of the whole life. */
export function LifeLeft({ expireDate, productionDate, isShort = false }: Dates & { readonly isShort?: boolean }) {
  const t = useText()
  if (!expireDate) return <span className="muted">–</span>
  const { days, share, tone } = lifeOf(expireDate, productionDate, Date.now())
  const left = days <= 0 ? t(['已过期', 'Expired']) : t(['{n}天', '{n} {n|day|days}'], { n: days })
  return (
    <StatusTag tone={tone}>
      {left}
      {!isShort && share !== undefined && days > 0 && ` · ${share}%`}
    </StatusTag>
  )
}

/** A date of expiry with what is left until then. */
export const Life = (p: Dates) => (
  <span className="life">
    {p.expireDate && <span className="num">{p.expireDate}</span>}
    <LifeLeft {...p} />
  </span>
)
