import type { Text } from '@lading/contract/kernel/text.ts'
import { type Generated, generateBins, type Segment } from '@lading/contract/wms/masterCalls.ts'
import { bin, type binUsages } from '@lading/contract/wms/place.ts'
import { Button, Checkbox, Input, InputNumber, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog } from '../../platform/ActDialog.tsx'
import { notify } from '../../ui/notices.tsx'
import './bin.css'

export function GenerateButton() {
  const t = useText()
  const { can, refused } = useVerbs(bin)
  const [isOpen, setOpen] = useState(false)
  if (!can(bin, 'create')) return null
  return (
    <>
      <Tooltip title={refused}>
        <span>
          <Button disabled={refused !== undefined} onClick={() => setOpen(true)}>
            {t(generateBins.title)}
          </Button>
        </span>
      </Tooltip>
      {isOpen && <GenerateDialog onClose={() => setOpen(false)} />}
    </>
  )
}

type Part = 'aisle' | 'bay' | 'level' | 'pos'
const parts: Readonly<Record<Part, Text>> = {
  aisle: bin.fields.aisle.title,
  bay: bin.fields.bay.title,
  level: bin.fields.level.title,
  pos: bin.fields.pos.title,
}
type Usage = keyof typeof binUsages
interface Plan extends Record<Exclude<Part, 'pos'>, Segment> {
  readonly areaId: string | undefined
  readonly storageAreaId: string | undefined
  readonly pickAreaId: string | undefined
  readonly binTypeId: string | undefined
  readonly usage: Exclude<Usage, 'VIRTUAL'>
  readonly prefix: string
  readonly pos: Segment | undefined
  readonly firstSeq: number
  readonly mixProduct: boolean
}
const start: Plan = {
  areaId: undefined,
  storageAreaId: undefined,
  pickAreaId: undefined,
  binTypeId: undefined,
  usage: 'STORAGE',
  prefix: 'A',
  aisle: { from: 1, to: 1, digits: 2 },
  bay: { from: 1, to: 10, digits: 2 },
  level: { from: 1, to: 4, digits: 1 },
  pos: undefined,
  firstSeq: 1,
  mixProduct: false,
}
const places = ['areaId', 'storageAreaId', 'pickAreaId', 'binTypeId'] as const

/** Whole aisles at once. What would be made is said before it is. */
function GenerateDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const write = useWrite(generateBins)
  const [plan, setPlan] = useState(start)
  const [seen, setSeen] = useState<Generated>()
  const [problem, setProblem] = useState('')
  const change = (more: Partial<Plan>) => {
    setPlan({ ...plan, ...more })
    setSeen(undefined)
    setProblem('')
  }
  const run = async (dryRun: boolean): Promise<void> => {
    const { areaId } = plan
    if (!areaId) return setProblem(t(['请选择库区', 'Choose an area']))
    try {
      const made = await write.run({ ...plan, areaId, dryRun })
      if (dryRun) return setSeen(made)
      notify('good', t(['已生成{count}个货位：{first} 至 {last}', 'Bins created: {count} ({first} to {last})'], made))
      await changed(bin)
      onClose()
    } catch (error) {
      setProblem(asRefused(error).message)
    }
  }
  const isNew = seen !== undefined && seen.existing.length === 0
  return (
    <ActDialog
      act={{ problem, isBusy: write.isBusy }}
      width={560}
      title={t(generateBins.title)}
      okText={t(isNew ? ['生成{count}个货位', 'Create bins: {count}'] : ['预览', 'Preview'], { count: seen?.count })}
      onOk={() => void run(!isNew)}
      onClose={onClose}
    >
      <Places plan={plan} change={change} />
      <Codes plan={plan} change={change} />
      <Checkbox checked={plan.mixProduct} onChange={(e) => change({ mixProduct: e.target.checked })}>
        {t(bin.fields.mixProduct.title)}
      </Checkbox>
      {seen && <Preview seen={seen} />}
    </ActDialog>
  )
}

interface Fields {
  readonly plan: Plan
  readonly change: (more: Partial<Plan>) => void
}

