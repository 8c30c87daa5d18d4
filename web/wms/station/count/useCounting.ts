import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { type CountRow, countGoods, countSheet } from '@lading/contract/wms/stockTakeCalls.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useState } from 'react'
import { call } from '../../../client/client.ts'
import { asRefused } from '../../../client/errors.ts'
import { serverTime } from '../../../client/serverTime.ts'
import { useText } from '../../../client/text.ts'
import { todayText } from '../../../client/time.ts'
import { useCall } from '../../../kernel/useCall.ts'
import { feedback } from '../../../platform/station/feedback.ts'
import { countText } from '../../task/lineText.ts'
import { confirms, deviceName } from '../confirms.ts'
import { locally, merged } from '../now.ts'
import type { WorkModel } from '../useWork.ts'
import { type CountInput, type FoundGoods, hearCount, uncounted } from './countScan.ts'

/** What the counter is at: the list of the bin, one of its goods, some to choose from, or goods that nobody expected. */
export type At =
  | { readonly kind: 'list' }
  | { readonly kind: 'row'; readonly row: CountRow; readonly qty?: string }
  | { readonly kind: 'some'; readonly rows: readonly CountRow[] }
  | { readonly kind: 'found'; readonly goods: FoundGoods }
const list: At = { kind: 'list' }

const saved: Text = ['已记录 {what}', 'Saved: {what}']
const queued: Text = ['已记录，联网后自动发送：{what}', 'Saved, will be sent when the network is back: {what}']

/** Sends what was counted of a line, and puts the task as it is then in its place. */
export function useSending(work: WorkModel, line: WorkLine) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  /** @returns whether the server has it, or this device keeps it; nothing when it was refused */
  const send = async (input: CountInput, what: string): Promise<'landed' | 'queued' | undefined> => {
    setBusy(true)
    const own = { taskLineId: line.id, device: deviceName(), scannedAt: serverTime.now().toISOString() }
    const whole = { partial: false, scans: {}, ...input, ...own }
    const title = `${work.task?.taskNo ?? ''} · ${(line.fromContainer ?? line.fromBin)?.code ?? ''} ${what}`
    const out = await confirms.push(whole, title).catch((error: unknown) => ({
      kind: 'refused' as const,
      message: asRefused(error).message,
    }))
    setBusy(false)
    if (out.kind === 'refused') {
      work.say('bad', out.message)
      return undefined
    }
    const isQueued = out.kind === 'queued'
    const [warning] = out.kind === 'queued' ? [] : out.answer.warnings
    work.say(isQueued || warning ? 'warn' : 'good', warning ? t(warning) : t(isQueued ? queued : saved, { what }))
    if (!whole.partial && work.task)
      work.put(
        isQueued
          ? locally({ task: work.task, lines: work.lines }, whole)
          : { task: out.answer.task, lines: merged(work.lines, out.answer) },
      )
    return isQueued ? 'queued' : 'landed'
  }
  return { send, isBusy }
}

/** A bin that is counted: its sheet, what has been counted of it, and what comes of a scan or a figure. */
export function useCounting(work: WorkModel, line: WorkLine) {
  const t = useText()
  const sheet = useCall(countSheet, { taskLineId: line.id }, { gcTime: 0 })
  const [at, setAt] = useState<At>(list)
  /** Counted here since the sheet was read. */
  const [own, setOwn] = useState<ReadonlyMap<string, string>>(new Map())
  const { send, isBusy } = useSending(work, line)
  const rows = sheet.data?.rows ?? []
  const before = rows.flatMap((r) => (r.counted === null ? [] : [[r.stockId, r.counted] as const]))
  const counted: ReadonlyMap<string, string> = new Map([...before, ...own])
  const scan = async (text: string) => {
    if (isBusy || !sheet.data) return
    const heard = hearCount(text, rows, todayText())
    if (heard.kind !== 'unknown') {
      feedback('good')
      return setAt(heard)
    }
    const { kind: _, code, ...dates } = heard
    await call(countGoods, { taskLineId: line.id, scan: code }).then(
      (goods) => {
        feedback('bad')
        setAt({ kind: 'found', goods: { ...goods, ...dates, code } })
      },
      (error) => work.say('bad', asRefused(error).message),
    )
  }
  const countRow = async (row: CountRow, qty: string) => {
    const what = `${row.product.code} ${row.product.name} ${countText(parseQty(qty), row)}`
    if (!(await send({ stockId: row.stockId, qty, partial: true }, what))) return
    setOwn(new Map([...own, [row.stockId, qty]]))
    setAt(list)
  }
  const countFound = async (input: CountInput, what: string) => {
    const how = await send({ ...input, partial: true }, what)
    if (how) setAt(list)
    if (how === 'landed') void sheet.refetch()
  }
  const isNothing = counted.size === 0 && (sheet.data?.found.length ?? 0) === 0
  /** @param isGone what was not named is said to be not there */
  const close = (isGone: boolean) => send({ qty: '0', ...(isGone && { reason: 'GONE' }) }, t(['清点完毕', 'counted']))
  return {
    ...{ sheet, rows, at, setAt, counted, isBusy, isNothing, scan, countRow, countFound, close },
    rest: uncounted(rows, counted),
    back: () => setAt(list),
  }
}
export type CountModel = ReturnType<typeof useCounting>
