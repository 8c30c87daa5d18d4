import type { Text } from '@lading/contract/kernel/text.ts'
import type { Widget } from '@lading/contract/sys/dashboard.ts'
import type { TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import { useText } from '../../client/text.ts'
import { Choice } from '../report/Choice.tsx'
import { useOwnReports } from '../report/Reports.tsx'

type Link = Widget['link']
interface Props {
  readonly value: Link
  readonly onChange: (link: Link) => void
}

/** What is pressed has no row behind it that a parameter could name. */
const takes = ({ kind }: TemplateParam): boolean => kind !== 'ref'
const linkTo = (path: string, { name, kind }: TemplateParam): NonNullable<Link> => ({
  ...{ path, param: name },
  ...(kind !== 'text' && kind !== 'ref' && { kind }),
})

/** The report that opens where a bar, a point or a row is pressed, and which of its parameters takes what that stands for. */
export function LinkField({ value, onChange }: Props) {
  const t = useText()
  const reports = (useOwnReports().data?.reports ?? []).filter((r) => r.params.some(takes))
  const taken = reports.find((r) => r.path === value?.path)?.params.filter(takes) ?? []
  const choose = (path: string | undefined) => {
    const first = reports.find((r) => r.path === path)?.params.find(takes)
    onChange(path !== undefined && first ? linkTo(path, first) : undefined)
  }
  const days = taken.filter((p) => p.kind === 'day' && p.name !== value?.param)
  return (
    <>
      <Choice
        label={['点击后打开', 'Opens when pressed']}
        value={value?.path}
        options={reports.map((r) => ({ value: r.path, label: `${r.folder}/${r.name}` }))}
        onChange={choose}
        clears
      />
      {value && (
        <Choice
          label={['带入参数', 'As parameter']}
          value={value.param}
          options={taken.map((p) => ({ value: p.name, label: t(p.title as Text) }))}
          onChange={(name) => {
            const param = taken.find((p) => p.name === name)
            if (param) onChange(linkTo(value.path, param))
          }}
        />
      )}
      {value?.kind === 'day' && days.length > 0 && (
        <Choice
          label={['末日带入参数（按周、月、季、年时）', 'Its last day as parameter (of a week, month, quarter, year)']}
          value={value.until}
          options={days.map((p) => ({ value: p.name, label: t(p.title as Text) }))}
          onChange={(until) => {
            const { until: _, ...link } = value
            onChange(until === undefined ? link : { ...link, until })
          }}
          clears
        />
      )}
    </>
  )
}
