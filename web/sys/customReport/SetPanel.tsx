import type { Text } from '@lading/contract/kernel/text.ts'
import type { DescribedModel } from '@lading/contract/sys/customReport.ts'
import type { ReportSet, ReportTemplate, SetFilter, TemplateParam } from '@lading/contract/sys/reportTemplate.ts'
import { Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useText } from '../../client/text.ts'

const ops: Readonly<Record<SetFilter['op'], Text>> = {
  eq: ['等于', 'is'],
  ne: ['不等于', 'is not'],
  in: ['属于', 'is one of'],
  ge: ['≥', '≥'],
  le: ['≤', '≤'],
  gt: ['>', '>'],
  lt: ['<', '<'],
  like: ['包含', 'contains'],
  empty: ['为空', 'is empty'],
  filled: ['不为空', 'is filled'],
}

type Asked = Pick<ReportTemplate, 'sets' | 'params'>
/** A drawing of either kind, as far as it asks. */
interface Asking {
  readonly template: Asked
  readonly change: (work: <T extends Asked>(t: T) => T) => void
}

/** The sets of a report: of which model, which rows. */
export function SetPanel({ design, models }: { design: Asking; models: readonly DescribedModel[] }) {
  const t = useText()
  const { template, change } = design
  const put = (name: string, set: ReportSet) => change((one) => ({ ...one, sets: { ...one.sets, [name]: set } }))
  const sets = Object.entries(template.sets)
  if (sets.length === 0)
    return (
      <p className="hint">
        {t(['从左侧把字段拖到单元格，数据集会自动建立。', 'Drag a field onto a cell: its data set makes itself.'])}
      </p>
    )
  return sets.map(([name, set]) => {
    const model = models.find((m) => m.key === set.model)
    return (
      <Form key={name} layout="vertical" size="small">
        <b>
          {name} · {model?.title ?? set.model}
        </b>
        <Checkbox checked={set.each === true} onChange={(e) => put(name, { ...set, each: e.target.checked })}>
          {t(['逐行取数，不分组', 'Row by row, not grouped'])}
        </Checkbox>
        <Filters
          set={set}
          model={model}
          params={template.params}
          onChange={(filters) => put(name, { ...set, filters: [...filters] })}
        />
        <Form.Item label={t(['最多行数', 'Rows at most'])}>
          <InputNumber
            aria-label={t(['最多行数', 'Rows at most'])}
            min={1}
            max={50_000}
            value={set.most ?? null}
            onChange={(v) => {
              const { most: _, ...rest } = set
              put(name, v === null ? rest : { ...rest, most: v })
            }}
          />
        </Form.Item>
      </Form>
    )
  })
}

interface FiltersProps {
  readonly set: ReportSet
  readonly model: DescribedModel | undefined
  readonly params: readonly TemplateParam[]
  readonly onChange: (filters: readonly SetFilter[]) => void
}
function Filters({ set, model, params, onChange }: FiltersProps) {
  const t = useText()
  const dims = (model?.dims ?? []).filter((d) => !d.name.includes(':'))
  const put = (i: number, one: SetFilter) => onChange(set.filters.map((f, j) => (i === j ? one : f)))
  return (
    <Form.Item label={t(['筛选', 'Filters'])}>
      {set.filters.map((f, i) => {
        const field = dims.find((d) => d.name === f.field)
        const said = [f.value ?? ''].flat()[0] ?? ''
        const options = [
          ...params.map((p) => ({ value: `$${p.name}`, label: `${t(['参数', 'Parameter'])}：${t(p.title)}` })),
          ...(field?.choices ?? []).map((c) => ({ value: c.value, label: c.title })),
        ]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter is its place
          <div key={i} className="design-filter">
            <Select
              showSearch
              optionFilterProp="label"
              value={f.field}
              aria-label={t(['字段', 'Field'])}
              options={dims.map((d) => ({ value: d.name, label: d.title }))}
              onChange={(v) => put(i, { ...f, field: v })}
            />
            <Select
              value={f.op}
              aria-label={t(['条件', 'Condition'])}
              options={Object.entries(ops).map(([value, title]) => ({ value, label: t(title) }))}
              onChange={(v) => put(i, { ...f, op: v as SetFilter['op'] })}
            />
            {f.op !== 'empty' && f.op !== 'filled' && (
              <Select
                mode="tags"
                maxCount={f.op === 'in' ? 50 : 1}
                value={[f.value ?? []].flat().filter((v) => v !== '')}
                aria-label={t(['值', 'Value'])}
                placeholder={said || t(['值或参数', 'Value or parameter'])}
                options={options}
                onChange={(v: string[]) => put(i, { ...f, value: v })}
              />
            )}
            <Button
              type="text"
              danger
              aria-label={t(['删除筛选', 'Remove the filter'])}
              onClick={() => onChange(set.filters.filter((_, j) => j !== i))}
            >
              ×
            </Button>
          </div>
        )
      })}
      <Button
        type="dashed"
        disabled={dims.length === 0}
        onClick={() => onChange([...set.filters, { field: dims[0]?.name ?? '', op: 'eq', value: [] }])}
      >
        {t(['添加筛选', 'Add a filter'])}
      </Button>
    </Form.Item>
  )
}

