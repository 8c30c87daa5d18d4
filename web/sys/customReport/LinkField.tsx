import type { Text } from '@lading/contract/kernel/text.ts'
import type { Widget } from '@lading/contract/sys/dashboard.ts'
import { Form, Select } from 'antd'
import { useText } from '../../client/text.ts'
import { useOwnReports } from '../report/Reports.tsx'

type Link = Widget['link']

/** The report that opens where a bar, a point or a row is pressed, and which of its parameters takes what that stands for. */
export function LinkField({ value, onChange }: { value: Link; onChange: (link: Link) => void }) {
  const t = useText()
  const reports = (useOwnReports().data?.reports ?? []).filter((r) => r.params.some((p) => p.kind !== 'ref'))
  const taken = reports.find((r) => r.path === value?.path)?.params.filter((p) => p.kind !== 'ref') ?? []
  const choose = (path: string | undefined) => {
    const first = reports.find((r) => r.path === path)?.params.find((p) => p.kind !== 'ref')
    onChange(path !== undefined && first ? { path, param: first.name } : undefined)
  }
  return (
    <>
      <Form.Item label={t(['点击后打开', 'Opens when pressed'])}>
        <Select
          aria-label={t(['点击后打开', 'Opens when pressed'])}
          allowClear
          showSearch
          value={value?.path ?? null}
          options={reports.map((r) => ({ value: r.path, label: `${r.folder}/${r.name}` }))}
          onChange={(path) => choose(path ?? undefined)}
        />
      </Form.Item>
      {value && (
        <Form.Item label={t(['带入参数', 'As parameter'])}>
          <Select
            aria-label={t(['带入参数', 'As parameter'])}
            value={value.param}
            options={taken.map((p) => ({ value: p.name, label: t(p.title as Text) }))}
            onChange={(param) => onChange({ ...value, param })}
          />
        </Form.Item>
      )}
    </>
  )
}
