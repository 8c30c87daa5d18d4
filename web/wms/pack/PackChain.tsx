import { formatQty } from '@lading/contract/kernel/qty.ts'
import { packLevels } from '@lading/contract/mdm/product.ts'
import { type Level, levelsOf } from '@lading/contract/wms/pack.ts'
import { Button } from 'antd'
import { hashOf, place } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import { EnabledTag } from '../../kernel/EnabledTag.tsx'
import { RowButtons } from '../../kernel/list/RowButtons.tsx'
import type { Row } from '../../kernel/records.ts'
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

/** The levels as a table; on a narrow screen each is a small card. */
export function LevelTable({ levels, pack }: { levels: readonly Level[]; pack: Row }) {
  const t = useText()
  const heads = [
    t(['层级', 'Level']),
    t(['单位', 'Unit']),
    t(['含下级', 'Holds']),
    t(['基本数量', 'Base units']),
    t(['条码', 'Barcode']),
    t(['长×宽×高cm', 'L×W×H cm']),
    t(['体积m³', 'Volume m³']),
    t(['毛重kg', 'Gross kg']),
    'TI×HI',
  ]
  return (
    <div className="pack-scroll">
      <table className="pack-levels">
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th key={head} scope="col" className={figures.has(i - 1) ? 'pack-headcell pack-figure' : 'pack-headcell'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {levels.map((l) => (
            <tr key={l.level} className="pack-row">
              <th scope="row" className="pack-level">
                {t(packLevels[l.level])}
              </th>
              {cellsOf(l, pack).map((value, i) => (
                <td
                  key={heads[i + 1]}
                  data-head={heads[i + 1]}
                  className={figures.has(i) ? 'pack-cell pack-figure num' : 'pack-cell num'}
                >
                  {value ?? <span className="muted">–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Columns whose digits stand under each other, counted after the level's name. */
const figures = new Set([1, 2, 5, 6])
const cellsOf = (l: Level, pack: Row): readonly (string | null)[] => [
  l.unit,
  l.level === 'EACH' ? null : grouped(formatQty(l.holds)),
  grouped(formatQty(l.units)),
  l.gtin,
  l.size?.map((side) => grouped(side)).join('×') ?? null,
  l.volumeM3 === null ? null : plain(l.volumeM3, 6),
  l.weightKg === null ? null : plain(l.weightKg, 3),
  l.level === 'PALLET' ? `${String(pack.palletTi)}×${String(pack.palletHi)}` : null,
]

/** Back to the products, where both have no room beside each other. */
export function BackButton({ onBack }: { onBack: () => void }) {
  const t = useText()
  return (
    <Button className="pack-back" onClick={onBack}>
      {t(['返回商品', 'Back to products'])}
    </Button>
  )
}
