import { wmsFaults } from '@lading/contract/wms/faults.ts'
import {
  type confirmAnswer,
  getWork,
  takeOverTask,
  takeTask,
  type WorkLine,
  type WorkTask,
} from '@lading/contract/wms/taskCalls.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../kernel/client.ts'
import { asRefused } from '../../kernel/errors.ts'
import { queryClient } from '../../kernel/query.ts'
import { useText } from '../../kernel/text.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { isOpen } from '../task/lineText.ts'
import { confirms, deviceName } from './confirms.ts'
import { type StationType, workKey } from './place.ts'
import { applied, type Draft, firstOpen, hear, inputOf, sticky } from './steps.ts'

interface Loaded {
  readonly task: WorkTask
  readonly lines: readonly WorkLine[]
}
type Answer = z.output<typeof confirmAnswer>

/** Takes the task; what waits to be sent from before a reload is already done for the worker. */
async function load(id: string): Promise<Loaded> {
  const work = await call(takeTask, { id, device: deviceName() })
  const waiting = await confirms.waiting()
  return { task: work.task, lines: waiting.reduce<readonly WorkLine[]>(applied, work.lines) }
}

/** The answer's lines in the place of those that the station had. */
function merged(lines: readonly WorkLine[], { line, next }: Answer): readonly WorkLine[] {
  const after = lines.map((l) => (l.id === next?.id ? next : l.id === line.id ? { ...l, ...line } : l))
  return next && !after.some((l) => l.id === next.id) ? [...after, next] : after
}

export const todayText = (): string => {
  const now = new Date()
  const two = (n: number) => String(n).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** A task in work: its lines, what was scanned for the one in hand, and what comes of a scan or a confirm. */
export function useWork(type: StationType, id: string) {
  const t = useText()
  const query = useQuery({
    queryKey: workKey(id),
    queryFn: () => load(id),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [draft, setDraft] = useState<Draft>({})
  const [chosen, setChosen] = useState<string>()
  const [flash, setFlash] = useState<Flash>()
  const [otherBin, setOtherBin] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [refusedCode, setRefusedCode] = useState(0)
  const work = query.data
  const lines = work?.lines ?? []
  const line = lines.find((l) => l.id === chosen && isOpen(l)) ?? firstOpen(lines)
  const put = (next: Loaded) => queryClient.setQueryData(workKey(id), next)

  const say = (tone: Flash['tone'], text: string) => {
    feedback(tone === 'bad' ? 'bad' : 'good')
    setFlash({ tone, text })
  }
  const moveOn = (next: readonly WorkLine[], d: Draft, task: WorkTask) => {
    put({ task, lines: next })
    setDraft(sticky(d))
    setChosen(undefined)
    setOtherBin(undefined)
    setRefusedCode(0)
  }
  /** Sends one confirm and goes on with the line that the answer brings, or without it while there is none. */
  const confirm = async (d: Draft, of: WorkLine | undefined = line) => {
    if (!of || !work || isBusy) return
    const input = { ...inputOf(type, of, d, new Date()), device: deviceName() }
    const what = of.product ? `${of.product.code} ${of.product.name}` : (of.fromContainer?.code ?? '')
    setBusy(true)
    const out = await confirms.push(input, `${work.task.taskNo} · ${what} · ${input.qty}`)
    setBusy(false)
    if (out.kind === 'refused') {
      setDraft(d)
      setOtherBin(undefined)
      setRefusedCode(out.code)
      say('bad', out.message)
      return
    }
    if (out.kind === 'landed') {
      const { warnings, task } = out.answer
      const [warning] = warnings
      moveOn(merged(lines, out.answer), d, task)
      say(warning ? 'warn' : 'good', warning ? t(warning) : t(['已确认 {what}', 'Confirmed {what}'], { what }))
      return
    }
    const next = applied(lines, input)
    const doneLines = next.filter((l) => !isOpen(l)).length
    moveOn(next, d, { ...work.task, doneLines, state: doneLines >= work.task.lineCount ? 'DONE' : 'RUNNING' })
    say('warn', t(['已记录，联网后自动发送：{what}', 'Kept, sent when the network is back: {what}'], { what }))
  }
  const take = (d: Draft, lineId?: string) => {
    setDraft(d)
    setFlash(undefined)
    setRefusedCode(0)
    if (lineId !== undefined) setChosen(lineId)
  }
  const scan = (text: string) => {
    if (!line || isBusy) return
    const heard = hear(text, { type, lines, line, draft, today: todayText() })
    if (heard.kind === 'wrong') return say('bad', t(heard.text, heard.args))
    if (heard.kind === 'other') {
      feedback('bad')
      return setOtherBin(heard.bin)
    }
    const of = lines.find((l) => l.id === heard.lineId)
    take(heard.draft, heard.lineId)
    if (heard.confirm) void confirm(heard.draft, of)
    else feedback('good')
  }
  const choose = (lineId: string) => {
    take(sticky(draft), lineId)
  }
  const failed = query.error ? asRefused(query.error) : undefined
  const isTaken = failed?.code === wmsFaults.taskTaken.code
  const takeOver = async () => {
    try {
      put(await call(takeOverTask, { id, device: deviceName() }))
    } catch (error) {
      say('bad', asRefused(error).message)
    }
  }
  const reload = async () => {
    try {
      put(await call(getWork, { id }))
    } catch (error) {
      say('bad', asRefused(error).message)
    }
  }
  return {
    task: work?.task,
    lines,
    line,
    draft,
    flash,
    otherBin,
    isBusy,
    refusedCode,
    failed,
    isTaken,
    isLoading: query.isPending,
    say,
    scan,
    take,
    choose,
    confirm,
    takeOver,
    reload,
    again: query.refetch,
    setOtherBin,
  }
}
export type WorkModel = ReturnType<typeof useWork>
