import { agent, tagLogin } from '@lading/contract/dps/agent.ts'
import { commandController } from '@lading/contract/dps/calls.ts'
import { commandVerbs, controller, type LinkState, linkStates } from '@lading/contract/dps/equipment.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Live } from './Live.tsx'
import { SiteAgent } from './SiteAgent.tsx'
import { Tags } from './Tags.tsx'
import { ToldOnce } from './ToldOnce.tsx'

const tones = { ONLINE: 'good', DEGRADED: 'warn', SYNCING: 'warn', CONNECTING: 'warn', OFFLINE: 'bad' } as const
function Link({ state }: { state: unknown }) {
  const t = useText()
  const own = state as LinkState
  return <StatusTag tone={tones[own]}>{t(linkStates[own])}</StatusTag>
}
const cells: Record<string, Column['render']> = {
  state: (row) => <Link state={row.state} />,
  // An address is no quantity.
  port: (row) => (row.driver === 'SIM' ? '–' : String(row.port)),
}

/** 设备信息: the controllers, whether they are reached, and how many of their tags do not answer. */
export function Controllers() {
  const t = useText()
  const [isAgent, setAgent] = useState(false)
  const { actionsOf, told } = useCommands()
  return (
    <>
      <SheetList
        of={controller}
        cells={cells}
        rowActions={actionsOf}
        tools={() => <Button onClick={() => setAgent(true)}>{t(agent.title)}</Button>}
      />
      {isAgent && <SiteAgent onClose={() => setAgent(false)} />}
      {told}
    </>
  )
}

/** One controller: its tags, and what it tells. */
export function ControllerDetail() {
  const t = useText()
  const { actionsOf, told } = useCommands()
  return (
    <>
      <EntityDetail
        of={controller}
        actions={actionsOf}
        note={(row) => <Link state={row.state} />}
        tabs={(row) => [
          { key: 'tags', title: t(['标签', 'Tags']), content: <Tags controllerId={row.id} /> },
          { key: 'live', title: t(['实时', 'Live']), content: <Live controllerId={row.id} /> },
        ]}
      />
      {told}
    </>
  )
}

const verbs = ['ASK', 'RELIGHT'] as const
/** What may be wanted of a controller as a whole, before what may be done with its row. */
function useCommands() {
  const t = useText()
  const { can, refused } = useVerbs(controller)
  const [login, setLogin] = useState<{ username: string; password: string | null }>()
  const make = (row: Row) =>
    once(`log-in ${row.id}`, async () => {
      const question = { title: tagLogin.title, detail: texts.replaced, ok: words.ok }
      if ((await ask(question)) === undefined) return
      try {
        setLogin(await call(tagLogin, { id: row.id, version: row.version }))
      } catch (error) {
        report(error)
      }
      await changed(controller)
    })
  const actionsOf = (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...(can(controller, 'run')
      ? verbs.map((verb) => ({ key: verb, title: commandVerbs[verb], refused, run: () => void tell(row, verb) }))
      : []),
    ...(can(controller, 'update') && row.driver === 'MQTT_JSON' && !row.host
      ? [{ key: 'login', title: tagLogin.title, refused, run: () => void make(row) }]
      : []),
    ...standard,
  ]
  const told = login && (
    <ToldOnce
      title={t(tagLogin.title)}
      values={[
        [t(texts.username), login.username],
        [t(texts.password), login.password],
      ]}
      onClose={() => setLogin(undefined)}
    />
  )
  return { actionsOf, told }
}
const texts = {
  username: ['用户名', 'User name'],
  password: ['密码', 'Password'],
  replaced: [
    '此控制器的标签用它登录产品自带的MQTT服务；之前生成的登录立即失效。',
    'The tags of this controller log in with it to the broker of the product itself. One that was made before stops working at once.',
  ],
} as const satisfies Record<string, Text>
const tell = ({ id, code }: Row, verb: (typeof verbs)[number]): Promise<void> =>
  once(`${verb} ${id}`, async () => {
    try {
      await call(commandController, { id, verb })
      notify(
        'good',
        sayNow(['已发送：{verb}，控制器{code}', 'Sent to {code}: {verb}'], { verb: commandVerbs[verb], code }),
      )
    } catch (error) {
      report(error)
    }
  })
