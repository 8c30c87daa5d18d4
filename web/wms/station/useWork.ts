import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import { getWork, putBackLine, takeOverTask, takeTask, type WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { useBusy } from '../../platform/station/useBusy.ts'
import { isOpen } from '../task/lineText.ts'
import { confirms, deviceName } from './confirms.ts'
import type { Draft } from './draft.ts'
import { keepWork, keptWork } from './keptWork.ts'
import { type Hand, type Loaded, lineOf, type Now } from './now.ts'
import { type StationType, workKey } from './place.ts'
import { applied, hear, sticky } from './steps.ts'
import { type Say, useConfirm } from './useConfirm.ts'
import { useOtherKind } from './useOtherKind.ts'

/** Takes the task; what waits to be sent from before a reload is already done for the worker. */
async function load(id: string): Promise<Loaded> {
  let away: unknown
  const before = await confirms.waiting()
  const work = await call(takeTask, { id, device: deviceName() }).catch((error: unknown) => {
    if (asRefused(error).status !== 0) throw error
    away = error
  })
  // Without network the worker goes on with what this device has kept.
  const kept = work ? undefined : await keptWork(id)
  if (kept) return kept
  if (!work) throw away
  const waiting = await confirms.waiting()
  // One that landed meanwhile is neither in the answer nor among those that wait.
  if (waiting.length < before.length) return load(id)
  const lines = waiting.reduce<readonly WorkLine[]>(applied, work.lines)
  return { task: { ...work.task, doneLines: lines.filter((l) => !isOpen(l)).length }, lines }
}

/** Taking a task, taking it over from somebody, and reading it again. */
function useTask(id: string, say: Say) {
  const query = useQuery({
    queryKey: workKey(id),
    queryFn: () => load(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data } = query
  useEffect(() => data && keepWork(data), [data])
  const put = (next: Loaded) => void queryClient.setQueryData(workKey(id), next)
  const failed = query.error ? asRefused(query.error) : undefined
  const fail = (error: unknown) => say('bad', asRefused(error).message)
  return {
    work: query.data,
    put,
    failed,
    isTaken: failed?.code === wmsFaults.taskTaken.code,
    isLoading: query.isPending,
    again: query.refetch,
    takeOver: () => call(takeOverTask, { id, device: deviceName() }).then(put, fail),
    reload: () => call(getWork, { id }).then(put, fail),
    putBack: (taskLineId: string) => call(putBackLine, { taskLineId, device: deviceName() }).then(put, fail),
  }
}

const texts = {
  undone: ['已撤销，货物退回原处', 'Undone: the goods go back where they were'],
  wait: ['正在确认，请稍候再扫描', 'Still confirming: wait, then scan again'],
  unused: ['未处理的扫描：{code}', 'Scan not used: {code}'],
} as const satisfies Record<string, Text>

/** A task in work: its lines, what was scanned for the one in hand, and what comes of a scan or a confirm. */
export function useWork(type: StationType, id: string) {
  const t = useText()
  const [hand, setHand] = useState<Hand>({ draft: {} })
  const [flash, setFlash] = useState<Flash>()
  const say: Say = (tone, text) => {
    feedback(tone === 'bad' ? 'bad' : 'good')
    setFlash({ tone, text })
  }
  const task = useTask(id, say)
  const { work, put, reload } = task
  const { isShown, isBusy, during, hold, release } = useBusy()
  const confirmOnce = useConfirm(type, { say, setHand, put, reload })
  const line = work && lineOf({ work, hand })

  const { sayWrong, refuseScan, doubt, isOther, demandBox } = useOtherKind(work?.lines ?? [], {
    say,
    setHand,
    setFlash,
    during,
    release,
  })
  const confirmAt = async (d: Draft, of: WorkLine, at: Now): Promise<void> => {
    const next = await during(() => confirmOnce(d, of, at))
    const held = release()
    // What was scanned meanwhile was meant for what comes after a confirm. One that was refused is to be read first.
    if (held !== undefined && next) scanAt(held, next)
  }
  const scanAt = (text: string, at: Now) => {
    const { lines } = at.work
    const of = lineOf(at)
    if (!of) return say('warn', t(texts.unused, { code: text }))
    const heard = hear(text, { type, lines, line: of, draft: at.hand.draft, today: todayText() })
    if (heard.kind === 'wrong') return refuseScan(text.trim(), heard)
    if (heard.kind === 'other') return void doubt(heard.bin, 'BIN', { ...at.hand, otherBin: heard.bin })
    if (heard.kind === 'otherBox') return void doubt(heard.box, 'CONTAINER', { ...at.hand, otherBox: heard.box })
    const box = heard.draft.container
    const isNewBox = box !== undefined && box !== at.hand.draft.container && !heard.confirm
    if (isNewBox && isOther(box, 'CONTAINER')) return sayWrong(box, 'CONTAINER', box)
    take(heard.draft, heard.lineId)
    if (isNewBox) void demandBox(box)
    if (heard.confirm) return void confirmAt(heard.draft, lines.find((l) => l.id === heard.lineId) ?? of, at)
    feedback('good')
  }
  const take = (d: Draft, lineId?: string) => {
    setHand({ draft: d, ...(lineId !== undefined && { lineId }) })
    setFlash(undefined)
  }
  const scan = (text: string) => {
    if (isBusy()) return hold(text) ? undefined : say('bad', t(texts.wait))
    if (work && line) scanAt(text, { work, hand })
  }
  const confirm = async (d: Draft, of = line) => {
    if (of && work && !isBusy()) await confirmAt(d, of, { work, hand })
  }
  /** A line was taken back: it is the one in hand, to be done again. */
  const undone = async (of: WorkLine) => {
    await reload()
    setHand({ draft: sticky(type, hand.draft), lineId: of.id })
    say('good', t(texts.undone))
  }
  const dropOther = () => setHand({ draft: hand.draft, ...(line && { lineId: line.id }) })
  const shown = { task: work?.task, lines: work?.lines ?? [], line, flash, isBusy: isShown }
  return { ...task, ...hand, ...shown, say, sayWrong, scan, take, confirm, undone, dropOther }
}
export type WorkModel = ReturnType<typeof useWork>
