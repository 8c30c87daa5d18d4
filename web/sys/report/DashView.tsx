import type { LaidWidget } from '@lading/contract/sys/dashboard.ts'
import { laterPart } from '../../kernel/laterPart.tsx'
import './dash.css'

/** Pictures come with what draws them, when there is one to be drawn. */
const Chart = laterPart(
  async () => (await import('./Chart.tsx')).Chart,
  () => null,
)

interface Props {
  readonly widgets: readonly LaidWidget[]
  /** Where what was pressed leads. */
  readonly hrefOf: (path: string, pass: Readonly<Record<string, string>>) => string
  readonly chosen?: string | undefined
  readonly onChoose?: (id: string) => void
}

/** A dashboard: figures, pictures and tables on twelve columns; below each other where there is little room. */
export function DashView({ widgets, hrefOf, chosen, onChoose }: Props) {
  return (
    <div className="dash">
      {widgets.map((w) => {
        const [x, y, wide, high] = w.at
        const place = { gridColumn: `${x + 1} / span ${wide}`, gridRow: `${y + 1} / span ${high}` }
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: its panel is chosen by its title, too
          <section
            key={w.id}
            aria-label={w.title}
            className={`card dash-widget${w.id === chosen ? ' is-chosen' : ''}${w.isMarked ? ' is-marked' : ''}`}
            style={place}
            onClick={onChoose && (() => onChoose(w.id))}
          >
            <h3>{w.title}</h3>
            <Content of={w} hrefOf={hrefOf} />
          </section>
        )
      })}
    </div>
  )
}

function Content({ of, hrefOf }: { of: LaidWidget } & Pick<Props, 'hrefOf'>) {
  const { link } = of
  const open = (row: LaidWidget['rows'][number] | undefined) => {
    if (link && row?.pass) window.location.assign(hrefOf(link.path, row.pass))
  }
  if (of.type === 'FIGURE')
    return (
      <dl className="dash-figure">
        {(of.rows[0]?.texts ?? []).map((text, i) => (
          <div key={of.heads[i + 1]}>
            <dt>{of.heads[i + 1]}</dt>
            <dd>{text === '' ? '–' : text}</dd>
          </div>
        ))}
      </dl>
    )
  if (of.type !== 'TABLE') return <Chart of={of} onPick={link && ((key) => open(of.rows.find((r) => r.key === key)))} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
    <div className="dash-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {of.heads.map((head) => (
              <th key={head}>{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((r) => (
            <tr key={r.key}>
              <td>{link && r.pass ? <a href={hrefOf(link.path, r.pass)}>{r.key}</a> : r.key}</td>
              {r.texts.map((text, i) => (
                <td key={of.heads[i + 1]} className="num">
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
