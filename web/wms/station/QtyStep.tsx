import { isQtyText, parseQty, type Qty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { words } from '../../kernel/words.ts'
import { Big } from '../../platform/station/StationFrame.tsx'
import { baseText, countText, isNet, labelOf, nextOf } from '../task/lineText.ts'
import { NotGood } from '../task/NotGood.tsx'
import { AssignedBoxes } from './AssignedBoxes.tsx'
import { ForStore } from './ForStore.tsx'
import { Look } from './Look.tsx'
import { Pallets } from './Pallets.tsx'
import type { StationType } from './place.ts'
import { QtyPad } from './QtyPad.tsx'
import { ReasonButtons } from './Reasons.tsx'
import { StockTypes } from './StockTypes.tsx'
import { qtyOf, stepsOf } from './steps.ts'
import { asks } from './texts.ts'
import type { WorkModel } from './useWork.ts'

interface Props {
  readonly type: StationType
  readonly work: WorkModel
  readonly line: WorkLine
}
const takeUp: Text = ['取走', 'Pick up']

/** The quantity: as planned with one touch, or another one by the keypad; a shortage asks why. */
export function QtyStep({ type, work, line }: Props) {
  const t = useText()
  const { draft } = work
  const [isOpen, setOpen] = useState(false)
  // The first figure replaces what stands there, whether it was proposed or refused.
  const [round, setRound] = useState(0)
  const value = qtyOf(line, draft)
  const rest = nextOf(line)
  const qty = isQtyText(value) ? parseQty(value) : undefined
  const isWeight = qty !== undefined && isNet(type, line, qty)
  const isLess = qty !== undefined && qty < rest && !isWeight
  // Only a vendor may bring more than was planned; elsewhere the server would refuse it, perhaps hours later.
  const isVain = qty === undefined || qty === 0n || (qty > rest && !isWeight && type !== 'RECEIVE')
  const done = (more: object) => {
    setRound(round + 1)
    void work.confirm({ ...draft, qty: value, isQtyDone: true, ...more }, line)
  }
  const put = (q: string) => work.take({ ...draft, qty: q }, line.id)
  return (
    <>
      <div className="station-todo">
        <div className="station-ask">{t(asks.qty)}</div>
        {taskTypes[type].at === 'to' && line.store && (
          <>
            <div className="station-code">{labelOf(line.toBin) ?? draft.bin}</div>
            <ForStore line={{ ...line, toBin: line.toBin ?? { id: '', code: '' } }} type={type} />
          </>
        )}
        <Count qty={qty} line={line} />
        {!isOpen && <Look line={line} />}
        {line.product && (
          <div className="station-name">
            {line.product.name} <NotGood of={draft.stockType ?? line.stockType} />
          </div>
        )}
        {qty !== undefined && qty !== rest && <Differs by={qty - rest} line={line} isWeight={isWeight} />}
      </div>
      {isOpen && <QtyPad key={round} line={line} value={value} onChange={put} />}
      {!isLess && (
        <Big main disabled={isVain || work.isBusy} onClick={() => done({})}>
          ✓ {t(taskTypes[type].carries ? takeUp : words.ok)}
        </Big>
      )}
      {type === 'RECEIVE' && draft.container === undefined && qty !== undefined && (
        <Pallets line={line} qty={qty} isBusy={work.isBusy} onAll={() => done({ onPallets: true })} onOne={put} />
      )}
      {isLess && qty > 0n && (
        <Big main disabled={work.isBusy} onClick={() => done({})}>
          {t(['先确认这些，其余稍后', 'Confirm these, the rest later'])}
        </Big>
      )}
      {isLess && (
        <ReasonButtons
          type={type}
          rules={work.task?.rules}
          isBusy={work.isBusy}
          onReason={(reason) => done({ reason })}
        />
      )}
      {!isOpen && (
        <div className="station-row">
          <Big onClick={() => setOpen(true)}>{t(['改数量', 'Other quantity'])}</Big>
          {!isLess && <Big onClick={() => put('0')}>{t(['没有货', 'Nothing here'])}</Big>}
        </div>
      )}
      {taskTypes[type].keptAs && (
        <StockTypes
          types={taskTypes[type].keptAs}
          value={draft.stockType}
          usual={line.stockType}
          onChange={(stockType) => {
            const { stockType: _, ...others } = draft
            work.take(stockType ? { ...others, stockType } : others, line.id)
          }}
        />
      )}
      <DateChip type={type} work={work} line={line} />
      <ContainerChip type={type} work={work} line={line} />
    </>
  )
}

/** The quantity as one counts it, and below it in base units where that says something else. */
function Count({ qty, line }: { qty: Qty | undefined; line: WorkLine }) {
  if (qty === undefined) return <div className="station-count">–</div>
  const [count, base] = [countText(qty, line), baseText(qty, line)]
  return (
    <>
      <div className="station-count">{count}</div>
      {count !== base && <div className="num">= {base}</div>}
    </>
  )
}

/** How far it is from the plan: cases typed for pieces are seen before they are confirmed. */
function Differs({ by, line, isWeight }: { by: Qty; line: WorkLine; isWeight: boolean }) {
  const t = useText()
  const n = countText(by < 0n ? -by : by, line)
  if (isWeight)
    return (
      <div className="muted">
        {by < 0n
          ? t(['实重比计划少 {n}，按实重拣完', 'Weighs {n} less than planned: complete'], { n })
          : t(['实重比计划多 {n}，按实重拣完', 'Weighs {n} more than planned: complete'], { n })}
      </div>
    )
  return (
    <div className="problem">
      {by < 0n ? t(['少 {n}', '{n} less than planned'], { n }) : t(['比计划多 {n}', '{n} more than planned'], { n })}
    </div>
  )
}

/** The date that was typed or read from a label: a tap asks for it again. */
function DateChip({ type, work, line }: Props) {
  const t = useText()
  const { productionDate, expireDate, ...others } = work.draft
  const day = productionDate ?? expireDate
  if (day === undefined || !stepsOf(type, line).includes('dates')) return null
  return (
    <Big onClick={() => work.take(others, line.id)}>
      {productionDate === undefined
        ? t(['到期日期 {day}（点击修改）', 'Expires {day} (tap to correct)'], { day })
        : t(['生产日期 {day}（点击修改）', 'Produced {day} (tap to correct)'], { day })}
    </Big>
  )
}

/** The container that takes the goods, until another is scanned. */
function ContainerChip({ type, work, line }: Props) {
  const t = useText()
  if (taskTypes[type].carries) return null
  const { container, ...others } = work.draft
  if (container === undefined && work.task?.assigned) return <AssignedBoxes of={work.task.assigned} line={line} />
  if (container === undefined)
    return <p className="muted">{t(['要放入容器时扫描其条码', 'To put the goods into a container, scan it'])}</p>
  return (
    <Big onClick={() => work.take(others, line.id)}>
      {t(['容器 {code}（点击取消）', 'Container {code} (tap to remove)'], { code: container })}
    </Big>
  )
}
