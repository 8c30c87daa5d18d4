import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { wmsFaults } from '@lading/contract/wms/faults.ts'
import {
  type confirmAnswer,
  getWork,
  putBackLine,
  takeOverTask,
  takeTask,
  type WorkLine,
  type WorkTask,
} from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { asRefused } from '../../client/errors.ts'
import { queryClient } from '../../client/query.ts'
import { useText } from '../../client/text.ts'
import { todayText } from '../../client/time.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { countText, isOpen } from '../task/lineText.ts'
import { confirms, deviceName } from './confirms.ts'
import { type StationType, workKey } from './place.ts'
import { applied, type Draft, firstOpen, hear, inputOf, isLoose, stepBack, sticky } from './steps.ts'

interface Loaded {
  readonly task: WorkTask
  readonly lines: readonly WorkLine[]
}
type Answer = z.output<typeof confirmAnswer>

/** Takes the task; what waits to be sent from before a reload is already done for the worker. */
async function load(id: string): Promise<Loaded> {
  const before = await confirms.waiting()
  const work = await call(takeTask, { id, device: deviceName() })
  const waiting = await confirms.waiting()
  // One that landed meanwhile is neither in the answer nor among those that wait.
  if (waiting.length < before.length) return load(id)
  const lines = waiting.reduce<readonly WorkLine[]>(applied, work.lines)
  return { task: { ...work.task, doneLines: lines.filter((l) => !isOpen(l)).length }, lines }
}

/** The answer's lines in the place of those that the station had; a pallet that moved as a whole closes its task. */
function merged(lines: readonly WorkLine[], { task, line, next }: Answer): readonly WorkLine[] {
  const rest = (l: WorkLine) => (task.state === 'DONE' && isOpen(l) ? { ...l, state: 'DONE' } : l)
  const after = lines.map((l) => (l.id === next?.id ? next : l.id === line.id ? { ...l, ...line } : rest(l)))
  return next && !after.some((l) => l.id === next.id) ? [...after, next] : after
}

/** A pallet that goes up, or is taken up, takes lines along that the answer does not name. */
const isMore = (after: readonly WorkLine[], of: WorkLine, { task, line }: Answer): boolean =>
  after.filter((l) => !isOpen(l)).length < task.doneLines ||
  (line.state === 'INHAND' &&
    after.some((l) => l.state === 'OPEN' && !isLoose(l) && l.fromContainer?.id === of.fromContainer?.id))

const confirmed: Text = ['已确认 {what}', 'Confirmed {what}']
const takenUp: Text = ['已取 {what}', 'In hand: {what}']

type Say = (tone: Flash['tone'], text: string) => void

/** Taking a task, taking it over from somebody, and reading it again. */
function useTask(id: string, say: Say) {
  const query = useQuery({
    queryKey: workKey(id),
    queryFn: () => load(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
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

/** The line in hand: what was scanned for it, and whether it waits for an answer. */
interface Hand {
  readonly draft: Draft
  /** Chosen out of its turn. */
  readonly lineId?: string
  /** Scanned in the place of the instructed bin. */
  readonly otherBin?: string
  /** Why the server said no to it, which a supervisor may overrule. */
  readonly refusedCode?: number
}

/** A task in work: its lines, what was scanned for the one in hand, and what comes of a scan or a confirm. */
export function useWork(type: StationType, id: string) {
  const t = useText()
  const [hand, setHand] = useState<Hand>({ draft: {} })
  const [flash, setFlash] = useState<Flash>()
  const [isBusy, setBusy] = useState(false)
  const say: Say = (tone, text) => {
    feedback(tone === 'bad' ? 'bad' : 'good')
    setFlash({ tone, text })
  }
  const task = useTask(id, say)
  const { work, put } = task
  const lines = work?.lines ?? []
  const line = lines.find((l) => l.id === hand.lineId && isOpen(l)) ?? firstOpen(lines)
  const { draft } = hand

  /** Sends one confirm and goes on with the line that the answer brings, or without it while there is none. */
  const confirm = async (d: Draft, of: WorkLine | undefined = line) => {
    if (!of || !work || isBusy) return
    const input = { ...inputOf(type, of, d, new Date()), device: deviceName() }
    const what = of.product ? `${of.product.code} ${of.product.name}` : (of.fromContainer?.code ?? '')
    setBusy(true)
    // A container that is loaded has no quantity of its own.
    const said = of.product && type !== 'ENTER_TRUCK' ? `${what} · ${countText(parseQty(input.qty), of)}` : what
    const pushed = confirms.push(input, `${work.task.taskNo} · ${said}`)
    // A device that cannot keep it has not sent it either.
    const out = await pushed.catch((error: unknown) => {
      const { message, code } = asRefused(error)
      return { kind: 'refused' as const, message, code }
    })
    setBusy(false)
    if (out.kind === 'refused') {
      setHand({ draft: stepBack(type, d), lineId: of.id, refusedCode: out.code })
      return say('bad', out.message)
    }
    // What was taken up is put down next, unless the worker turns to another line.
    setHand({ draft: sticky(type, d), ...(input.pickUp && { lineId: of.id }) })
    if (out.kind === 'queued') {
      put(locally(work, input))
      return say(
        'warn',
        t(['已记录，联网后自动发送：{what}', 'Kept, sent when the network is back: {what}'], { what: said }),
      )
    }
    const after = merged(lines, out.answer)
    put({ task: out.answer.task, lines: after })
    // More than this line was done by it: the station learns which.
    if (isMore(after, of, out.answer)) void task.reload()
    const [warning] = out.answer.warnings
    say(warning ? 'warn' : 'good', warning ? t(warning) : t(input.pickUp ? takenUp : confirmed, { what: said }))
  }
  const take = (d: Draft, lineId?: string) => {
    setHand({ draft: d, ...(lineId !== undefined && { lineId }) })
    setFlash(undefined)
  }
  const scan = (text: string) => {
    if (!line || isBusy) return
    const heard = hear(text, { type, lines, line, draft, today: todayText() })
    if (heard.kind === 'wrong') return say('bad', t(heard.text, heard.args))
    if (heard.kind === 'other') {
      feedback('bad')
      return setHand({ ...hand, otherBin: heard.bin })
    }
    take(heard.draft, heard.lineId)
    if (heard.confirm) {
      const of = lines.find((l) => l.id === heard.lineId)
      return void confirm(heard.draft, of)
    }
    feedback('good')
  }
  /** A line was taken back: it is the one in hand, to be done again. */
  const undone = async (of: WorkLine) => {
    await task.reload()
    setHand({ draft: sticky(type, draft), lineId: of.id })
    say('good', t(['已撤销，货物退回原处', 'Undone: the goods go back to where they were']))
  }
  const dropOther = () => setHand({ draft, ...(line && { lineId: line.id }) })
  return { ...task, ...hand, task: work?.task, lines, line, flash, isBusy, say, scan, take, confirm, undone, dropOther }
}
export type WorkModel = ReturnType<typeof useWork>

/** The task as it is for a worker whose confirm has not reached the server. */
function locally(work: Loaded, input: Parameters<typeof applied>[1]): Loaded {
  const lines = applied(work.lines, input)
  const doneLines = lines.filter((l) => !isOpen(l)).length
  return { lines, task: { ...work.task, doneLines, state: doneLines >= work.task.lineCount ? 'DONE' : 'RUNNING' } }
}
