import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import { gs1Date } from '@lading/contract/mdm/gs1.ts'
import type { CountRow } from '@lading/contract/wms/stockTakeCalls.ts'
import { useState } from 'react'
import { useText } from '../../../client/text.ts'
import { todayText } from '../../../client/time.ts'
import { words } from '../../../kernel/words.ts'
import { Keypad } from '../../../platform/station/Keypad.tsx'
import { Big } from '../../../platform/station/StationFrame.tsx'
import { countText } from '../../task/lineText.ts'
import { QtyPad } from '../QtyPad.tsx'
import type { CountInput, FoundGoods } from './countScan.ts'

const figures = 6

/** Goods that the book does not know in this bin: how many, whose, on what, and until when they last. */
export function CountFound({
  goods,
  containers,
  isBusy,
  onCount,
  onBack,
}: {
  goods: FoundGoods
  /** What stands in the bin. */
  containers: readonly CountRow['container'][]
  isBusy: boolean
  onCount: (input: CountInput, what: string) => void
  onBack: () => void
}) {
  const t = useText()
  const { product, owners } = goods
  const isExpiry = product.shelfMode === 'EXPIRY'
  const [qty, setQty] = useState('')
  const [ownerId, setOwner] = useState(owners.length === 1 ? owners[0]?.id : undefined)
  const [box, setBox] = useState('LOOSE')
  const [isDating, setDating] = useState(
    product.shelfMode !== 'NONE' && (isExpiry ? goods.expireDate : goods.productionDate) === undefined,
  )
  const [typed, setTyped] = useState('')
  const date = gs1Date(typed, todayText()) ?? (isExpiry ? goods.expireDate : goods.productionDate)
  const isReady = isQtyText(qty) && qty !== '' && parseQty(qty) > 0n && ownerId !== undefined
  const boxes = ['LOOSE', ...containers.map((c) => c.code).filter((code) => code !== 'LOOSE')]
  const send = () =>
    onCount(
      {
        qty,
        scans: { product: goods.code },
        ...(ownerId !== undefined && { ownerId }),
        ...(box !== 'LOOSE' && { toContainer: box }),
        ...(date && (isExpiry ? { expireDate: date } : { productionDate: date })),
      },
      `${product.code} ${product.name} ${countText(parseQty(qty), goods)}`,
    )
  const head = (
    <div className="station-todo">
      <div className="problem">
        {t(['账面没有该商品，按实盘登记', 'Not on record in this bin: record what is here'])}
      </div>
      <div className="station-name">{product.name}</div>
      <div className="muted num">{[product.code, date].filter(Boolean).join(' · ')}</div>
      {isDating && (
        <>
          <div className="station-ask">
            {isExpiry
              ? t(['输入到期日期（年月日6位）', 'Expiry date, six digits: YYMMDD'])
              : t(['输入生产日期（年月日6位）', 'Production date, six digits: YYMMDD'])}
          </div>
          <div className="station-count num">
            {date ?? typed.padEnd(figures, '_').replace(/(..)(..)(..)/, '$1-$2-$3')}
          </div>
        </>
      )}
      {!isDating && <div className="station-count num">{isReady ? countText(parseQty(qty), goods) : '–'}</div>}
    </div>
  )
  if (isDating)
    return (
      <>
        {head}
        <Keypad value={typed} isFresh={typed.length === figures} onChange={(v) => setTyped(v.slice(0, figures))} />
        <Big main disabled={!date} onClick={() => setDating(false)}>
          ✓ {t(words.ok)}
        </Big>
        <Big onClick={() => setDating(false)}>{t(['看不清日期', 'The date cannot be read'])}</Big>
      </>
    )
  return (
    <>
      {head}
      {owners.length > 1 && (
        <Choices
          title={t(['货主', 'Owner'])}
          of={owners.map((o) => ({ key: o.id, label: o.name }))}
          value={ownerId}
          onChange={setOwner}
        />
      )}
      {boxes.length > 1 && (
        <Choices
          title={t(['所在容器', 'On container'])}
          of={boxes.map((code) => ({ key: code, label: code === 'LOOSE' ? t(['散放', 'Loose']) : code }))}
          value={box}
          onChange={setBox}
        />
      )}
      <QtyPad line={goods} value={qty} onChange={setQty} />
      <Big main disabled={!isReady || isBusy} onClick={send}>
        ✓ {t(words.ok)}
      </Big>
      <Big onClick={onBack}>{t(['返回', 'Back'])}</Big>
    </>
  )
}

function Choices({
  title,
  of,
  value,
  onChange,
}: {
  title: string
  of: readonly { readonly key: string; readonly label: string }[]
  value: string | undefined
  onChange: (key: string) => void
}) {
  return (
    <div className="station-recent">
      <b>{title}</b>
      <div className="station-pairs">
        {of.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            className="station-value"
            aria-pressed={key === value}
            onClick={() => onChange(key)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  )
}
