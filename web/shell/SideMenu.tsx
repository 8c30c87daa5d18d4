import { RightOutlined } from '@ant-design/icons'
import { type MenuGroup, type MenuSub, menu as wholeMenu } from '@lading/contract/menu.ts'
import { Dropdown } from 'antd'
import { useState } from 'react'
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
  const active = current && entryOf(current, wholeMenu)
  const isActive = (name: string) => active?.sub === sub.sub && active.name === name
  if (isCollapsed) return sub.groups.map((g) => <CollapsedGroup key={g.code} sub={sub} group={g} isActive={isActive} />)
  return (
    <>
      {hasTitle && <div className="menu-sub">{t(sub.title)}</div>}
      {sub.groups.map((g) => (
        <OpenGroup key={g.code} sub={sub} group={g} isActive={isActive} onGo={onGo} />
      ))}
    </>
  )
}

interface GroupProps {
  readonly sub: MenuSub
  readonly group: MenuGroup
  readonly isActive: (name: string) => boolean
  readonly onGo?: (() => void) | undefined
}

function OpenGroup({ sub, group, isActive, onGo }: GroupProps) {
  const t = useText()
  const holdsActive = group.entries.some((e) => isActive(e.name))
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? (holdsActive || sub.groups.length <= 5)
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
                className={isActive(e.name) ? 'menu-entry menu-active' : 'menu-entry'}
                aria-current={isActive(e.name) ? 'page' : undefined}
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
}

function CollapsedGroup({ sub, group, isActive }: GroupProps) {
  const t = useText()
  const Icon = icons[group.icon]
  const items = group.entries.map((e) => ({
    key: e.name,
    label: <a href={hashOf(place(sub.sub, e.name))}>{t(e.title)}</a>,
  }))
  const holdsActive = group.entries.some((e) => isActive(e.name))
  return (
    <Dropdown
      menu={{ items, selectedKeys: group.entries.filter((e) => isActive(e.name)).map((e) => e.name) }}
      trigger={['hover', 'click']}
      placement="topRight"
      align={{ points: ['tl', 'tr'] }}
    >
      <button type="button" className={holdsActive ? 'menu-icon menu-active' : 'menu-icon'} aria-label={t(group.title)}>
        <Icon />
      </button>
    </Dropdown>
  )
}
