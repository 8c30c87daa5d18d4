import { LockOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import type { Menu, SubSystem } from '@lading/contract/menu.ts'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../client/text.ts'
import { type Command, commandsNow } from './commands.ts'
import { MenuSearch } from './MenuSearch.tsx'
import { SideMenu } from './SideMenu.tsx'

interface Props {
  readonly menu: Menu
  readonly sub: SubSystem | undefined
  readonly onClose: () => void
}

/** What has no room in the header where the menu has none beside the page. */
const tools: Readonly<Record<string, ReactNode>> = {
  refresh: <ReloadOutlined aria-hidden />,
  preferences: <SettingOutlined aria-hidden />,
  lock: <LockOutlined aria-hidden />,
}

/** The whole menu over the page, where there is no room beside it: with its search, and what else the header has not. */
export function MenuDrawer({ menu, sub, onClose }: Props) {
  const t = useText()
  const choose = ({ run }: Command) => {
    onClose()
    run()
  }
  return (
    <Drawer
      open
      placement="left"
      size={264}
      onClose={onClose}
      title="Lading"
      classNames={{ root: 'menu-drawer' }}
      styles={{ body: { padding: '8px 0' }, footer: { padding: 0 } }}
      footer={
        <div className="menu-tools">
          {commandsNow()
            .filter(({ key }) => key in tools)
            .map((command) => (
              <button key={command.key} type="button" onClick={() => choose(command)}>
                {tools[command.key]}
                {t(command.title)}
              </button>
            ))}
        </div>
      }
    >
      <MenuSearch menu={menu} sub={sub} onGo={onClose} />
      {menu.map((s) => (
        <SideMenu key={s.sub} sub={s} isCollapsed={false} onGo={onClose} hasTitle />
      ))}
    </Drawer>
  )
}
