import { LockOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { place } from '../client/location.ts'
import { lockScreen } from '../client/lockStore.ts'
import { useUser } from '../client/session.ts'
import { go } from '../client/tabStore.ts'
import { sayNow, useText } from '../client/text.ts'
import { loginWords } from '../door/loginWords.ts'
import { notify } from '../ui/notices.tsx'
import { confirmLogOut, goToOwnInfo } from './commands.ts'
import { openDialog } from './dialogs.ts'

/** The specification's user menu, in its order. */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const name = user.realName || user.username
  const items = [
    {
      key: 'info',
      label: t(['个人信息', 'Personal information']),
      onClick: goToOwnInfo,
    },
    { key: 'password', label: t(['修改密码', 'Change password']), onClick: () => openDialog('password') },
    { type: 'divider' as const },
    { key: 'app', label: t(['应用下载', 'App download']), onClick: () => openDialog('app') },
    { key: 'exports', label: t(['我的导出', 'My exports']), onClick: () => go(place('sys', 'exportRecord')) },
    { key: 'imports', label: t(['我的导入', 'My imports']), onClick: () => go(place('sys', 'importRecord')) },
    { key: 'help', label: t(['帮助', 'Help']), onClick: () => notify('good', sayNow(loginWords.help)) },
    { key: 'about', label: t(['关于', 'About']), onClick: () => openDialog('about') },
    { key: 'logout', danger: true, label: t(['注销', 'Log out']), onClick: () => void confirmLogOut() },
  ]
  const preferences = t(['偏好设置', 'Preferences'])
  const lock = t(['锁屏 (Alt+L)', 'Lock the screen (Alt+L)'])
  return (
    <>
      <Button
        type="text"
        className="head-wide"
        icon={<LockOutlined aria-hidden />}
        aria-label={lock}
        title={lock}
        onClick={lockScreen}
      />
      <Button
        type="text"
        className="head-wide"
        icon={<SettingOutlined aria-hidden />}
        aria-label={preferences}
        title={preferences}
        onClick={() => openDialog('preferences')}
      />
      <Dropdown autoFocus menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button
          type="text"
          icon={<UserOutlined aria-hidden />}
          className="head-user"
          // Who speaks to his computer says what he sees.
          aria-label={t(['用户菜单 {name}', 'User menu {name}'], { name })}
        >
          <span className="head-user-name">{name}</span>
        </Button>
      </Dropdown>
    </>
  )
}
