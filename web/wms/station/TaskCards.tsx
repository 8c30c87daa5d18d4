import { taskFlow } from '@lading/contract/wms/task.ts'
import { taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { type Say, useText } from '../../client/text.ts'
import { labelText, type Row } from '../../kernel/records.ts'
import { Progress } from '../../platform/bill/BillProgress.tsx'
import { StateTag } from '../../platform/bill/StateTag.tsx'
import { partsOf } from '../board/figures.ts'
import { StationWaits } from '../task/Waits.tsx'
import type { StationType } from './place.ts'

/** Tasks to choose from: what each is about, before it is opened. */
export function TaskCards({
  type,
  rows,
  hasWorker = false,
  onOpen,
}: {
  type: StationType
  rows: readonly Row[]
  hasWorker?: boolean
  onOpen: (id: string) => void
}) {
  return (
    <ul className="station-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <TaskCard type={type} row={row} hasWorker={hasWorker} onClick={() => onOpen(row.id)} />
          {row.state === 'WAIT' && <StationWaits id={row.id} />}
        </li>
      ))}
    </ul>
  )
}

function TaskCard({
  type,
  row,
  hasWorker,
  onClick,
}: {
  type: StationType
  row: Row
  hasWorker: boolean
  onClick: () => void
}) {
  const t = useText()
  const isSuspended = row.state === 'SUSPENDED'
  const party = labelText(row.refs.storeId ?? row.refs.vendorId) || String(row.billNo ?? '')
  const who = hasWorker ? labelText(row.refs.assigneeId) : ''
  const facts = factsOf(type, row, t)
  return (
    <button type="button" className="station-card" disabled={isSuspended} onClick={onClick}>
      <span className="station-card-head">
        <span className="num">{String(row.taskNo)}</span>
        <StateTag flow={taskFlow} state={String(row.state)} />
      </span>
      {party && <span className="station-card-line">{party}</span>}
      {typeof row.goods === 'string' && <b className="station-card-line">{row.goods}</b>}
      {facts.length > 0 && <span className="num station-card-facts">{facts.join(' · ')}</span>}
      {who && <span className="muted">{who}</span>}
      {isSuspended && (
        <span>{t(['挂起原因：{reason}', 'Suspended: {reason}'], { reason: String(row.reason ?? '–') })}</span>
      )}
      <Progress done={row.doneLines} all={row.lineCount} of={row.lineCount} />
    </button>
  )
}

/** `1+30 · 5 kg` as one says it. */
function amountOf(text: string, t: Say): string {
  const { cases, loose, kg } = partsOf(text)
  const said = [
    cases !== '0' && t(['{n} 件', '{n} {n|case|cases}'], { n: cases }),
    loose !== '0' && t(['{n} 零散', '{n} loose'], { n: loose }),
    kg !== '0' && `${kg} kg`,
  ].filter(Boolean)
  return said.length > 0 ? said.join(' + ') : t(['{n} 件', '{n} {n|case|cases}'], { n: 0 })
}

/** Where to, how much and in which area: what tells one task from the next on the floor. */
function factsOf(type: StationType, row: Row, t: Say): readonly string[] {
  const bin = typeof row.bin === 'string' ? row.bin : undefined
  const { at, whole: isLoad } = taskTypes[type]
  return [
    bin && at === 'to' ? t(['送到 {bin}', 'to {bin}'], { bin }) : '',
    row.noBin === true ? t(['无可用货位', 'No bin available']) : '',
    bin && at === 'from' ? t(['从 {bin} 开始', 'from {bin}'], { bin }) : '',
    row.refs.containerId ? t(['容器 {code}', 'Container {code}'], { code: row.refs.containerId.code }) : '',
    typeof row.planCases === 'string' ? amountOf(row.planCases, t) : '',
    taskTypes[type].counts === 'bin'
      ? t(['{n}个货位', 'Bins: {n}'], { n: row.lineCount })
      : isLoad
        ? t(['{n}个容器', 'Containers: {n}'], { n: row.lineCount })
        : t(['{n}行', 'Lines: {n}'], { n: row.lineCount }),
    labelText(row.refs.pickAreaId ?? row.refs.dockId),
  ].filter(Boolean)
}
