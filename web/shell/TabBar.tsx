import { CloseOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { close, go, refresh, useTabs } from '../client/tabStore.ts'
import type { Tab, Tabs } from '../client/tabs.ts'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'

/** The open tabs. Arrow keys move, Delete closes, the middle button closes, a double click reloads. */
export function TabBar() {
  const t = useText()
  const tabs = useTabs()
  const bar = useRef<HTMLDivElement>(null)
  const move = (e: KeyboardEvent, i: number) => {
    const step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    const next = tabs.list[i + step]
    if (step !== 0 && next) {
      go(next.place)
      bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[i + step]?.focus()
    }
    if (e.key === 'Delete') void close([tabs.list[i]?.key ?? ''])
  }
  return (
    <div className="tab-bar" role="tablist" aria-label={t(['打开的页面', 'Open pages'])} ref={bar}>
      {tabs.list.map((tab, i) => (
        <TabButton key={tab.key} tab={tab} tabs={tabs} onKeyDown={(e) => move(e, i)} />
      ))}
    </div>
  )
}

function TabButton({ tab, tabs, onKeyDown }: { tab: Tab; tabs: Tabs; onKeyDown: (e: KeyboardEvent) => void }) {
  const t = useText()
  const isActive = tab.key === tabs.active
  const ref = useRef<HTMLDivElement>(null)
  const title = t(tab.title)
  // A document's number comes into the title when it is read, and makes the tab wider.
  useEffect(() => {
    if (isActive && title) ref.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }, [isActive, title])
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items: menuOf(tab, tabs, t) }}>
      <div className={isActive ? 'tab tab-active' : 'tab'} ref={ref} role="presentation">
        <button
          type="button"
          role="tab"
          aria-selected={isActive}
          tabIndex={isActive ? 0 : -1}
          title={title}
          onClick={() => go(tab.place)}
          onDoubleClick={() => void refresh(tab.key)}
          onAuxClick={(e) => e.button === 1 && void close([tab.key])}
          onKeyDown={onKeyDown}
        >
          {tab.dirty && <span className="dot" role="img" aria-label={t(['有未保存的内容', 'Unsaved input'])} />}
          <span className="tab-title">{title}</span>
        </button>
        <button
          type="button"
          className="tab-close"
          // For the mouse; keys close a tab by Delete, and its menu has the same.
          tabIndex={-1}
          aria-hidden="true"
          title={t(words.close)}
          onClick={() => void close([tab.key])}
        >
          <CloseOutlined />
        </button>
      </div>
    </Dropdown>
  )
}

function menuOf(tab: Tab, { list }: Tabs, t: ReturnType<typeof useText>) {
  const at = list.indexOf(tab)
  const item = (key: string, label: string, keys: readonly string[]) => ({
    key,
    label,
    disabled: keys.length === 0,
    onClick: () => void close(keys),
  })
  const keysOf = (tabs: readonly Tab[]) => tabs.map((other) => other.key)
  return [
    { key: 'refresh', label: t(words.refresh), onClick: () => void refresh(tab.key) },
    item('close', t(words.close), [tab.key]),
    item('others', t(['关闭其他', 'Close others']), keysOf(list.filter((other) => other !== tab))),
    item('left', t(['关闭左侧', 'Close to the left']), keysOf(list.slice(0, at))),
    item('right', t(['关闭右侧', 'Close to the right']), keysOf(list.slice(at + 1))),
    item('all', t(['关闭全部', 'Close all']), keysOf(list)),
  ]
}
