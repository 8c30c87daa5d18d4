import { formatQty } from '@lading/contract/kernel/qty.ts'
import { packLevels } from '@lading/contract/mdm/product.ts'
import { unitText } from '@lading/contract/mdm/units.ts'
import { type Level, levelsOf } from '@lading/contract/wms/pack.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { type Say, useText } from '../../client/text.ts'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import type { Row } from '../../kernel/records.ts'
import { useNarrow } from '../../kernel/useNarrow.ts'
import type { RowAction } from '../../kernel/verbs.tsx'
import { grouped } from '../../ui/numbers.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { eachOf, packOf } from './facts.ts'

const plain = (n: number, scale: number): string => grouped(String(Number(n.toFixed(scale))))

/** One pack of a product as the chain of its levels, from the piece to the pallet. */
export function PackChain({ product, pack, actions }: { product: Row; pack: Row; actions: readonly RowAction[] }) {
  const t = useText()
  const levels = levelsOf(eachOf(product), packOf(pack))
  return (
    <section className="pack card" data-off={pack.disabled || undefined}>
      <header className="pack-head">
        <h3>
          <a href={hashOf(place('mdm', 'productQpcDtl', { id: pack.id }))}>{String(pack.name)}</a>
        </h3>
        {pack.isDefault === true && <StatusTag tone="busy">{t(['默认', 'Default'])}</StatusTag>}
        <EnabledTag of={pack.disabled} />
        <RowButtons actions={actions} />
      </header>
      <LevelTable levels={levels} pack={pack} />
    </section>
  )
}

type Told = Level & { readonly id: string; readonly pack: Row }
const level: ReadColumn<Told> = {
  name: 'level',
  title: ['层级', 'Level'],
  width: 120,
  said: (l, t) => t(packLevels[l.level]),
  fixed: 'start',
  render: (l, t) => <b>{t(packLevels[l.level])}</b>,
}
const facts: readonly (ReadColumn<Told> & { said: (l: Told, t: Say) => string })[] = [
  { name: 'unit', title: ['单位', 'Unit'], width: 120, said: (l, t) => (l.unit ? t(unitText(l.unit)) : '') },
  {
    name: 'holds',
    title: ['含下级', 'Holds'],
    width: 120,
    isFigure: true,
    said: (l) => (l.level === 'EACH' ? '' : grouped(formatQty(l.holds))),
  },
  {
    name: 'units',
    title: ['基本数量', 'Base units'],
    width: 130,
    isFigure: true,
    said: (l) => grouped(formatQty(l.units)),
  },
  { name: 'gtin', title: ['条码', 'Barcode'], width: 180, said: (l) => l.gtin ?? '' },
  {
    name: 'size',
    title: ['长×宽×高cm', 'L×W×H cm'],
    width: 180,
    said: (l) => l.size?.map((side) => grouped(side)).join('×') ?? '',
  },
  {
    name: 'volume',
    title: ['体积m³', 'Volume m³'],
    width: 120,
    isFigure: true,
    said: (l) => (l.volumeM3 === null ? '' : plain(l.volumeM3, 6)),
  },
  {
    name: 'weight',
    title: ['毛重kg', 'Gross kg'],
    width: 120,
    isFigure: true,
    said: (l) => (l.weightKg === null ? '' : plain(l.weightKg, 3)),
  },
  {
    name: 'tiHi',
    title: ['TI×HI', 'TI×HI'],
    width: 100,
    said: ({ level, pack }) => (level === 'PALLET' ? `${String(pack.palletTi)}×${String(pack.palletHi)}` : ''),
  },
]
const columns: readonly ReadColumn<Told>[] = [level, ...facts]

/** The levels as a table; on a narrow screen each is a small card. */
export function LevelTable({ levels, pack }: { levels: readonly Level[]; pack: Row }) {
  const t = useText()
  const isNarrow = useNarrow()
  const told = levels.map((l): Told => ({ ...l, id: l.level, pack }))
  if (!isNarrow) return <ReadTable<Told> label={String(pack.name)} rows={told} columns={columns} />
  return (
    <ul className="cards">
      {told.map((l) => (
        <li key={l.id} className="row-card">
          <b>{t(packLevels[l.level])}</b>
          <dl>
            {facts
              .filter(({ said }) => said(l, t) !== '')
              .map(({ name, title, said }) => (
                <div key={name}>
                  <dt>{t(title)}</dt>
                  <dd className="num">{said(l, t)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Back to the products, where both have no room beside each other. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <Button className="pack-back" onClick={onBack}>
      {t(['返回商品', 'Back to products'])}
    </Button>
  )
}
