import type { DrawerProps } from 'antd'
import { Drawer } from 'antd'
import { useIsShown } from './isShown.ts'

export const TabDrawer = (props: DrawerProps) => (useIsShown() ? <Drawer destroyOnHidden {...props} /> : null)
