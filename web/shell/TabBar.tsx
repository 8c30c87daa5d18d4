import { CloseOutlined, DownOutlined, PushpinFilled } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type DragEvent, type KeyboardEvent, memo, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { close, go, move, useTabs } from '../client/tabStore.ts'
import type { Tab } from '../client/tabs.ts'
import { useText } from '../client/text.ts'
import { words } from '../kernel/words.ts'
import { refresh } from './refresh.ts'
import { useTabMenu } from './tabMenu.ts'

/** Firefox counts the wheel in lines, others in pixels. */
const lineHeight = 20

/** The open tabs. Arrow keys move, Delete closes, the middle button closes, a double click reloads, dragging arranges. */
export function TabBar() {
  const t = useText()
  const tabs = useTabs()
  const bar = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Tab>()
  // While its menu fades out after closing it, a tab is still what it was.
  const items = useTabMenu(tabs.list.find((tab) => tab.key === asked?.key) ?? asked)
  // Who closes tabs by keys goes on with the one that comes up.
  const stay = () =>
    requestAnimationFrame(() => bar.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  const step = (e: KeyboardEvent) => {
    const i = tabs.list.findIndex((tab) => tab.key === keyAt(e))
    const by = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0
    const next = tabs.list[i + by]
    if (by !== 0 && !e.altKey && next) {
      go(next.place)
      bar.current?.querySelectorAll<HTMLElement>('[role=tab]')[i + by]?.focus()
    }
    if (e.key === 'Delete') void close([tabs.list[i]?.key ?? '']).then(stay)
  }
  const all = t(['全部页签', 'All tabs'])
  return (
    <div className="tab-row">
      {/* One menu for all tabs: each of its own would be drawn anew whenever another tab comes up. */}
      <Dropdown trigger={['contextMenu']} menu={{ items }}>
        <div
          className="tab-bar"
          role="tablist"
          aria-label={t(['打开的页面', 'Open pages'])}
          ref={bar}
          onKeyDown={step}
          onWheel={(e) => {
            e.currentTarget.scrollLeft += e.deltaY * (e.deltaMode === WheelEvent.DOM_DELTA_LINE ? lineHeight : 1)
          }}
          onContextMenuCapture={(e) => {
            const tab = tabs.list.find(({ key }) => key === keyAt(e))
            if (tab) setAsked(tab)
            else e.stopPropagation()
          }}
        >
          {tabs.list.map((tab) => (
            <TabButton key={tab.key} tab={tab} isActive={tab.key === tabs.active} />
          ))}
        </div>
      </Dropdown>
      {tabs.list.length > 1 && (
        <Dropdown
          autoFocus
          classNames={{ root: 'tab-list' }}
          trigger={['click']}
          placement="bottomRight"
          menu={{
            items: tabs.list.map((tab) => ({ key: tab.key, label: t(tab.title), onClick: () => go(tab.place) })),
            selectedKeys: tabs.active ? [tabs.active] : [],
          }}
        >
          <Button
            type="text"
            size="small"
            className="tab-all"
            icon={<DownOutlined aria-hidden />}
            aria-label={all}
            title={all}
          />
        </Dropdown>
      )}
    </div>
  )
}

const dragType = 'text/x-lading-tab'

/** Which tab an event of the bar is about. */
const keyAt = ({ target }: SyntheticEvent): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('.tab')?.dataset.key : undefined

const TabButton = memo(({ tab, isActive }: { tab: Tab; isActive: boolean }) => {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  const title = t(tab.title)
  // A document's number comes into the title when it is read, and makes the tab wider.
  useEffect(() => {
    if (!isActive || !title) return
    // With the next frame, which lays the page out in any case: asked for at once, it would be laid out once more.
    const frame = requestAnimationFrame(() => ref.current?.scrollIntoView({ inline: 'nearest', block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [isActive, title])
  const drop = (e: DragEvent) => {
    e.preventDefault()
    move(e.dataTransfer.getData(dragType), tab.key)
  }
  return (
    <div className={isActive ? 'tab tab-active' : 'tab'} data-key={tab.key} ref={ref} role="presentation">
      <button
        type="button"
        role="tab"
        aria-selected={isActive}
        tabIndex={isActive ? 0 : -1}
        draggable
        onDragStart={(e) => e.dataTransfer.setData(dragType, tab.key)}
        onDragOver={(e) => e.preventDefault()}
        onDrop={drop}
        title={title}
        onClick={() => go(tab.place)}
        onDoubleClick={() => void refresh(tab.key)}
        onAuxClick={(e) => e.button === 1 && void close([tab.key])}
      >
        {tab.dirty && <span className="dot" role="img" aria-label={t(['有未保存的内容', 'Unsaved changes'])} />}
        {tab.pinned && <PushpinFilled className="tab-pin" aria-label={t(['已固定', 'Pinned'])} />}
        <span className="tab-title">{title}</span>
      </button>
      {!tab.pinned && (
        <button
          type="button"
          className="tab-close"
          // For the mouse; keys close a tab by Delete, and its menu has the same.
          tabIndex={-1}
          aria-hidden="true"
          title={t(words.close)}
          onClick={() => void close([tab.key])}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </div>
  )
})
