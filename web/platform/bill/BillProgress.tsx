import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { Bar } from '../../ui/Bar.tsx'
import { grouped, percent } from '../../ui/numbers.ts'
import { type Stages, stagesOf } from './stages.ts'

/** How far one record is, in a table cell: the figure, or what is shown for it, and a bar below. */
export const Progress = ({
  done,
  all,
  of,
  shown = done,
}: {
  done: unknown
  all: unknown
  /** What is said of the whole, where it is said. */
  of?: unknown
  shown?: unknown
}) => (
  <span className="bill-bar">
    <span className="num">
      {grouped(String(shown ?? 0))}
      {of !== undefined && ` / ${grouped(String(of ?? 0))}`}
    </span>
    <Bar share={percent(String(done ?? 0), String(all ?? 0))} />
  </span>
)

function Cases({ of }: { of: string | undefined }) {
  const t = useText()
  return of && <small> {t(['{n}件', '{n} cs'], { n: of })}</small>
}

/** The stages of a bill, with a bar for each that is a part of the whole. */
export function BillProgress({ of, row, stages }: { of: Pick<AnyDocument, 'header'>; row: Row; stages: Stages }) {
  const t = useText()
  const [whole, ...parts] = stagesOf(of.header.fields, row, stages)
  const cancelled = String(row.cancelQty ?? '0')
  return (
    <div className="stages">
      <div className="stage">
        <span className="stage-title">{whole && t(whole.title)}</span>
        <b className="num">
          {whole?.figure}
          <Cases of={whole?.cases} />
        </b>
        {Number(cancelled) > 0 && (
          <span className="muted">{t(['已取消 {n}', '{n} cancelled'], { n: grouped(cancelled) })}</span>
        )}
      </div>
      {parts.map(({ name, title, figure, cases, share }) => (
        <div key={name} className="stage">
          <span className="stage-title">{t(title)}</span>
          <b className="num">
            {figure}
            <Cases of={cases} /> <small>{Math.floor(share)}%</small>
          </b>
          <Bar share={share} />
        </div>
      ))}
    </div>
  )
}
