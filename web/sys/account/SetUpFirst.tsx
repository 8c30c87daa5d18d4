import type { Text } from '@lading/contract/kernel/text.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { logOut } from '../../client/account.ts'
import { report } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { readUserAgain } from '../../client/renew.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import { CodesToKeep, recoveryTexts } from './RecoveryCodes.tsx'
import { nextWord, SetUpStep, useSetUp } from './SecondFactorSetUp.tsx'
import './account.css'

const texts = {
  title: ['请先设置二次验证', 'Set up two-step login first'],
  why: [
    '企业或您的角色要求登录时使用验证器应用的验证码。设置完成后即可继续办理业务。',
    'Your enterprise or your role demands a code from an authenticator app at log-in. You can go on once it is set up.',
  ],
  leave: ['退出登录', 'Log out'],
} as const satisfies Record<string, Text>

/** Instead of the workspace: who must have a second factor and has none sets it up, or leaves. */
export function SetUpFirst() {
  return (
    <QueryClientProvider client={queryClient}>
      <Steps />
    </QueryClientProvider>
  )
}

function Steps() {
  const t = useText()
  const user = useUser()
  // Told once: they stay until he says that he has them, and only then does the workspace take their place.
  const [codes, setCodes] = useState<readonly string[] | null>()
  const setUp = useSetUp(setCodes)
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    await readUserAgain().catch(report)
    setBusy(false)
  }
  const isDone = codes !== undefined
  return (
    <main className="set-up-first">
      <section aria-labelledby="set-up-first">
        <p className="muted">
          {user.tenant.name} · {user.username}
        </p>
        <h1 id="set-up-first">{t(isDone ? recoveryTexts.title : texts.title)}</h1>
        {!isDone && <p>{t(texts.why)}</p>}
        {isDone ? <CodesToKeep codes={codes} /> : <SetUpStep of={setUp} />}
        <div className="set-up-actions">
          {!isDone && <Button onClick={() => void logOut()}>{t(texts.leave)}</Button>}
          {isDone ? (
            <Button type="primary" loading={isBusy} onClick={() => void enter()}>
              {t(recoveryTexts.kept)}
            </Button>
          ) : (
            <Button type="primary" loading={setUp.isBusy} disabled={setUp.isMissing} onClick={() => void setUp.goOn()}>
              {t(nextWord(setUp))}
            </Button>
          )}
        </div>
      </section>
    </main>
  )
}