function Places({ plan, change }: Fields) {
  const t = useText()
  const usages = Object.entries(bin.fields.usage.choices ?? {}).filter(([usage]) => usage !== 'VIRTUAL')
  return (
    <div className="bin-places">
      {places.map((name) => (
        <div className="field" key={name}>
          <span className={name === 'areaId' ? 'needed' : ''}>{t(bin.fields[name].title)}</span>
          <RefSelect
            to={bin.fields[name].to ?? ''}
            title={t(bin.fields[name].title)}
            value={plan[name]}
            onChange={(id) => change({ [name]: id ?? undefined })}
          />
        </div>
      ))}
      <div className="field">
        <span className="needed">{t(bin.fields.usage.title)}</span>
        <Select
          className="wide"
          value={plan.usage}
          aria-label={t(bin.fields.usage.title)}
          options={usages.map(([value, title]) => ({ value: value as Plan['usage'], label: t(title) }))}
          onChange={(usage) => change({ usage })}
        />
      </div>
      <div className="field">
        <span className="needed">{t(['顺序从', 'Sequences start at'])}</span>
        <InputNumber
          className="wide"
          min={0}
          max={1_000_000_000}
          precision={0}
          value={plan.firstSeq}
          aria-label={t(['顺序从', 'Sequences start at'])}
          onChange={(firstSeq) => firstSeq !== null && change({ firstSeq })}
        />
      </div>
      <div className="field">
        <span className="needed">{t(['编码前缀', 'Code prefix'])}</span>
        <Input
          value={plan.prefix}
          maxLength={8}
          aria-label={t(['编码前缀', 'Code prefix'])}
          onChange={(e) => change({ prefix: e.target.value.trim() })}
        />
      </div>
    </div>
  )
}

/** From where to where each part of the code runs, and in how many digits it is written. */
function Codes({ plan, change }: Fields) {
  const t = useText()
  const number = (part: Part, key: keyof Segment, title: Text) => {
    const segment = plan[part]
    return (
      <InputNumber
        min={key === 'digits' ? 1 : 0}
        max={key === 'digits' ? 4 : 9_999}
        precision={0}
        value={segment?.[key] ?? null}
        disabled={segment === undefined}
        aria-label={`${t(parts[part])} ${t(title)}`}
        onChange={(n) => segment && n !== null && change({ [part]: { ...segment, [key]: n } })}
      />
    )
  }
  const columns: readonly ReadColumn<{ readonly id: Part }>[] = [
    {
      name: 'part',
      title: ['编码段', 'Part'],
      width: 120,
      render: ({ id }) =>
        id === 'pos' ? (
          <Checkbox
            checked={plan.pos !== undefined}
            onChange={(e) => change({ pos: e.target.checked ? { from: 1, to: 2, digits: 1 } : undefined })}
          >
            {t(parts.pos)}
          </Checkbox>
        ) : (
          t(parts[id])
        ),
    },
    ...heads.map(([name, title]) => ({
      name,
      title,
      width: 104,
      render: ({ id }: { id: Part }) => number(id, name, title),
    })),
  ]
  return (
    <div className="bin-codes">
      <ReadTable label={t(generateBins.title)} rows={segments} columns={columns} />
    </div>
  )
}
const heads: readonly [keyof Segment, Text][] = [
  ['from', ['从', 'From']],
  ['to', ['到', 'To']],
  ['digits', ['位数', 'Digits']],
]
// The names of the parts are those of the record.
const segments = (Object.keys(parts) as Part[]).map((id) => ({ id }))

function Preview({ seen }: { seen: Generated }) {
  const t = useText()
  if (seen.existing.length > 0)
    return (
      <div className="problem" role="alert">
        {t(['{n}个编码已存在，例如 {first}', 'Codes that already exist: {n}, such as {first}'], {
          n: seen.existing.length,
          first: seen.existing[0],
        })}
      </div>
    )
  return (
    <p role="status">
      {t(['将生成{count}个货位：{first} 至 {last}', 'Bins to create: {count} ({first} to {last})'], { ...seen })}
    </p>
  )
}
