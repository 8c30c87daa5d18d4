import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { ReportSheet, ReportTemplate } from '@lading/contract/sys/reportTemplate.ts'
import { AutoComplete, Form } from 'antd'
import { useText } from '../../client/text.ts'
import { listOf } from '../../kernel/registry.ts'
import { Choice } from '../report/Choice.tsx'
import { useOwnReports } from '../report/Reports.tsx'
import { type CellLinkTo, linkTo, listTargets, type Target } from './cellLinks.ts'

interface Props {
  readonly value: CellLinkTo | undefined
  readonly sheet: ReportSheet
  readonly sets: ReportTemplate['sets']
  readonly known: readonly DescribedModel[]
  readonly titleOf: (set: string, field: string) => string
  readonly onChange: (link: CellLinkTo | undefined) => void
}

/** What opens where a cell is pressed: another report, or a list; and what of the row it takes along. */
export function CellLink({ value, sheet, sets, known, titleOf, onChange }: Props) {
  const t = useText()
  // Of a row of another table there is but its name: no parameter can name it.
  const reports = (useOwnReports().data?.reports ?? []).map(
    ({ path, folder, name, params }): Target => ({
      ...{ path, title: `${folder}/${name}` },
      takes: params.filter((p) => p.kind !== 'ref').map((p) => ({ name: p.name, title: t(p.title as Text) })),
    }),
  )
  const lists = listTargets(sets, known).filter(({ path }) => listOf(path, {}))
  const targets = [
    ...lists.map((l) => ({ ...l, title: t(['{list}（列表）', '{list} (list)'], { list: l.title }) })),
    ...reports,
  ]
  const target = targets.find(({ path }) => path === value?.path)
  const shown = Object.entries(sheet.cells).flatMap(([name, { bind }]) =>
    bind ? [{ value: name, label: `${name} ${titleOf(bind.set, bind.field)}` }] : [],
  )
  const take = (link: CellLinkTo, name: string, formula: string) => {
    const { [name]: _, ...params } = link.params
    onChange({ ...link, params: formula === '' ? params : { ...params, [name]: formula } })
  }
  return (
    <>
      <Choice
        label={['点击后打开', 'Opens when pressed']}
        value={value?.path}
        options={targets.map(({ path, title }) => ({ value: path, label: title }))}
        onChange={(path) => {
          const next = targets.find((one) => one.path === path)
          onChange(next && linkTo(next, sheet))
        }}
        clears
      />
      {value &&
        target?.takes.map(({ name, title }) => (
          <Form.Item key={`${value.path}.${name}`} label={t(['带入{title}', 'Fills {title}'], { title })}>
            <AutoComplete
              allowClear
              aria-label={t(['带入{title}', 'Fills {title}'], { title })}
              placeholder={t(['单元格或公式', 'A cell or a formula'])}
              value={value.params[name] ?? ''}
              options={shown}
              onChange={(formula: string | undefined) => take(value, name, formula ?? '')}
            />
          </Form.Item>
        ))}
    </>
  )
}
