import { RightOutlined } from '@ant-design/icons'
import { type MenuEntry, type MenuGroup, type MenuSub, menu as wholeMenu } from '@lading/contract/menu.ts'
import { Dropdown } from 'antd'
import { memo, useState } from 'react'
import { report } from '../client/errors.ts'
import { entryOf } from '../client/guard.ts'
import { setFavourite, useFavourite } from '../client/linkStore.ts'
import type { LinkRecord } from '../client/links.ts'
import { hashOf, place } from '../client/location.ts'
import { activeTab, useTabs } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { icons } from './icons.tsx'

interface Props {
  readonly sub: MenuSub
  readonly isCollapsed: boolean
  readonly hasTitle?: boolean
  readonly onGo?: () => void
}

/** The entries of one sub-system in their groups. Collapsed, each group is an icon that opens its entries. */
export function SideMenu({ sub, isCollapsed, hasTitle = false, onGo }: Props) {
  const t = useText()
  const current = useTabs((s) => activeTab(s)?.place)
  const entry = current && entryOf(current, wholeMenu)
  const activeIn = (g: MenuGroup) => g.entries.find((e) => entry?.sub === sub.sub && e.name === entry.name)?.name
  const Group = isCollapsed ? CollapsedGroup : OpenGroup
  return (
    <>
      {hasTitle && <div className="menu-sub">{t(sub.title)}</div>}
      {sub.groups.map((g) => (
        <Group key={g.code} sub={sub} group={g} active={activeIn(g)} onGo={onGo} />
      ))}
    </>
  )
}

interface GroupProps {
  readonly sub: MenuSub
  readonly group: MenuGroup
  /** Its entry that is looked at. */
  readonly active: string | undefined
  readonly onGo?: (() => void) | undefined
}

const OpenGroup = memo(({ sub, group, active, onGo }: GroupProps) => {
  const t = useText()
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? (active !== undefined || sub.groups.length <= 5)
  const Icon = icons[group.icon]
  return (
    <div className="menu-group">
      <button type="button" className="menu-head" aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
        <Icon aria-hidden />
        <span>{t(group.title)}</span>
        <RightOutlined aria-hidden className={isOpen ? 'menu-arrow menu-arrow-open' : 'menu-arrow'} />
      </button>
      {isOpen && (
        <ul>
          {group.entries.map((e) => (
            <Entry key={e.name} entry={e} isActive={e.name === active} onGo={onGo} />
          ))}
        </ul>
      )}
    </div>
  )
})

interface EntryProps {
  readonly entry: MenuEntry
  readonly isActive: boolean
  readonly onGo?: (() => void) | undefined
}

function Entry({ entry, isActive, onGo }: EntryProps) {
  const t = useText()
  // A star is made for who comes near; frame.css shows it while he is there.
  const [isNear, setNear] = useState(false)
  const title = t(entry.title)
  const href = hashOf(place(entry.sub, entry.name))
  return (
    <li onPointerEnter={() => setNear(true)}>
      <a
        href={href}
        className={isActive ? 'menu-entry menu-active' : 'menu-entry'}
        aria-current={isActive ? 'page' : undefined}
        title={title}
        onClick={onGo}
      >
        {title}
      </a>
      {isNear && <Star link={{ name: entry.name, title, href, lastLookTime: 0 }} />}
    </li>
  )
}

function Star({ link }: { link: LinkRecord }) {
  const t = useText()
  const [isFavourite, change] = useFavourite(link.href)
  const label = t(change)
  return (
    <button
      type="button"
      className={isFavourite ? 'menu-star menu-starred' : 'menu-star'}
      // Keys have the menu of the tab: who walks through entries does not stop at each star.
      tabIndex={-1}
      aria-label={`${label} ${link.title}`}
      title={label}
      onClick={() => setFavourite({ ...link, lastLookTime: Date.now() }, !isFavourite).catch(report)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 3 2.8 5.7 6.2.9-4.5 4.4 1.1 6.2-5.6-2.9-5.6 2.9L7.5 14 3 9.6l6.2-.9z" />
      </svg>
    </button>
  )
}

const CollapsedGroup = memo(({ sub, group, active }: GroupProps) => {
  const t = useText()
  const Icon = icons[group.icon]
  const items = group.entries.map((e) => ({
    key: e.name,
    label: <a href={hashOf(place(sub.sub, e.name))}>{t(e.title)}</a>,
  }))
  return (
    <Dropdown
      menu={{ items, selectedKeys: active ? [active] : [] }}
      trigger={['hover', 'click']}
      placement="topRight"
      align={{ points: ['tl', 'tr'] }}
    >
      <button type="button" className={active ? 'menu-icon menu-active' : 'menu-icon'} aria-label={t(group.title)}>
        <Icon aria-hidden />
      </button>
    </Dropdown>
  )
})
