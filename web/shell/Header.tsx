import { MenuFoldOutlined, MenuUnfoldOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Menu, SubSystem } from '@lading/contract/menu.ts'
import { Button } from 'antd'
import { useUser } from '../client/session.ts'
import { useTabs } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { BrandMark } from '../ui/Brand.tsx'
import { BrandImage } from '../ui/BrandImage.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { EnvironmentBadge } from './EnvironmentBadge.tsx'
import { enterSub } from './enter.ts'
import { FavouriteMenu, HistoryMenu } from './LinkMenus.tsx'
import { MenuSearch } from './MenuSearch.tsx'
import { MessageBell } from './MessageBell.tsx'
import { OrgButton } from './OrgButton.tsx'
import { PlanBadge } from './PlanBadge.tsx'
import { refresh } from './refresh.ts'
import { UserMenu } from './UserMenu.tsx'

interface Props {
  readonly menu: Menu
  readonly sub: SubSystem | undefined
  readonly isCollapsed: boolean
  readonly onToggle: () => void
}

export function Header({ menu, sub, isCollapsed, onToggle }: Props) {
  const t = useText()
  const user = useUser()
  const hasPage = useTabs((s) => s.active !== undefined)
  const reload = () => {
    const { active } = useTabs.getState()
    if (active) void refresh(active)
  }
  const fold = t(isCollapsed ? ['展开菜单', 'Expand the menu'] : ['收起菜单', 'Collapse the menu'])
  return (
    <header className="head">
      <div className="head-brand">
        <BrandImage src={user.tenant.colorLogoUrl ?? null} alt={user.tenant.name} className="head-logo">
          <BrandMark />
          <span className="head-name">Lading</span>
        </BrandImage>
      </div>
      <EnvironmentBadge />
      <PlanBadge />
      <Button
        type="text"
        icon={isCollapsed ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        aria-label={fold}
        title={fold}
        onClick={onToggle}
      />
      <Button
        type="text"
        className="head-refresh"
        icon={<ReloadOutlined aria-hidden />}
        disabled={!hasPage}
        aria-label={t(['刷新当前页', 'Reload this page'])}
        title={t(['刷新当前页', 'Reload this page'])}
        onClick={reload}
      />
      <Breadcrumb />
      <MenuSearch menu={menu} sub={sub} />
      <fieldset className="head-subs" aria-label={t(['子系统', 'Sub-systems'])}>
        {menu.map((s) => (
          <button
            key={s.sub}
            type="button"
            className="head-sub"
            aria-current={s.sub === sub ? 'true' : undefined}
            onClick={() => enterSub(user, s.sub)}
          >
            {t(s.title)}
          </button>
        ))}
      </fieldset>
      <div className="head-end">
        <FavouriteMenu />
        <HistoryMenu />
        <MessageBell />
        <OrgButton />
        <UserMenu />
      </div>
    </header>
  )
}
