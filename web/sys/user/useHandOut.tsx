import type { Text } from '@lading/contract/kernel/text.ts'
import { type HandedOut, userCalls, userView } from '@lading/contract/sys/userCalls.ts'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { type BulkAction, changed, useVerbs } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { InitialPasswords } from './InitialPasswords.tsx'

const title: Text = ['发放初始密码', 'Hand out passwords']

/** Gives the ticked users their first passwords: whoever came by a file has none. */
export function useHandOut() {
  const { can } = useVerbs(userView)
  const [told, setTold] = useState<HandedOut>()
  const run: BulkAction['run'] = async (rows) => {
    const sure = await ask({
      title: ['为{n}个用户发放初始密码？', 'Hand out initial passwords to {n} users?'],
      detail: [
        '他们原来的密码立即失效，所有会话都会结束。',
        'Their old passwords stop working immediately and all their sessions end.',
      ],
      args: { n: rows.length },
      danger: true,
    })
    if (sure === undefined) return false
    try {
      setTold(await call(userCalls.resetPasswords, { rows: rows.map(({ id, version }) => ({ id, version })) }))
    } catch (error) {
      report(error)
      return false
    }
    await changed(userView)
    return true
  }
  const bulkOf = (standard: readonly BulkAction[]): readonly BulkAction[] => [
    ...(can(userView, 'reset_pwd') ? [{ key: 'passwords', title, run, danger: true }] : []),
    ...standard,
  ]

  const dialog: ReactNode = told && <InitialPasswords told={told} onClose={() => setTold(undefined)} />
  return { bulkOf, dialog }
}
