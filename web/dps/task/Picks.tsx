import type * as calls from '@lading/contract/dps/calls.ts'
import { pickStates } from '@lading/contract/dps/task.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { formatQty, parseQty } from '@lading/contract/kernel/qty.ts'
import { Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { labelText, type Row } from '../../kernel/records.ts'
import { runMany, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Picks of one mode, and what is done with them under the rights of their own page. */
export interface PickCalls {
  readonly view: AnyEntity
  readonly confirm: typeof calls.confirmPickByHand
  readonly relight: typeof calls.relightPicks
}

type State = keyof typeof pickStates
const tones = { WAIT: 'idle', LIT: 'warn', DONE: 'good', SHORT: 'bad', CANCELLED: 'idle' } as const
function StateTag({ state }: { state: State }) {
  const t = useText()
  return <StatusTag tone={tones[state]}>{t(pickStates[state])}</StatusTag>
}
const cells: Record<string, Column['render']> = { state: (row) => <StateTag state={row.state as State} /> }
const isOpen = ({ state }: Row): boolean => state === 'WAIT' || state === 'LIT'

/** What is picked or put by light, and by hand where a light does not help. */
export function Picks({ view, confirm, relight }: PickCalls) {
  const { can, refused } = useVerbs(view)
  const [chosen, setChosen] = useState<Row>()
  const may = can(view, 'run')
  const again = (rows: readonly Row[]) => runMany(view, relight, rows)
  return (
    <>
      <SheetList
        of={view}
        cells={cells}
        none={[
          ['还没有明细', 'No picks yet'],
          ['仓库任务下发到电子标签后在这里出现。', 'They appear once tasks of the warehouse go to the rack.'],
        ]}
        rowActions={(row) =>
          may && isOpen(row)
            ? [
                { key: 'confirm', title: confirm.title, refused, run: () => setChosen(row) },
                { key: 'relight', title: relight.title, refused, run: () => void again([row]) },
              ]
            : []
        }
        bulkActions={() => (may && refused === undefined ? [{ key: 'relight', title: relight.title, run: again }] : [])}
      />
      {chosen && <Confirm view={view} confirm={confirm} pick={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}

interface ConfirmProps extends Pick<PickCalls, 'view' | 'confirm'> {
  readonly pick: Row
  readonly onClose: () => void
}
const restOf = (p: Row): string =>
  formatQty(parseQty(String(p.planQty)) - parseQty(String(p.doneQty)) - parseQty(String(p.shortQty)))

/** What a tag would have told: how much was taken, and whether there is no more. */
function Confirm({ view, confirm, pick, onClose }: ConfirmProps) {
  const t = useText()
  const id = useId()
  const act = useAct(view, confirm, onClose)
  const rest = restOf(pick)
  const [qty, setQty] = useState(rest)
  const [isShort, setShort] = useState(false)
  const run = () => void act.run({ pickId: pick.id, qty: qty.trim(), isShort }, () => t(['已确认', 'Confirmed']))
  return (
    <ActDialog
      act={act}
      width={420}
      title={t(confirm.title)}
      okText={t(words.ok)}
      isReady={qty.trim() !== ''}
      onOk={run}
      onClose={onClose}
    >
      <p>
        {labelText(pick.refs.productId)} · {pick.refs.binId?.code}
      </p>
      <div className="field">
        <label htmlFor={id} className="needed">
          {t(['数量（未完成{rest}）', 'Quantity ({rest} open)'], { rest })}
        </label>
        <Input id={id} value={qty} inputMode="decimal" autoComplete="off" onChange={(e) => setQty(e.target.value)} />
      </div>
      <Checkbox checked={isShort} onChange={(e) => setShort(e.target.checked)}>
        {t(['其余缺货', 'There is no more'])}
      </Checkbox>
    </ActDialog>
  )
}