const kinds: Readonly<Record<TemplateParam['kind'], Text>> = {
  day: ['日期', 'Day'],
  ref: ['档案', 'Record'],
  int: ['整数', 'Whole number'],
  text: ['文本', 'Text'],
  choice: ['选项', 'Choice'],
}

/** What is asked before a report is read. */
export function ParamPanel({ design, models }: { design: Asking; models: readonly DescribedModel[] }) {
  const t = useText()
  const { template, change } = design
  const { params } = template
  const put = (next: readonly TemplateParam[]) => change((one) => ({ ...one, params: [...next] }))
  const set = (i: number, one: Partial<TemplateParam>) => put(params.map((p, j) => (i === j ? { ...p, ...one } : p)))
  const refs = [
    ...new Map(
      models
        .flatMap((m) => m.dims)
        .filter((d) => d.to)
        .map((d) => [d.to, d.title]),
    ).entries(),
  ]
  const free =
    Array.from({ length: params.length + 1 }, (_, i) => `p${i + 1}`).find((n) => !params.some((p) => p.name === n)) ??
    'p'
  return (
    <Form layout="vertical" size="small">
      {params.map((p, i) => (
        <div key={p.name} className="design-param card">
          <b>${p.name}</b>
          <Input
            value={p.title[0]}
            aria-label={t(['名称', 'Name'])}
            onChange={(e) => set(i, { title: [e.target.value, e.target.value] })}
          />
          <Select
            value={p.kind}
            aria-label={t(['类型', 'Kind'])}
            options={Object.entries(kinds).map(([value, title]) => ({ value, label: t(title) }))}
            onChange={(v) => set(i, { kind: v as TemplateParam['kind'] })}
          />
          {p.kind === 'ref' && (
            <Select
              value={p.to ?? null}
              aria-label={t(['档案', 'Record'])}
              options={refs.map(([value, label]) => ({ value, label }))}
              onChange={(v) => set(i, { to: v ?? '' })}
            />
          )}
          <Input
            value={p.initial ?? ''}
            placeholder={p.kind === 'day' ? '@today-6 @month_start' : t(['默认值', 'Initial value'])}
            aria-label={t(['默认值', 'Initial value'])}
            onChange={(e) => set(i, { initial: e.target.value })}
          />
          <Checkbox checked={p.required === true} onChange={(e) => set(i, { required: e.target.checked })}>
            {t(['必填', 'Required'])}
          </Checkbox>
          <Button type="text" danger onClick={() => put(params.filter((_, j) => j !== i))}>
            {t(['删除', 'Remove'])}
          </Button>
        </div>
      ))}
      <Button
        type="dashed"
        disabled={params.length >= 12}
        onClick={() => put([...params, { name: free, title: [free, free], kind: 'day' }])}
      >
        {t(['添加参数', 'Add a parameter'])}
      </Button>
    </Form>
  )
}
