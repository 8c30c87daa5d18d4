import type { Text } from '@lading/contract/kernel/text.ts'
import { secondFactorCalls as calls } from '@lading/contract/sys/secondFactor.ts'
import { QRCode } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { TabModal } from '../../kernel/overlay.tsx'
import { words } from '../../kernel/words.ts'
import { CodeInput } from './CodeInput.tsx'

const texts = {
  title: ['启用二次验证', 'Turn on two-step login'],
  password: ['密码', 'Password'],
  next: ['下一步', 'Next'],
  scan: [
    '用手机验证器应用（如微软、谷歌或宁盾令牌）扫描二维码，再输入应用显示的6位验证码。',
    'Scan the QR code with an authenticator app (Microsoft, Google or any other), then type the six digits it shows.',
  ],
  picture: ['验证器应用的二维码', 'QR code for the authenticator app'],
  key: ['无法扫描时手工输入密钥', 'Key to type if you cannot scan'],
  code: ['验证码', 'Code'],
} as const satisfies Record<string, Text>

const size = 180
const inFours = (key: string): string => key.replace(/(.{4})(?=.)/g, '$1 ')

type Done = (codes: readonly string[] | null) => void

/** The password first, then the picture for the app; a code of it turns the second factor on. */
export function useSetUp(onDone: Done) {
  const [password, setPassword] = useState('')
  const [begun, setBegun] = useState<{ otpauthUrl: string; secret: string }>()
  const [code, setCode] = useState('')
  const [refused, setRefused] = useState('')
  const begin = useWrite(calls.begin)
  const confirm = useWrite(calls.confirm)
  const isMissing = begun ? code.trim() === '' : password === ''
  const isBusy = begin.isBusy || confirm.isBusy
  const goOn = async () => {
    if (isMissing || isBusy) return
    setRefused('')
    try {
      if (begun) onDone((await confirm.run({ code })).recoveryCodes)
      else setBegun(await begin.run({ password }))
    } catch (error) {
      setRefused(asRefused(error).message)
    }
  }
  return { password, setPassword, begun, code, setCode, refused, isMissing, isBusy, goOn }
}
type SetUp = ReturnType<typeof useSetUp>

/** How the step is called by which one goes on. */
export const nextWord = ({ begun }: SetUp): Text => (begun ? words.ok : texts.next)

/** What is asked now: the password, or what the app shows. */
export function SetUpStep({ of }: { of: SetUp }) {
  const t = useText()
  const common = { problem: of.refused, onEnter: () => void of.goOn() }
  if (!of.begun)
    return (
      <CodeInput title={t(texts.password)} kind="password" value={of.password} onChange={of.setPassword} {...common} />
    )
  return (
    <>
      <p className="muted">{t(texts.scan)}</p>
      <div className="second-factor-key">
        <QRCode
          value={of.begun.otpauthUrl}
          aria-label={t(texts.picture)}
          size={size}
          marginSize={4}
          bordered={false}
          color="#000"
          bgColor="#fff"
        />
        <dl>
          <dt className="muted">{t(texts.key)}</dt>
          <dd>{inFours(of.begun.secret)}</dd>
        </dl>
      </div>
      <CodeInput key="code" title={t(texts.code)} kind="code" value={of.code} onChange={of.setCode} {...common} />
    </>
  )
}

/** Turned on by who wants one, from his own page. */
export function SecondFactorSetUp({ onDone, onCancel }: { onDone: Done; onCancel: () => void }) {
  const t = useText()
  const setUp = useSetUp(onDone)
  return (
    <TabModal
      open
      width={460}
      mask={{ closable: false }}
      title={t(texts.title)}
      okText={t(nextWord(setUp))}
      cancelText={t(words.cancel)}
      okButtonProps={{ disabled: setUp.isMissing }}
      confirmLoading={setUp.isBusy}
      onOk={() => void setUp.goOn()}
      onCancel={onCancel}
    >
      <SetUpStep of={setUp} />
    </TabModal>
  )
}
