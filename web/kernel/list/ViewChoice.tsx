import { BookOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { ListView } from '@lading/contract/sys/listViewCalls.ts'
import { useState } from 'react'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { Drop } from '../../ui/Drop.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { laterPart } from '../laterPart.tsx'
import { useNarrow } from '../useNarrow.ts'
import { words } from '../words.ts'
import { bodyOf, isSame } from './savedView.ts'
import type { ListModel } from './useList.ts'

/** What is typed in a dialog of its own: the name of a new view, or another one for one that there is. */
export type Naming = { readonly kind: 'new' } | { readonly kind: 'rename'; readonly view: ListView }

const Panel = laterPart(
  async () => (await import('./ViewPanel.tsx')).ViewPanel,
  () => <SkeletonRows rows={3} label="" />,
)
const Dialog = laterPart(
  async () => (await import('./ViewDialog.tsx')).ViewDialog,
  () => null,
)

/** Whether the list shows something else than the view that it is shown by. */
export function isChanged({ state, layout, view: { active, applied } }: ListModel): boolean {
  if (!active || !applied) return false
  const { filter, sort, layout: own } = applied
  return !isSame(
    bodyOf(state, layout),
    bodyOf({ ...state, filter, sort, pageSize: own.pageSize ?? state.pageSize }, own),
  )
}

/** The saved view of a list: which, and the way to others. What it opens is fetched with it. */
export function ViewChoice({ list }: { list: ListModel }) {
  const t = useText()
  const isNarrow = useNarrow()
  const [naming, setNaming] = useState<Naming>()
  const { active } = list.view
  const isOther = isChanged(list)
  const label = active
    ? t(isOther ? ['视图：{name}（已修改）', 'View: {name} (changed)'] : ['视图：{name}', 'View: {name}'], {
        name: active.name,
      })
    : t(title)
  return (
    <>
      <Drop
        title={t(title)}
        label={label}
        icon={<BookOutlined aria-hidden />}
        // A narrow screen has room for what is not usual only.
        text={
          (active || !isNarrow) && (
            <>
              <span className="view-name">{active?.name ?? t(title)}</span>
              {isOther && ' *'}
            </>
          )
        }
      >
        {(close) => <Panel list={list} close={close} onName={setNaming} />}
      </Drop>
      {naming && <Dialog list={list} naming={naming} onClose={() => setNaming(undefined)} />}
    </>
  )
}
const title: Text = ['视图', 'View']

/** What of a view could not be applied: nobody shall take a list for what it is not. */
export function ViewNotice({ list }: { list: ListModel }) {
  const t = useText()
  const { active, applied, isLost, error } = list.view
  const missing = applied?.missing ?? []
  const names = missing.map((name) => t(list.entity.fields[name]?.title ?? standing[name] ?? [name, name]))
  const text = error
    ? asRefused(error).message
    : isLost
      ? t([
          '该视图已删除，或未共享给您：列按默认显示',
          'This view was deleted or is not shared with you: the usual columns are shown',
        ])
      : active && names.length > 0
        ? t(
            [
              '视图[{name}]中的{what}已不存在或不可用，未应用',
              'Not applied from view [{name}], since it no longer exists or is not available: {what}',
            ],
            { name: active.name, what: names.join(t(['、', ', '])) },
          )
        : undefined
  return text === undefined ? null : (
    <p className="view-notice" role="status">
      {text}
    </p>
  )
}
/** What every record has beside its fields. */
const standing: Readonly<Record<string, Text>> = { disabled: words.state, createTime: words.createTime }
