import type { Text } from '@lading/contract/kernel/text.ts'
import { container, containerFlow } from '@lading/contract/wms/container.ts'
import { type Mergeable, mergeable, mergeTask, startMerge } from '@lading/contract/wms/mergeCalls.ts'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { go } from '../../client/tabStore.ts'
import { type Say, useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import '../wms.css'
import { PartDialog, type Typed } from './PartDialog.tsx'

const storeTitle: Text = ['门店', 'Store']

/** What is ticked, which of it takes the rest, and how it is sent. */
function useMerging() {
  const t = useText()
  const sibling = useSibling()
  const write = useWrite(startMerge)
  const { selection, chosen } = useChoice<Mergeable>()
  const [wanted, setTarget] = useState<string>()
  const target = chosen.find((c) => c.id === wanted) ?? chosen.find((c) => c.isReal)
  /** Of containers that keep a part. */
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({})
  const partsOf = (c: Mergeable): Typed => typed[c.id] ?? {}
  const run = async () => {
    if (chosen.length < 2 || !target)
      return notify('warn', t(['请勾选同一门店的容器，至少两个', 'Select at least two containers of one store']))
    try {
      const sources = chosen.filter((c) => c.id !== target.id)
      const parts = sources.flatMap((c) => Object.entries(partsOf(c)).map(([stockId, qty]) => ({ stockId, qty })))
      const sourceIds = sources.filter((c) => Object.keys(partsOf(c)).length === 0).map((c) => c.id)
      const { id, taskNo } = await write.run({ targetId: target.id, sourceIds, ...(parts.length > 0 && { parts }) })
      notify(
        'good',
        <>
          {t(['已生成并箱任务', 'Merge task created'])} <Made made={[{ key: mergeTask.key, id, no: taskNo }]} />
        </>,
      )
      await changed(mergeTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(container)
    }
  }
  const setParts = (c: Mergeable, of: Typed) => setTyped((all) => ({ ...all, [c.id]: of }))
  return { selection, chosen, target, setTarget, partsOf, setParts, run, isBusy: write.isBusy }
}

/** 新建并箱: containers of one store that are hardly filled, and the one that takes all of it, or parts of it. */
export function MergeAdd() {
  const t = useText()
  const refused = useBlocked(mergeTask)
  const [storeId, setStore] = useState<string>()
  const list = useCall(mergeable, { ...(storeId && { storeId }) }, { gcTime: 0 })
  const merging = useMerging()
  const { selection, chosen, run, isBusy } = merging
  const [parting, setParting] = useState<Mergeable>()
  const columns = columnsOf(merging, setParting, t)
  return (
    <Page
      title={t(startMerge.title)}
      note={
        <span className="muted">
          {t(['同一门店、不在其他任务中的已拣容器', 'Picked containers of one store that no other task is about'])}
        </span>
      }
      actions={
        <Button
          type="primary"
          loading={isBusy}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void run()}
        >
          {t(['生成并箱任务（{n}）', 'Create task ({n})'], { n: chosen.length })}
        </Button>
      }
    >
      <Card>
        <div className="field merge-store">
          <span>{t(storeTitle)}</span>
          <RefSelect
            to="wms.store"
            title={t(storeTitle)}
            value={storeId}
            onChange={(id) => setStore(id ?? undefined)}
          />
        </div>
        {list.data ? (
          <ReadTable<Mergeable>
            label={t(startMerge.title)}
            rows={list.data.containers}
            columns={columns}
            selection={selection}
            none={['没有可以合并的容器', 'There are no containers to merge']}
          />
        ) : list.error ? (
          <NotRead of={list} />
        ) : (
          <SkeletonRows label={t(words.loading)} />
        )}
      </Card>
      {parting && (
        <PartDialog
          of={parting}
          typed={merging.partsOf(parting)}
          onClose={() => setParting(undefined)}
          onDone={(typed) => {
            merging.setParts(parting, typed)
            setParting(undefined)
          }}
        />
      )}
    </Page>
  )
}

const told: readonly ReadColumn<Mergeable>[] = [
  { name: 'store', title: storeTitle, width: 200, said: (c) => `${c.store.code} ${c.store.name}` },
  { name: 'code', title: ['容器', 'Container'], width: 150, said: (c) => c.code },
  { name: 'type', title: ['类型', 'Type'], width: 110, said: (c) => c.type },
  {
    name: 'state',
    title: ['状态', 'Status'],
    width: 100,
    said: (c, t) => t(containerFlow.states[c.state]),
    beside: 24,
    render: (c) => <StateTag flow={containerFlow} state={c.state} />,
  },
  { name: 'bin', title: ['货位', 'Bin'], width: 110, said: (c) => c.bin },
  { name: 'goods', title: ['商品数', 'Goods'], width: 80, said: (c) => String(c.goods), isFigure: true },
  { name: 'cases', title: ['件数', 'Cases'], width: 100, said: (c) => c.cases, isFigure: true },
]

function columnsOf(
  { chosen, target, setTarget, partsOf }: ReturnType<typeof useMerging>,
  onPart: (c: Mergeable) => void,
  t: Say,
): readonly ReadColumn<Mergeable>[] {
  const isChosen = (c: Mergeable) => chosen.some((x) => x.id === c.id)
  return [
    {
      name: 'target',
      title: ['并入', 'Into'],
      width: 70,
      isFilled: () => true,
      render: (c) =>
        isChosen(c) &&
        c.isReal && (
          <Radio
            checked={c.id === target?.id}
            aria-label={t(['并入{c}', 'Merge into {c}'], { c: c.code })}
            onChange={() => setTarget(c.id)}
          />
        ),
    },
    {
      name: 'parts',
      title: ['并入内容', 'What goes'],
      width: 110,
      isFilled: () => true,
      render: (c) => {
        if (!isChosen(c) || c.id === target?.id) return null
        const n = Object.keys(partsOf(c)).length
        return (
          <Button type="link" size="small" onClick={() => onPart(c)}>
            {n === 0 ? t(['全部', 'All of it']) : t(['{n}种商品', 'Lines: {n}'], { n })}
          </Button>
        )
      },
    },
    ...told,
    {
      name: 'fillPct',
      title: ['装载率', 'Filled'],
      width: 90,
      isFigure: true,
      said: (c) => (c.fillPct === null ? '' : `${c.fillPct}%`),
    },
    {
      name: 'isProposed',
      title: ['建议', 'Proposed'],
      width: 90,
      said: (c) => (c.isProposed ? t(['可并', 'Merge']) : ''),
    },
  ]
}
