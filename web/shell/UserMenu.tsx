import { UserOutlined } from '@ant-design/icons'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { logOut } from '../client/account.ts'
import { catalogue } from '../client/catalogue.ts'
import { place } from '../client/location.ts'
import { setPrefs, type Theme, usePrefs } from '../client/prefs.ts'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { go, mayLeave, useTabs } from '../client/tabStore.ts'
import { sayNow, useText } from '../client/text.ts'
import { ask } from '../ui/ask.tsx'
import { notify } from '../ui/notices.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'

const themes: Record<Theme, Text> = {
  light: ['浅色', 'Light'],
  dark: ['深色', 'Dark'],
  system: ['跟随系统', 'As the system'],
}
export const helpText: Text = ['如需帮助，请联系系统管理员', 'If you need help, ask your system administrator']

async function confirmLogOut(): Promise<void> {
  if (!(await mayLeave(useTabs.getState().list.map((tab) => tab.key)))) return
  if ((await ask({ title: catalogue.logOut })) === undefined) return
  await logOut()
  queryClient.clear()
}

export function UserMenu() {
  const t = useText()
  const user = useUser()
  const { language, theme, density } = usePrefs()
  const [isPassword, setPassword] = useState(false)
  const items = [
    { key: 'info', label: t(['个人信息', 'Personal information']), onClick: () => go(place('sys', 'loginUserInfo')) },
    { key: 'password', label: t(['修改密码', 'Change password']), onClick: () => setPassword(true) },
    { type: 'divider' as const },
    {
      key: 'language',
      label: language === 'zh-CN' ? 'English' : '中文',
      onClick: () => setPrefs({ language: language === 'zh-CN' ? 'en-US' : 'zh-CN' }),
    },
    {
      key: 'theme',
      label: t(['外观：{theme}', 'Theme: {theme}'], { theme: themes[theme] }),
      children: Object.entries(themes).map(([key, title]) => ({
        key,
        label: t(title),
        // The keys of the record above.
        onClick: () => setPrefs({ theme: key as Theme }),
      })),
    },
    {
      key: 'density',
      label: density === 'compact' ? t(['宽松显示', 'Comfortable']) : t(['紧凑显示', 'Compact']),
      onClick: () => setPrefs({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    },
    { type: 'divider' as const },
    { key: 'help', label: t(['帮助', 'Help']), onClick: () => notify('good', sayNow(helpText)) },
    { key: 'logout', danger: true, label: t(['注销', 'Log out']), onClick: () => void confirmLogOut() },
  ]
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button type="text" icon={<UserOutlined />} className="head-user" aria-label={t(['用户菜单', 'User menu'])}>
          <span className="head-user-name">{user.realName || user.username}</span>
        </Button>
      </Dropdown>
      {isPassword && <PasswordDialog isInitial={false} onClose={() => setPassword(false)} />}
    </>
  )
}
