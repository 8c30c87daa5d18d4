import type { Text } from '@lading/contract/kernel/text.ts'
import { shipBill } from '@lading/contract/wms/shipBill.ts'
import { unloadReasons } from '@lading/contract/wms/taskTypes/abolishTruck.ts'
import { shipContainers } from '@lading/contract/wms/trail.ts'
import { startUnload, type UnloadReason, unloadTask } from '@lading/contract/wms/unloadCalls.ts'
import { Button, Radio, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { go } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { RefSelect } from '../../kernel/field/RefSelect.tsx'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useChoice } from '../../kernel/grid/selection.ts'
import { Made } from '../../kernel/Made.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useBlocked } from '../../kernel/permission.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { changed, useSibling } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import './ship.css'

const shipTitle: Text = ['装车单', 'Shipment']
const otherTitle: Text = ['转入装车单', 'Other shipment']
const reasonTitle: Text = ['原因', 'Reason']
const thenTitle: Text = ['卸下后', 'Afterwards']
/** What becomes of the containers that come off. */
const thens = {
  SAME: ['重新装本车', 'Load it on the same truck again'],
  OTHER: ['转其他装车单', 'Move it to another shipment'],
  NONE: ['留仓待装', 'Wait for a later truck'],
} as const satisfies Record<string, Text>
type Then = keyof typeof thens

const named = (name: 'containerId' | 'storeId', title: Text): ReadColumn<Row> => ({
  name,
  title,
  width: 240,
  said: (r) => labelText(r.refs[name]),
})
const columns: readonly ReadColumn<Row>[] = [
  named('containerId', ['容器', 'Container']),
  named('storeId', ['门店', 'Store']),
  { name: 'cases', title: ['件数', 'Cases'], width: 110, isFigure: true, said: (r) => String(r.cases ?? '') },
]

/** What is chosen of a shipment, and how it is sent. */
function useUnloading() {
  const t = useText()
  const sibling = useSibling()
  const write = useWrite(startUnload)
  const [shipId, setShip] = useState<string>()
  const [otherId, setOther] = useState<string>()
  const [reason, setReason] = useState<UnloadReason>()
  const [then, setThen] = useState<Then>('SAME')
  const { selection, chosen } = useChoice<Row>()
  const run = async () => {
    if (!shipId || chosen.length === 0 || !reason)
      return notify('warn', t(['请选择装车单、容器和原因', 'Select a shipment, containers and a reason']))
    if (then === 'OTHER' && !otherId) return notify('warn', t(['请选择转入装车单', 'Select the other shipment']))
    const to = { SAME: shipId, OTHER: otherId, NONE: undefined }[then]
    try {
      const containerIds = chosen.map((r) => String(r.containerId))
      const made = await write.run({ shipBillId: shipId, containerIds, reason, ...(to && { toShipBillId: to }) })
      notify(
        'good',
        <>
          {t(['已生成取消装车任务', 'Unload task created'])}{' '}
          <Made made={[{ key: unloadTask.key, id: made.id, no: made.taskNo }]} />
        </>,
      )
      await changed(unloadTask)
      go(sibling('List'))
    } catch (error) {
      report(error)
      await changed(shipBill.header)
    }
  }
  return {
    ...{ shipId, setShip, otherId, setOther, reason, setReason, then, setThen, selection, chosen, run },
    isBusy: write.isBusy,
  }
}

/** 新建取消装车: which containers of a truck that has not left come off again, why, and where they go then. */
export function UnloadAdd() {
  const t = useText()
  const refused = useBlocked(unloadTask)
  const u = useUnloading()
  return (
    <Page
      title={t(startUnload.title)}
      note={
        <span className="muted">
          {t(['仅限未发运的车辆；已发运请走司机退货', 'Only while the truck is here; afterwards use a driver return'])}
        </span>
      }
      actions={
        <Button
          type="primary"
          loading={u.isBusy}
          disabled={refused !== undefined}
          title={refused}
          onClick={() => void u.run()}
        >
          {t(['生成取消装车任务（{n}）', 'Create task ({n})'], { n: u.chosen.length })}
        </Button>
      }
    >
      <Card>
        <div className="unload-asks">
          <Asked title={shipTitle}>
            <RefSelect
              to={shipBill.header.key}
              title={t(shipTitle)}
              value={u.shipId}
              withDisabled
              onChange={(id) => u.setShip(id ?? undefined)}
            />
          </Asked>
          <Asked title={reasonTitle}>
            <Select
              className="wide"
              aria-label={t(reasonTitle)}
              value={u.reason ?? null}
              options={Object.entries(unloadReasons).map(([value, text]) => ({
                value: value as UnloadReason,
                label: t(text),
              }))}
              onChange={(value) => u.setReason(value ?? undefined)}
            />
          </Asked>
          <Asked title={thenTitle}>
            <Radio.Group
              aria-label={t(thenTitle)}
              value={u.then}
              options={Object.entries(thens).map(([value, text]) => ({ value, label: t(text) }))}
              onChange={(e) => u.setThen(e.target.value as Then)}
            />
          </Asked>
          {u.then === 'OTHER' && (
            <Asked title={otherTitle}>
              <RefSelect
                to={shipBill.header.key}
                title={t(otherTitle)}
                value={u.otherId}
                withDisabled
                onChange={(id) => u.setOther(id ?? undefined)}
              />
            </Asked>
          )}
        </div>
        {u.shipId ? (
          <OnTruck shipId={u.shipId} selection={u.selection} />
        ) : (
          <p className="muted">{t(['请先选择装车单', 'Select a shipment first'])}</p>
        )}
      </Card>
    </Page>
  )
}

const Asked = ({ title, children }: { title: Text; children: ReactNode }) => {
  const t = useText()
  return (
    <div className="field">
      <span>{t(title)}</span>
      {children}
    </div>
  )
}

/** What stands on the truck. */
function OnTruck({ shipId, selection }: { shipId: string; selection: ReturnType<typeof useUnloading>['selection'] }) {
  const t = useText()
  const all = useCall(shipContainers.call, { id: shipId }, { gcTime: 0 })
  if (all.error) return <NotRead of={all} />
  if (!all.data) return <SkeletonRows label={t(words.loading)} />
  // Rows of the trail's declaration.
  const rows = (all.data as readonly Row[]).filter((r) => r.load === 'DONE' && r.state === 'LOADED')
  return (
    <ReadTable<Row>
      label={t(startUnload.title)}
      rows={rows}
      columns={columns}
      selection={selection}
      none={['车上没有容器', 'No containers are on this truck']}
    />
  )
}
