import { date } from '@lading/contract/kernel/field.ts'
import { isQtyText, normaliseQtyText } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { stockTypes } from '@lading/contract/wms/place.ts'
import { tryPutAway } from '@lading/contract/wms/schemeCalls.ts'
import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { DateInput } from '../../kernel/field/DateInput.tsx'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { Row } from '../../kernel/records.ts'
import { TabDrawer } from '../../kernel/TabDrawer.tsx'
import { packOf, readCases, showCases } from '../../platform/bill/caseEntry.ts'
import { usePacks } from '../../platform/bill/usePacks.ts'
import { TryResult } from './TryResult.tsx'
import './scheme.css'

type Stock = keyof typeof stockTypes
interface Draft {
  readonly productId?: string | undefined
  readonly qpcId?: string | undefined
  readonly ownerId?: string | undefined
  readonly stockType: Stock
  readonly qty: string
  readonly expireDate?: string | undefined
  readonly pallet: boolean
}
const titles = {
  product: ['商品', 'Product'],
  pack: ['规格', 'Pack'],
  owner: ['货主', 'Owner'],
  stockType: ['库存类型', 'Stock type'],
  qty: ['数量', 'Quantity'],
  expireDate: ['到期日期', 'Expires'],
  pallet: ['整托一起放', 'All on one pallet'],
} as const satisfies Record<string, Text>
const expiry = date(titles.expireDate)
const orNone = (id: string | null): string | undefined => id ?? undefined

/** Base units of what was typed: `3+2` counts cases. */
function readQty(typed: string, pack: ReturnType<typeof packOf>): string | undefined {
  const text = normaliseQtyText(typed)
  if (!text.includes('+') || !pack) return isQtyText(text) ? text : undefined
  const entry = readCases(text, pack)
  return 'qty' in entry ? (entry.qty ?? undefined) : undefined
}

/** 试算: where goods would be put away by the rules as they are now. Nothing is written. */
export function TryDialog({ scheme, onClose }: { scheme?: Row | undefined; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState<Draft>({
    productId: scheme?.productId as string | undefined, // a ref of the scheme: an id or null
    ownerId: scheme?.ownerId as string | undefined, // the same
    stockType: 'GOOD',
    qty: '',
    pallet: false,
  })
  const [answer, setAnswer] = useState<z.output<typeof tryPutAway.output>>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const packs = usePacks('mdm.product', draft.productId)
  const pack = packOf(packs.find((p) => p.id === draft.qpcId) ?? packs.find((p) => p.isDefault) ?? packs[0])
  const change = (more: Partial<Draft>) => {
    setDraft({ ...draft, ...more })
    setAnswer(undefined)
    setProblem('')
  }
  const run = async () => {
    const { productId, ownerId, stockType, pallet, qpcId, expireDate } = draft
    const qty = readQty(draft.qty, pack)
    if (!productId || !ownerId) return setProblem(t(['请选择商品和货主', 'Choose a product and an owner']))
    if (qty === undefined) return setProblem(t(['请输入数量，如 30 或 3+2', 'Enter a quantity, such as 30 or 3+2']))
    setBusy(true)
    try {
      setAnswer(await call(tryPutAway, { productId, ownerId, stockType, qty, pallet, qpcId, expireDate }))
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    setBusy(false)
  }
  return (
    <TabDrawer open size="large" title={t(tryPutAway.title)} onClose={onClose}>
      <Fields draft={draft} change={change} cases={pack && showCases(normaliseQtyText(draft.qty), pack)} />
      <div className="try-run">
        <Button type="primary" loading={isBusy} onClick={() => void run()}>
          {t(['试算', 'Try'])}
        </Button>
        <span className="hint">{t(['只读：不占用、不修改任何数据', 'Reads only: nothing is claimed or changed'])}</span>
      </div>
      {problem && (
        <div className="problem" role="alert">
          {problem}
        </div>
      )}
      {answer && <TryResult answer={answer} />}
    </TabDrawer>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly change: (more: Partial<Draft>) => void
  /** The quantity as cases, when it can be told. */
  readonly cases: string | undefined
}
function Fields({ draft, change, cases }: FieldsProps) {
  const t = useText()
  const stock = Object.entries(stockTypes).map(([value, title]) => ({ value: value as Stock, label: t(title) }))
  return (
    <div className="try-fields">
      <div className="field">
        <span className="needed">{t(titles.product)}</span>
        <RefSelect
          to="mdm.product"
          title={t(titles.product)}
          value={draft.productId}
          onChange={(id) => change({ productId: orNone(id), qpcId: undefined })}
        />
      </div>
      <div className="field">
        <span>{t(titles.pack)}</span>
        <RefSelect
          to="mdm.productQpc"
          title={t(titles.pack)}
          value={draft.qpcId}
          isDisabled={!draft.productId}
          where={draft.productId ? { productId: draft.productId } : undefined}
          onChange={(id) => change({ qpcId: orNone(id) })}
        />
      </div>
      <div className="field">
        <span className="needed">{t(titles.owner)}</span>
        <RefSelect
          to="wms.owner"
          title={t(titles.owner)}
          value={draft.ownerId}
          onChange={(id) => change({ ownerId: orNone(id) })}
        />
      </div>
      <div className="field">
        <span className="needed">{t(titles.stockType)}</span>
        <Select
          style={{ width: '100%' }}
          aria-label={t(titles.stockType)}
          value={draft.stockType}
          options={stock}
          onChange={(stockType) => change({ stockType })}
        />
      </div>
      <div className="field">
        <span className="needed">{t(titles.qty)}</span>
        <Input
          className="figure"
          aria-label={t(titles.qty)}
          placeholder={t(['基本单位，或件数 3+2', 'Base units, or cases 3+2'])}
          value={draft.qty}
          autoComplete="off"
          suffix={cases && <span className="muted">{cases}</span>}
          onChange={(e) => change({ qty: e.target.value })}
        />
      </div>
      <div className="field">
        <span>{t(titles.expireDate)}</span>
        <DateInput
          id="try-expiry"
          field={expiry}
          title={t(titles.expireDate)}
          value={draft.expireDate}
          isInvalid={false}
          record={{}}
          onChange={(day) => change({ expireDate: typeof day === 'string' ? day : undefined })}
        />
      </div>
      <Checkbox checked={draft.pallet} onChange={(e) => change({ pallet: e.target.checked })}>
        {t(titles.pallet)}
      </Checkbox>
    </div>
  )
}
