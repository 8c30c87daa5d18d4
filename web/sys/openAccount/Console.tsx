import { openAccount } from '@lading/contract/sys/openAccount.ts'
import { type OpenTest, openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { openHeaders } from '@lading/contract/sys/openSignature.ts'
import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { readAgain } from '../../kernel/readAgain.ts'
import type { Row } from '../../kernel/records.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import '../sys.css'

type Method = 'GET' | 'POST' | 'DELETE'
const methods: readonly Method[] = ['GET', 'POST', 'DELETE']

/** Answers are JSON; whatever else comes stands as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

interface Asked {
  readonly method: Method
  readonly path: string
  readonly body: string
}

/** The call on its way: asked, waiting for a signature that only its sender can make, answered. */
function useConsole(id: string) {
  const [asked, setAsked] = useState<Asked>({ method: 'POST', path: '', body: '{}' })
  const [signature, setSignature] = useState('')
  const [answer, setAnswer] = useState<OpenTest>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Asked>) => {
    setAsked({ ...asked, ...part })
    setAnswer(undefined)
  }
  const waits = answer?.status === null ? answer : undefined
  const send = async () => {
    setBusy(true)
    setProblem('')
    const [time, nonce] = [waits?.headers[openHeaders.time], waits?.headers[openHeaders.nonce]]
    try {
      setAnswer(await call(openAccountCalls.test, { id, ...asked, ...(waits && { time, nonce, signature }) }))
      setSignature('')
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    setBusy(false)
    await readAgain([openAccount.key])
  }
  return { asked, change, signature, setSignature, answer, waits, problem, isBusy, send }
}
type Model = ReturnType<typeof useConsole>

/** Sends a call as the account would, and shows what is signed of it. */
export function Console({ row }: { row: Row }) {
  const t = useText()
  const model = useConsole(row.id)
  return (
    <div className="open-console">
      <Asking {...model} />
      <p className="hint">
        {t([
          '调用会真正执行，并计入该账号的用量与日志。',
          'The call is really carried out; it counts as the account’s and stands in its log.',
        ])}
      </p>
      {model.problem && (
        <p className="problem" role="alert">
          {model.problem}
        </p>
      )}
      {model.answer && <Block title={t(['签名串', 'Canonical string'])} text={model.answer.canonicalString} />}
      {model.waits && <Signing {...model} />}
      {model.answer && !model.waits && <Answered answer={model.answer} />}
    </div>
  )
}

function Asking({ asked, change, waits, signature, isBusy, send }: Model) {
  const t = useText()
  return (
    <>
      <div className="open-console-line">
        <Select<Method>
          value={asked.method}
          aria-label={t(['方法', 'Method'])}
          options={methods.map((value) => ({ value, label: value }))}
          onChange={(method) => change({ method })}
        />
        <Input
          value={asked.path}
          aria-label={t(['接口', 'Path'])}
          placeholder="/wms/api/owner/query?_org=DC01"
          onChange={(e) => change({ path: e.target.value })}
        />
        <Button
          type="primary"
          loading={isBusy}
          disabled={!asked.path.startsWith('/') || (waits !== undefined && signature.trim() === '')}
          onClick={() => void send()}
        >
          {t(['发送', 'Send'])}
        </Button>
      </div>
      {asked.method === 'POST' && (
        <Input.TextArea
          rows={4}
          className="open-text"
          value={asked.body}
          aria-label={t(['请求内容', 'Body'])}
          onChange={(e) => change({ body: e.target.value })}
        />
      )}
    </>
  )
}

function Signing({ signature, setSignature }: Model) {
  const t = useText()
  return (
    <>
      <p>
        {t([
          '私钥不在本系统：请用私钥对上面的签名串签名，填入 Base64 后再次发送。',
          'The private key is not here: sign the text above with it, paste the Base64 and send again.',
        ])}
      </p>
      <Input
        value={signature}
        aria-label={t(['签名（Base64）', 'Signature (Base64)'])}
        placeholder={t(['签名（Base64）', 'Signature (Base64)'])}
        onChange={(e) => setSignature(e.target.value)}
      />
    </>
  )
}

function Answered({ answer }: { answer: OpenTest }) {
  const t = useText()
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <>
      <Block title={t(['请求头', 'Headers'])} text={headers.join('\n')} />
      <div>
        <StatusTag tone={(answer.status ?? 0) < 400 ? 'good' : 'bad'}>HTTP {answer.status}</StatusTag>
      </div>
      <Block title={t(['应答', 'Answer'])} text={pretty(answer.body)} />
    </>
  )
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
    <pre className="open-text" tabIndex={0}>
      {text}
    </pre>
  </section>
)
