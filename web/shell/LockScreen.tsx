import type { Text } from '@lading/contract/kernel/text.ts'
import { checkPassword } from '@lading/contract/sys/checkPassword.ts'
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { logOut } from '../client/account.ts'
import { call } from '../client/client.ts'
import { asRefused } from '../client/errors.ts'
import { useFrameOptions } from '../client/frameOptions.ts'
import { lockWhenIdle, unlockScreen, useLocked } from '../client/lockStore.ts'
import { queryClient } from '../client/query.ts'
import { useUser } from '../client/session.ts'
import { hasDirty, leaveText } from '../client/tabStore.ts'
import { useText } from '../client/text.ts'
import { unsent, unsentText } from '../client/unsent.ts'
import { LoginInput } from '../door/LoginInput.tsx'
import { BrandMark } from '../ui/Brand.tsx'
import '../door/login.css'
import './lock.css'

const words = {
  title: ['屏幕已锁定', 'The screen is locked'],
  hint: [
    '输入密码后继续，打开的页签和未保存的内容都保留。',
    'Enter your password to continue. Open tabs and unsaved changes are kept.',
  ],
  password: ['密码', 'Password'],
  unlock: ['解锁', 'Unlock'],
  busy: ['请稍候…', 'One moment…'],
  wrong: ['密码不正确', 'The password is wrong'],
  needed: ['请输入密码', 'Enter your password'],
  logOut: ['退出登录', 'Log out'],
  loseAndLogOut: ['不保存并退出登录', 'Log out without saving'],
  logOutAllTheSame: ['仍要退出登录', 'Log out anyway'],
} as const satisfies Record<string, Text>

/** Stands before the workspace while it is locked, and locks it when nobody has been here for a while. */
export function LockScreen() {
  const isLocked = useLocked((s) => s.isLocked)
  const minutes = useFrameOptions().security_idle_lock_minutes
  useEffect(() => {
    if (minutes !== undefined) lockWhenIdle(Number(minutes))
  }, [minutes])
  return isLocked ? createPortal(<Lock />, document.body) : null
}

/** What lies behind is taken off the page, not covered: nothing of it can be read, copied, focused or heard. */
function useNothingBehind(): void {
  useLayoutEffect(() => {
    document.body.classList.add('is-locked')
    return () => document.body.classList.remove('is-locked')
  }, [])
}

function Lock() {
  const t = useText()
  const user = useUser()
  const dialog = useRef<HTMLDialogElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [warned, setWarned] = useState<{ isDirty: boolean; n: number }>()
  useNothingBehind()
  useEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const unlock = async (e: SubmitEvent) => {
    e.preventDefault()
    if (password === '') return setProblem(t(words.needed))
    setBusy(true)
    setProblem(undefined)
    try {
      const { ok } = await call(checkPassword, { password })
      if (ok) return unlockScreen()
      setProblem(t(words.wrong))
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    setPassword('')
    setBusy(false)
    dialog.current?.querySelector('input')?.focus()
  }
  const leave = async () => {
    if (!warned) {
      const kept = { isDirty: hasDirty(), n: await unsent() }
      if (kept.isDirty || kept.n > 0) return setWarned(kept)
    }
    // The lock goes with the session: until the server has heard of it nothing may be seen.
    setBusy(true)
    await logOut()
    queryClient.clear()
  }
  return (
    <dialog
      ref={dialog}
      className="lock"
      aria-labelledby="lock-title"
      onCancel={(e) => e.preventDefault()}
      // A browser lets a second Esc through.
      onClose={() => dialog.current?.showModal()}
    >
      <form className="lock-form" noValidate onSubmit={(e) => void unlock(e)}>
        <BrandMark size={44} />
        <h1 id="lock-title">{t(words.title)}</h1>
        <p className="lock-user">
          <strong>{user.realName || user.username}</strong> <span>{user.tenant.name}</span>
        </p>
        <p className="login-hint">{t(words.hint)}</p>
        <LoginInput
          field="password"
          title={t(words.password)}
          value={password}
          problem={problem}
          hasFocus
          autoComplete="current-password"
          onChange={setPassword}
        />
        <button type="submit" className="login-submit" disabled={isBusy}>
          {t(isBusy ? words.busy : words.unlock)}
        </button>
        {warned && (
          <div className="lock-warning" role="alert">
            {warned.n > 0 && <p>{t(unsentText, { n: warned.n })}</p>}
            {warned.isDirty && <p>{t(leaveText)}</p>}
          </div>
        )}
        <div className="login-links">
          <button type="button" onClick={() => void leave()}>
            {t(warned ? (warned.isDirty ? words.loseAndLogOut : words.logOutAllTheSame) : words.logOut)}
          </button>
        </div>
      </form>
    </dialog>
  )
}
