import { formatQty } from '@lading/contract/kernel/qty.ts'
import { task } from '@lading/contract/wms/task.ts'
import { confirmSheet, getWork, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { bringsIn, type TaskType, taskTypes } from '@lading/contract/wms/taskTypes.ts'
import { Input } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'
import { notify } from '../../ui/notices.tsx'
import { isOpen } from './lineText.ts'
import { SheetTable } from './SheetTable.tsx'
import { dateOf, dayOf, type Entry, isShort, planned, qtyOf, wrongOf } from './sheetDraft.ts'

type Draft = Readonly<Record<string, Entry>>

/** What is typed, what of it is wrong, and how it is sent. */
function useSheet(row: Row, onClose: () => void) {
  const t = useText()
  const type = String(row.taskType) as TaskType // The list shows tasks of declared types only.
  const act = useAct(task, confirmSheet, onClose)
  const [draft, setDraft] = useState<Draft>({})
  const [container, setContainer] = useState('')
  const [isTried, setTried] = useState(false)
  const work = useCall(getWork, { id: row.id }, { gcTime: 0 })
  const lines = (work.data?.lines ?? []).filter(isOpen)
  const entryOf = (l: WorkLine): Entry => draft[l.id] ?? planned(type, l)
  const entered = lines.filter((l) => qtyOf(l, entryOf(l)) !== null)
  const set = (line: WorkLine, change: Partial<Entry>) =>
    setDraft((d) => ({ ...d, [line.id]: { ...(d[line.id] ?? planned(type, line)), ...change } }))
  const run = async () => {
    setTried(true)
    const today = todayText()
    const wrong = entered.map((l) => ({ l, what: wrongOf(type, l, entryOf(l), today) })).find(({ what }) => what)
    if (wrong?.what) return act.setProblem(t(texts[wrong.what], { line: wrong.l.lineNo }))
    if (entered.length === 0) return act.setProblem(t(texts.none))
    const given = entered.map((l) => inputOf(type, l, entryOf(l), container))
    await act.run({ id: row.id, lines: given }, (answer) => {
      for (const warning of answer.warnings) notify('warn', t(warning))
      return t(['已录入{n}行', 'Lines entered: {n}'], { n: answer.lines })
    })
  }
  const table = { type, lines, entryOf, set, isTried, container }
  return { work, table, act, run, setContainer, count: entered.length }
}

/** Down to the same field of the next line; from the last one to the button. */
function onEnter(e: KeyboardEvent<HTMLElement>): void {
  const from = e.target as HTMLInputElement // Only inputs carry the name of a field.
  const { field } = from.dataset
  if (e.key !== 'Enter' || e.nativeEvent.isComposing || !field) return
  e.preventDefault()
  const all = [...e.currentTarget.querySelectorAll<HTMLInputElement>(`input[data-field="${field}"]`)]
  const next = all[all.indexOf(from) + 1]
  const last = e.currentTarget.closest('.ant-modal')?.querySelector<HTMLButtonElement>('.ant-btn-primary')
  ;(next ?? last)?.focus()
}

/** 录入纸单: what was written on a printed sheet, typed line by line without a mouse, and sent as one. */
export function SheetDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const sheet = useSheet(row, onClose)
  const { work, table } = sheet
  const allInto = t(['全部放入容器', 'All into container'])
  return (
    <ActDialog
      act={sheet.act}
      width={bringsIn(table.type) ? 1160 : 1040}
      title={`${t(confirmSheet.title)} ${String(row.taskNo)}`}
      okText={t(['录入{n}行', 'Enter lines: {n}'], { n: sheet.count })}
      reads={work}
      onOk={() => void sheet.run()}
      onClose={onClose}
    >
      <p className="hint">{t(texts.how)}</p>
      {work.data && (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter is caught for all inputs within.
        <div onKeyDown={onEnter}>
          {taskTypes[table.type].asks === 'toContainer' && (
            <div className="field field-narrow">
              <span>{allInto}</span>
              <Input
                value={table.container}
                maxLength={64}
                autoComplete="off"
                aria-label={allInto}
                placeholder={t(bringsIn(table.type) ? texts.loose : texts.noTote)}
                onChange={(e) => sheet.setContainer(e.target.value)}
              />
            </div>
          )}
          <SheetTable {...table} />
        </div>
      )}
    </ActDialog>
  )
}

const texts = {
  how: [
    '按纸单顺序录入：整件+散数如 3+2，没有规格的写基本单位；留空的行不录入。回车到下一行，全部行同时生效。',
    'In sheet order: cases+pieces such as 3+2, or base units if there is no pack. Blank lines are left out. Enter moves to the next line; all lines are saved together.',
  ],
  qty: ['第{line}行：数量有误或大于计划', 'Line {line}: invalid quantity, or more than planned'],
  reason: ['第{line}行：数量不足，请选择原因', 'Line {line}: less than planned, choose a reason'],
  day: ['第{line}行：请填写有效日期', 'Line {line}: enter a valid date'],
  noTote: ['不填则为无容器拣货', 'Leave blank to pick without a container'],
  loose: ['不填则为散货', 'Leave blank for loose goods'],
  none: ['没有录入任何一行', 'No lines entered'],
} as const

function inputOf(type: TaskType, line: WorkLine, entry: Entry, container: string) {
  const place = entry.place.trim()
  const fills = taskTypes[type].asks === 'toContainer'
  const other = fills ? place || container.trim() : place
  const day = dayOf(entry.day, todayText())
  const date = dateOf(line)
  return {
    taskLineId: line.id,
    qty: formatQty(qtyOf(line, entry) ?? 0n),
    ...(bringsIn(type) && date && day && { [date]: day }),
    ...(entry.batch.trim() !== '' && { batch: entry.batch.trim() }),
    ...(isShort(type, line, entry) && { reason: entry.reason }),
    // The sheet says where the goods are: that is decided.
    ...(other !== '' &&
      (fills ? { toContainer: other, replan: true } : other !== line.toBin?.code && { toBin: other })),
  }
}
