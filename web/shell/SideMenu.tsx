import { RightOutlined } from '@ant-design/icons'
import { type MenuGroup, type MenuSub, menu as wholeMenu } from '@lading/contract/menu.ts'
import { Dropdown } from 'antd'
import { memo, useState } from 'react'
import { entryOf } from '../client/guard.ts'
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
        <Icon />
        <span>{t(group.title)}</span>
        <RightOutlined className={isOpen ? 'menu-arrow menu-arrow-open' : 'menu-arrow'} />
      </button>
      {isOpen && (
        <ul>
          {group.entries.map((e) => (
            <li key={e.name}>
              <a
                href={hashOf(place(sub.sub, e.name))}
                className={e.name === active ? 'menu-entry menu-active' : 'menu-entry'}
                aria-current={e.name === active ? 'page' : undefined}
                title={t(e.title)}
                onClick={onGo}
              >
                {t(e.title)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
})

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
        <Icon />
      </button>
    </Dropdown>
  )
})
