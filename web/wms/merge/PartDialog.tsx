import { isQtyText, normaliseQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { countOf } from '@lading/contract/mdm/units.ts'
import { type Mergeable, type MergeGoods, mergeContents } from '@lading/contract/wms/mergeCalls.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { type Say, useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { TabModal } from '../../kernel/overlay.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** How much of which goods leaves a container, as typed, by stock row; of one that is emptied nothing is said. */
export type Typed = Readonly<Record<string, string>>

const toGo: Text = ['并入数量', 'To merge']
/** Base units of what was typed; undefined when it is none, or more than there is. */
const qtyOf = (text: string, { qty }: MergeGoods): string | undefined => {
  const typed = normaliseQtyText(text)
  return isQtyText(typed) && parseQty(typed) > 0n && parseQty(typed) <= parseQty(qty) ? typed : undefined
}

interface Props {
  readonly of: Mergeable
  readonly typed: Typed
  readonly onDone: (typed: Typed) => void
  readonly onClose: () => void
}

/** 选择明细: so much of the goods in a container goes into the other one, and it keeps the rest. */
export function PartDialog({ of, typed, onDone, onClose }: Props) {
  const t = useText()
  const list = useCall(mergeContents, { containerId: of.id }, { gcTime: 0 })
  const [draft, setDraft] = useState(typed)
  const [isTried, setTried] = useState(false)
  const goods = list.data?.goods ?? []
  const run = () => {
    setTried(true)
    const said = goods.filter((g) => (draft[g.id] ?? '').trim() !== '')
    if (said.some((g) => qtyOf(draft[g.id] ?? '', g) === undefined)) return
    onDone(Object.fromEntries(said.map((g) => [g.id, qtyOf(draft[g.id] ?? '', g) ?? ''])))
  }
  const set = (id: string) => (text: string) => setDraft((d) => ({ ...d, [id]: text }))
  return (
    <TabModal
      open
      width={860}
      title={t(['容器 {c}：选择并入的商品', 'Container {c}: what to merge'], { c: of.code })}
      okText={t(words.ok)}
      cancelText={t(words.cancel)}
      onOk={run}
      onCancel={onClose}
    >
      <p className="muted">
        {t([
          '只并入填写了数量的商品，都不填则整容器并入',
          'Only goods with a quantity go; leave all blank to empty it',
        ])}
      </p>
      {list.data ? (
        <ReadTable<MergeGoods>
          label={t(toGo)}
          rows={goods}
          columns={columnsOf(draft, set, isTried, t)}
          none={['容器里没有商品', 'There is nothing in this container']}
        />
      ) : list.error ? (
        <NotRead of={list} />
      ) : (
        <SkeletonRows label={t(words.loading)} />
      )}
    </TabModal>
  )
}

const columnsOf = (
  draft: Typed,
  set: (id: string) => (text: string) => void,
  isTried: boolean,
  t: Say,
): readonly ReadColumn<MergeGoods>[] => [
  { name: 'product', title: ['商品', 'Product'], width: 240, said: (g) => `${g.product.code} ${g.product.name}` },
  { name: 'lotNo', title: ['批次', 'Lot'], width: 140, said: (g) => g.lotNo ?? '' },
  { name: 'cases', title: ['件数', 'Cases'], width: 90, said: (g) => g.cases, isFigure: true },
  {
    name: 'qty',
    title: ['现有量', 'On hand'],
    width: 110,
    said: (g) => countOf(g.qty, g.product.baseUnit),
    isFigure: true,
  },
  {
    name: 'toGo',
    title: toGo,
    width: 130,
    isFilled: () => true,
    render: (g) => {
      const text = draft[g.id] ?? ''
      const isWrong = isTried && text.trim() !== '' && qtyOf(text, g) === undefined
      return (
        <Input
          size="small"
          className="figure"
          value={text}
          maxLength={20}
          autoComplete="off"
          suffix={g.product.baseUnit}
          status={isWrong ? 'error' : ''}
          aria-invalid={isWrong}
          aria-label={`${t(toGo)} ${g.product.code} ${g.lotNo ?? ''}`}
          onChange={(e) => set(g.id)(e.target.value)}
        />
      )
    },
  },
]
