import { DeleteOutlined, EditOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type ListView, listViewCalls } from '@lading/contract/sys/listViewCalls.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { NotRead } from '../NotRead.tsx'
import { useCall } from '../useCall.ts'
import { words } from '../words.ts'
import { bodyOf } from './savedView.ts'
import type { ListModel } from './useList.ts'
import { isChanged, type Naming } from './ViewChoice.tsx'
import { viewsChanged } from './viewsChanged.ts'

interface Props {
  readonly list: ListModel
  readonly close: () => void
  readonly onName: (naming: Naming) => void
}

/** All views of a list: one is chosen, made the default, saved, renamed or deleted. */
export function ViewPanel({ list, close, onName }: Props) {
  const t = useText()
  const { active, choose } = list.view
  const input = { list: list.entity.key }
  const views = useCall(listViewCalls.query, input)
  const usual = useUser().listViews?.[list.entity.key]
  const acts = useActs(list)
  if (views.error && !views.data) return <NotRead of={views} />
  if (!views.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  const open = (view?: ListView) => {
    close()
    choose(view)
  }
  const name = (naming: Naming) => {
    close()
    onName(naming)
  }
  const groups: readonly (readonly [Text, readonly ListView[]])[] = [
    [['我的视图', 'My views'], views.data.filter((v) => v.role === null)],
    [['共享给我的', 'Shared with me'], views.data.filter((v) => v.role !== null && !v.isOthers)],
    [['共享给其他角色', 'Shared with other roles'], views.data.filter((v) => v.isOthers)],
  ]
  const isDifferent = isChanged(list)
  return (
    <div className="view-panel">
      <ul>
        <Line name={t(['默认列表', 'Standard list'])} isOn={!active} onChoose={() => open()}>
          <Star
            name={t(['默认列表', 'Standard list'])}
            // One that is not shared any more opens nothing.
            isOn={!views.data.some((v) => v.id === usual)}
            onClick={() => acts.makeDefault(null)}
          />
        </Line>
      </ul>
      {groups.map(
        ([title, group]) =>
          group.length > 0 && (
            <section key={title[1]} aria-label={t(title)}>
              <div className="view-group">{t(title)}</div>
              <ul>
                {group.map((view) => (
                  <ViewLine
                    key={view.id}
                    view={view}
                    isOn={view.id === active?.id}
                    isUsual={view.id === usual}
                    acts={acts}
                    onChoose={() => open(view)}
                    onRename={() => name({ kind: 'rename', view })}
                    onRemove={() => {
                      close()
                      void acts.remove(view)
                    }}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <div className="view-foot">
        {active && isDifferent && active.mayChange && (
          <Button size="small" type="primary" loading={acts.isBusy} onClick={() => void acts.save(active)}>
            {t(words.save)}
          </Button>
        )}
        {active && isDifferent && (
          <Button size="small" onClick={() => open(active)}>
            {t(['恢复', 'Undo changes'])}
          </Button>
        )}
        <Button size="small" onClick={() => name({ kind: 'new' })}>
          {t(['另存为…', 'Save as…'])}
        </Button>
      </div>
    </div>
  )
}

interface ViewLineProps {
  readonly view: ListView
  readonly isOn: boolean
  readonly isUsual: boolean
  readonly acts: ReturnType<typeof useActs>
  readonly onChoose: () => void
  readonly onRename: () => void
  readonly onRemove: () => void
}
function ViewLine({ view: { id, name, role, mayChange }, isUsual, acts, ...p }: ViewLineProps) {
  const t = useText()
  return (
    <Line name={name} note={role?.name} isOn={p.isOn} onChoose={p.onChoose}>
      {mayChange && (
        <>
          <IconButton
            icon={<EditOutlined aria-hidden />}
            label={t(['重命名{name}', 'Rename {name}'], { name })}
            onClick={p.onRename}
          />
          <IconButton
            icon={<DeleteOutlined aria-hidden />}
            label={t(['删除{name}', 'Delete {name}'], { name })}
            onClick={p.onRemove}
          />
        </>
      )}
      <Star name={name} isOn={isUsual} onClick={() => acts.makeDefault(isUsual ? null : id)} />
    </Line>
  )
}

function Line(p: {
  name: string
  note?: string | undefined
  isOn: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <li className={p.isOn ? 'view-line view-on' : 'view-line'}>
      <button type="button" className="view-choose" aria-current={p.isOn} onClick={p.onChoose}>
        <span>{p.name}</span>
        {p.note && <small className="muted">{p.note}</small>}
      </button>
      {p.children}
    </li>
  )
}

const IconButton = ({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) => (
  <Button size="small" type="text" icon={icon} aria-label={label} title={label} onClick={onClick} />
)

/** With which view the list opens for this user. */
function Star({ name, isOn, onClick }: { name: string; isOn: boolean; onClick: () => void }) {
  const t = useText()
  const label = t(['打开列表时默认显示{name}', 'Open the list with {name}'], { name })
  return (
    <Button
      size="small"
      type="text"
      icon={isOn ? <StarFilled aria-hidden className="view-star" /> : <StarOutlined aria-hidden />}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      onClick={onClick}
    />
  )
}

function useActs(list: ListModel) {
  const t = useText()
  const update = useWrite(listViewCalls.update)
  const remove = useWrite(listViewCalls.remove)
  const setDefault = useWrite(listViewCalls.setDefault)
  const done = async (work: Promise<unknown>, told: Text): Promise<boolean> => {
    const isDone = await work.then(
      () => true,
      (error: unknown) => {
        report(error)
        return false
      },
    )
    // Whoever is told that it is done may open the list at once.
    await viewsChanged()
    if (isDone) notify('good', t(told))
    return isDone
  }
  return {
    isBusy: update.isBusy,
    save: ({ id, version }: ListView) =>
      done(update.run({ id, version, body: bodyOf(list.state, list.layout) }), words.saved),
    makeDefault: (id: string | null) =>
      void done(setDefault.run({ list: list.entity.key, id }), ['默认视图已更新', 'Default view changed']),
    remove: async ({ id, version, name, role }: ListView) => {
      const question: Text = role
        ? [
            '删除视图[{name}]？角色[{role}]的用户将不再看到它。',
            'Delete view [{name}]? Users of role [{role}] will no longer see it.',
          ]
        : ['删除视图[{name}]？', 'Delete view [{name}]?']
      const args = { name, role: role?.name ?? '' }
      if ((await ask({ title: question, args, ok: words.remove, danger: true })) === undefined) return
      if (list.view.active?.id === id) list.view.choose(undefined)
      await done(remove.run({ id, version }), ['视图已删除', 'View deleted'])
    },
  }
}
