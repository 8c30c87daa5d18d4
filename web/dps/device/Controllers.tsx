import { commandController } from '@lading/contract/dps/calls.ts'
import { commandVerbs, controller, type LinkState, linkStates } from '@lading/contract/dps/equipment.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow, useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import type { Column } from '../../kernel/list/columns.tsx'
import type { Row } from '../../kernel/records.ts'
import { type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { notify } from '../../ui/notices.tsx'
import { once } from '../../ui/once.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Live } from './Live.tsx'
import { Tags } from './Tags.tsx'

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
export const Controllers = () => <SheetList of={controller} cells={cells} rowActions={useCommands()} />

/** One controller: its tags, and what it tells. */
export function ControllerDetail() {
  const t = useText()
  const commandsOf = useCommands()
  return (
    <EntityDetail
      of={controller}
      actions={commandsOf}
      note={(row) => <Link state={row.state} />}
      tabs={(row) => [
        { key: 'tags', title: t(['标签', 'Tags']), content: <Tags controllerId={row.id} /> },
        { key: 'live', title: t(['实时', 'Live']), content: <Live controllerId={row.id} /> },
      ]}
    />
  )
}

const verbs = ['ASK', 'RELIGHT'] as const
/** What may be wanted of a controller as a whole, before what may be done with its row. */
function useCommands() {
  const { can, refused } = useVerbs(controller)
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] => [
    ...(can(controller, 'run')
      ? verbs.map((verb) => ({ key: verb, title: commandVerbs[verb], refused, run: () => void tell(row, verb) }))
      : []),
    ...standard,
  ]
}
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
