import type { Text } from '@lading/contract/kernel/text.ts'
import { logOut } from '../client/account.ts'
import { catalogue } from '../client/catalogue.ts'
import { subOf } from '../client/guard.ts'
import { place } from '../client/location.ts'
import { lockScreen } from '../client/lockStore.ts'
import { setPrefs, useDark, usePrefs } from '../client/prefs.ts'
import { queryClient } from '../client/query.ts'
import { useSession } from '../client/session.ts'
import { activeTab, go, mayLeave, useTabs } from '../client/tabStore.ts'
import { unsentNote } from '../client/unsent.ts'
import { ask } from '../ui/ask.tsx'
import { openDialog } from './dialogs.ts'
import { refresh } from './refresh.ts'

/** Something that the frame can do, by the command palette or a button. */
export interface Command {
  readonly key: string
  readonly title: Text
  readonly run: () => void
}

export async function confirmLogOut(): Promise<void> {
  if (!(await mayLeave(useTabs.getState().list.map((tab) => tab.key)))) return
  if ((await ask({ title: catalogue.logOut, ...(await unsentNote()) })) === undefined) return
  await logOut()
  queryClient.clear()
}

function refreshActive(): void {
  const { active } = useTabs.getState()
  if (active) void refresh(active)
}

/** That of the sub-system one is in. */
export function goToOwnInfo(): void {
  const tab = activeTab(useTabs.getState())
  go(place(tab ? subOf(tab.place) : 'sys', 'loginUserInfo'))
}

const all: readonly Command[] = [
  { key: 'refresh', title: ['刷新当前页', 'Reload this page'], run: refreshActive },
  { key: 'organisation', title: ['切换组织', 'Switch organisation'], run: () => openDialog('organisation') },
  { key: 'preferences', title: ['偏好设置', 'Preferences'], run: () => openDialog('preferences') },
  { key: 'tour', title: ['新手引导', 'Take the tour'], run: () => openDialog('tour') },
  { key: 'shortcuts', title: ['快捷键', 'Keyboard shortcuts'], run: () => openDialog('shortcuts') },
  {
    key: 'theme',
    title: ['切换深色/浅色', 'Toggle dark and light'],
    run: () => setPrefs({ theme: useDark.getState() ? 'light' : 'dark' }),
  },
  {
    key: 'language',
    title: ['切换语言 English', 'Switch language 中文'],
    run: () => setPrefs({ language: usePrefs.getState().language === 'zh-CN' ? 'en-US' : 'zh-CN' }),
  },
  {
    key: 'info',
    title: ['个人信息', 'Personal information'],
    run: goToOwnInfo,
  },
  { key: 'password', title: ['修改密码', 'Change password'], run: () => openDialog('password') },
  { key: 'lock', title: ['锁屏', 'Lock the screen'], run: lockScreen },
  { key: 'logout', title: ['注销', 'Log out'], run: () => void confirmLogOut() },
]

/** What this user can do now. */
export function commandsNow(): readonly Command[] {
  const orgs = useSession.getState().user?.availableWorkingOrgs.filter((o) => !o.disabled) ?? []
  return all.filter((c) => c.key !== 'organisation' || orgs.length > 1)
}

/** Those whose title contains what was typed. */
export const searchCommands = (typed: string): readonly Command[] => {
  const word = typed.trim().toLowerCase()
  return word === '' ? [] : commandsNow().filter((c) => c.title.some((text) => text.toLowerCase().includes(word)))
}
