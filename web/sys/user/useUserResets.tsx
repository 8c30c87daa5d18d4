import { sysFaults } from '@lading/contract/sys/faults.ts'
import { secondFactorCalls } from '@lading/contract/sys/secondFactor.ts'
import { userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import type { Told } from '../../platform/InitialPassword.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

/** Gives a user a new password, or takes a lost app away from his log-in. */
export function useUserResets() {
  const t = useText()
  const me = useUser()
  const { can } = useVerbs(userView)
  const [told, setTold] = useState<Told>()

  const reset = async (row: Row) => {
    const sure = await ask({
      title: ['重置用户[{name}]的密码？', 'Reset the password of [{name}]?'],
      detail: [
        '原密码立即失效，该用户的所有会话都会结束。',
        "The old password stops working immediately and all the user's sessions end.",
      ],
      args: { name: row.username },
      danger: true,
    })
    if (sure === undefined) return
    try {
      const { id, version } = row
      const { initialPassword } = await call(userCalls.resetPassword, { id, version })
      setTold({ username: String(row.username), password: initialPassword })
    } catch (error) {
      report(error)
    }
    await changed(userView)
  }

  const resetFactor = async (row: Row) => {
    const sure = await ask({
      title: ['重置用户[{name}]的二次验证？', 'Reset the two-step login of [{name}]?'],
      detail: [
        '验证器应用和恢复码立即失效，该用户的所有会话都会结束；下次只用密码登录。请先确认对方身份。',
        "The app and recovery codes stop working immediately and all the user's sessions end; next time the password alone is enough to log in. Verify who is asking first.",
      ],
      args: { name: row.username },
      danger: true,
    })
    if (sure === undefined) return
    try {
      await call(secondFactorCalls.reset, { id: row.id, version: row.version })
      notify('good', t(words.done))
    } catch (error) {
      report(error)
    }
    await changed(userView)
  }

  const resetsOf = (row: Row): readonly RowAction[] => {
    if (!can(userView, 'reset_pwd')) return []
    const isSelf = row.id === me.id
    return [
      {
        key: 'reset',
        title: ['重置密码', 'Reset password'],
        danger: true,
        refused: isSelf ? t(sysFaults.ownReset.text) : undefined,
        run: () => void reset(row),
      },
      ...(row.hasSecondFactor === true
        ? [
            {
              key: 'resetSecondFactor',
              title: ['重置二次验证', 'Reset two-step login'] as const,
              danger: true,
              refused: isSelf ? t(sysFaults.ownFactor.text) : undefined,
              run: () => void resetFactor(row),
            },
          ]
        : []),
    ]
  }
  return { told, setTold, resetsOf }
}
