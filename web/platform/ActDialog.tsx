import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type ReactNode, useState } from 'react'
import { asRefused, useWrite } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import { NotRead, type Reading } from '../kernel/NotRead.tsx'
import { TabModal } from '../kernel/overlay.tsx'
import type { Problem } from '../kernel/Refusal.tsx'
import type { BulkAnswer } from '../kernel/records.ts'
import { changed } from '../kernel/verbs.tsx'
import { words } from '../kernel/words.ts'
import { notify } from '../ui/notices.tsx'
import { SkeletonRows } from '../ui/states.tsx'
import { ActProblem } from './ActProblem.tsx'

/** A call for several rows answers with the refusal of its one. */
const refusedIn = (answer: unknown): Problem | undefined => (answer as Partial<BulkAnswer> | null)?.failed?.[0]

/** Done in part only: some of it is short, or was guessed. */
const isPartly = (answer: unknown): boolean => ((answer as Partial<BulkAnswer> | null)?.partly?.length ?? 0) > 0

/** Sends what a dialog was filled with. A refusal stands above what was typed, which stays. */
export function useAct<I, O>(of: AnyEntity, call: Call<I, O>, onClose: () => void) {
  const write = useWrite(call)
  const [problem, setProblem] = useState<Problem | string>('')
  const run = async (input: I, told: (answer: O) => ReactNode): Promise<void> => {
    try {
      const answer = await write.run(input)
      const refused = refusedIn(answer)
      if (refused !== undefined) setProblem(refused)
      else {
        notify(isPartly(answer) ? 'warn' : 'good', told(answer))
        onClose()
      }
    } catch (error) {
      setProblem(asRefused(error))
    }
    await changed(of)
  }
  return { run, problem, setProblem, isBusy: write.isBusy }
}

interface Props {
  readonly act: Pick<ReturnType<typeof useAct>, 'problem' | 'isBusy'>
  readonly title: string
  readonly okText: string
  readonly isReady?: boolean
  readonly isDanger?: boolean
  readonly width: number
  /** What the dialog is about, while it is fetched or cannot be. */
  readonly reads?: Reading & { readonly isPending: boolean }
  readonly onOk: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The frame of a dialog in which one thing is done. */
export function ActDialog({
  act,
  title,
  okText,
  isReady = true,
  isDanger = false,
  width,
  reads,
  onOk,
  onClose,
  children,
}: Props) {
  const t = useText()
  return (
    <TabModal
      open
      width={width}
      title={title}
      okText={okText}
      okButtonProps={{ disabled: !isReady, danger: isDanger }}
      cancelText={t(words.cancel)}
      confirmLoading={act.isBusy}
      onOk={onOk}
      onCancel={onClose}
    >
      <ActProblem of={act.problem} />
      {reads?.error ? <NotRead of={reads} /> : null}
      {reads?.isPending && <SkeletonRows rows={3} label={t(words.loading)} />}
      {children}
    </TabModal>
  )
}
