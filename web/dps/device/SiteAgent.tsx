import { type AgentTold, agent, agentKey, agentOf, revokeAgentKey, setAgent } from '@lading/contract/dps/agent.ts'
import { controller } from '@lading/contract/dps/equipment.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { shownTime } from '../../client/time.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, useVerbs } from '../../kernel/verbs.tsx'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { ask } from '../../ui/ask.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { ToldOnce } from './ToldOnce.tsx'

/** Whether it is there is no news of a row. */
const refreshMs = 5_000
const { keyAt, seenAt, address } = agent.fields
const texts = {
  server: ['服务器直接连接', 'The server'],
  agent: ['现场代理连接', 'An agent in the centre'],
  mode: ['谁连接控制器', 'Who speaks to the controllers'],
  there: ['在线', 'Connected'],
  away: ['离线', 'Not connected'],
  noKey: ['未生成密钥', 'No key'],
  make: ['生成密钥', 'Make a key'],
  replace: ['更换密钥', 'Replace the key'],
  askReplace: ['更换代理密钥？', 'Replace the key of the agent?'],
  revoke: ['吊销密钥', 'Revoke the key'],
  askRevoke: ['吊销代理密钥？', 'Revoke the key of the agent?'],
  detail: [
    '正在使用旧密钥的代理会断开，直到换上新密钥。',
    'An agent with the old key is cut off until it has the new one.',
  ],
  hint: [
    '服务器无法到达控制器所在网络时，在物流中心运行代理：npm run dps:agent -- --server <服务器地址> --key <密钥>。断网期间的按键记录在代理的磁盘上，恢复后按顺序各记一次账。',
    'Where the server cannot reach the controllers, run the agent in the centre: npm run dps:agent -- --server <address> --key <key>. What is pressed while the line is cut stays on its disk, and is booked in order and once when it is back.',
  ],
} as const satisfies Record<string, Text>

/** 现场代理: who speaks to the controllers of this centre, and with which key. */
export function SiteAgent({ onClose }: { onClose: () => void }) {
  const t = useText()
  const reads = useCall(agentOf, {}, { refetchInterval: refreshMs })
  const [key, setKey] = useState<string | null>()
  return (
    <ActDrawer title={t(agent.title)} reads={reads} onClose={onClose}>
      {(told) => (
        <>
          <Standing told={told} />
          <Keys told={told} onTold={setKey} />
          <p className="hint">{t(texts.hint)}</p>
          {key !== undefined && (
            <ToldOnce title={t(texts.make)} values={[[t(['密钥', 'Key']), key]]} onClose={() => setKey(undefined)} />
          )}
        </>
      )}
    </ActDrawer>
  )
}

function Standing({ told }: { told: AgentTold }) {
  const t = useText()
  const { can, refused } = useVerbs(controller)
  const facts: readonly (readonly [Text, string])[] = [
    [seenAt.title, told.seenAt === null ? '–' : shownTime(told.seenAt)],
    [address.title, told.address ?? '–'],
    [keyAt.title, told.keyAt === null ? t(texts.noKey) : shownTime(told.keyAt)],
  ]
  return (
    <>
      <Segmented
        aria-label={t(texts.mode)}
        disabled={!can(controller, 'update') || refused !== undefined}
        value={told.isOn ? 'agent' : 'server'}
        options={[
          { value: 'server', label: t(texts.server) },
          { value: 'agent', label: t(texts.agent) },
        ]}
        onChange={(mode) => void act(() => call(setAgent, { isOn: mode === 'agent' }))}
      />
      <dl className="facts">
        <div className="fact">
          <dt>{t(['连接', 'Link'])}</dt>
          <dd>
            <StatusTag tone={told.isThere ? 'good' : 'bad'}>{t(told.isThere ? texts.there : texts.away)}</StatusTag>
          </dd>
        </div>
        {facts.map(([title, value]) => (
          <div key={title[0]} className="fact">
            <dt>{t(title)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Keys({ told, onTold }: { told: AgentTold; onTold: (key: string | null) => void }) {
  const t = useText()
  const { can, refused } = useVerbs(controller)
  if (!can(controller, 'update')) return null
  const hasKey = told.keyAt !== null
  const make = async () => {
    if (hasKey && (await ask({ title: texts.askReplace, detail: texts.detail, ok: texts.replace })) === undefined)
      return
    await act(async () => onTold((await call(agentKey, {})).key))
  }
  const revoke = async () => {
    const question = { title: texts.askRevoke, detail: texts.detail, ok: texts.revoke, danger: true }
    if ((await ask(question)) !== undefined) await act(() => call(revokeAgentKey, {}))
  }
  return (
    <p>
      <Button disabled={refused !== undefined} title={refused} onClick={() => void make()}>
        {t(hasKey ? texts.replace : texts.make)}
      </Button>{' '}
      {hasKey && (
        <Button danger disabled={refused !== undefined} title={refused} onClick={() => void revoke()}>
          {t(texts.revoke)}
        </Button>
      )}
    </p>
  )
}

/** One thing at a time; what it changed is read again. */
const act = (work: () => Promise<unknown>): Promise<void> =>
  once('site agent', async () => {
    try {
      await work()
    } catch (error) {
      report(error)
    }
    await changed(controller)
  })
