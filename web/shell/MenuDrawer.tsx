import type { Menu } from '@lading/contract/menu.ts'
import { Drawer } from 'antd'
import { SideMenu } from './SideMenu.tsx'

interface Props {
  readonly menu: Menu
  readonly onClose: () => void
}

/** The whole menu over the page, where there is no room beside it. */
export function MenuDrawer({ menu, onClose }: Props) {
  return (
    <Drawer open placement="left" size={264} onClose={onClose} title="Lading" styles={{ body: { padding: '8px 0' } }}>
      {menu.map((s) => (
        <SideMenu key={s.sub} sub={s} isCollapsed={false} onGo={onClose} hasTitle />
      ))}
    </Drawer>
  )
}
