import type { Text } from '@lading/contract/kernel/text.ts'
import { say } from '@lading/contract/kernel/text.ts'
import { Button, Input, Modal } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { create } from 'zustand'

/** A question that stands between a user and something that cannot be taken back. */
export interface Question {
  readonly title: Text
  readonly args?: Readonly<Record<string, unknown>>
  readonly detail?: Text
  /** The label of the button that goes on. */
  readonly ok?: Text
  readonly cancel?: Text
  readonly danger?: boolean
  /** Asks for a reason, or for what is so called, which must be given. */
  readonly reason?: boolean | Text
  /** Of which one is chosen, the first to begin with: its value is the answer. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Finds out, while the question is read, why it would come to nothing; nothing when it would not. */
  readonly foreseen?: () => Promise<ReactNode>
  /** The shell's own: it stays when another tab comes up, and is answered there. */
  readonly stays?: boolean
}
interface Asked extends Question {
  /** Each is drawn anew: what was typed for one is never the answer to the next. */
  readonly id: number
  readonly answer: (reason: string | undefined) => void
}
/** The first is drawn; behind it wait only those of the shell. */
const useAsked = create<readonly Asked[]>()(() => [])
const reasonMax = 200
let last = 0

/** Resolves to the reason (or an empty text) when the user goes on, to undefined when he does not. */
export const ask = (question: Question): Promise<string | undefined> =>
  new Promise((resolve) => {
    const id = ++last
    const answer = (reason: string | undefined) => {
      useAsked.setState((all) => all.filter((q) => q.id !== id), true)
      resolve(reason)
    }
    const asked = { ...question, id, answer }
    // In the next turn: the Enter that chose the entry of a menu would else press the button that gets the focus.
    setTimeout(() => {
      // Who asks for something else does not want the former any more.
      if (!question.stays) dropQuestion()
      useAsked.setState((all) => (question.stays ? [...all, asked] : [asked, ...all]), true)
    })
  })

/** Another tab comes up: what the page of the former one asked is answered with no, and never acts from elsewhere. */
export function dropQuestion(): void {
  for (const q of useAsked.getState()) if (!q.stays) q.answer(undefined)
}

/** Nobody is here any more who could answer. */
export function dropAllQuestions(): void {
  for (const q of useAsked.getState()) q.answer(undefined)
}

const words = {
  ok: ['确定', 'OK'],
  cancel: ['取消', 'Cancel'],
  reason: ['原因', 'Reason'],
  reasonNeeded: ['请填写{what}', 'Please enter: {what}'],
} as const satisfies Record<string, Text>

/** Where questions appear. Mounted once, outside all tabs. */
export function Questions() {
  const now = useAsked((all) => all[0])
  return now ? <QuestionDialog key={now.id} {...now} /> : null
}

const isLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null

/** What it finds, once it has: asked once, as the question is drawn. */
function useForeseen(find: Question['foreseen']): ReactNode {
  const [found, setFound] = useState<ReactNode>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question never changes while it is asked
  useEffect(() => {
    let isHere = true
    void find?.().then((problem) => isHere && setFound(problem))
    return () => {
      isHere = false
    }
  }, [])
  return found
}

function QuestionDialog(asked: Asked) {
  const { title, args, detail, ok, cancel, danger = false, reason = false, choices, foreseen, answer } = asked
  const language = document.documentElement.lang === 'en-US' ? 'en-US' : 'zh-CN'
  const [chosen, setChosen] = useState(choices?.[0]?.value)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const what = say(typeof reason === 'boolean' ? words.reason : reason, language)
  const isMissing = reason !== false && text.trim() === ''
  const isWrong = isTried && isMissing
  const problemId = useId()
  const problem = useForeseen(foreseen)
  const goOn = () => (isMissing ? setTried(true) : answer(chosen ?? text.trim()))
  return (
    <Modal
      open
      centered
      width={420}
      title={say(title, language, args)}
      onCancel={() => answer(undefined)}
      footer={[
        <Button key="no" onClick={() => answer(undefined)}>
          {say(cancel ?? words.cancel, language)}
        </Button>,
        <Button key="yes" type="primary" danger={danger} onClick={goOn} autoFocus={!reason}>
          {say(ok ?? words.ok, language)}
        </Button>,
      ]}
    >
      {problem && (
        // Who follows a link in it settles that first.
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it
        <div className="problem foreseen" role="alert" onClick={(e) => isLink(e.target) && answer(undefined)}>
          {problem}
        </div>
      )}
      {detail && <p style={{ whiteSpace: 'pre-line' }}>{say(detail, language, args)}</p>}
      {choices?.map(({ value, label }) => (
        <label key={value} style={{ display: 'block' }}>
          <input type="radio" name="choice" checked={value === chosen} onChange={() => setChosen(value)} /> {label}
        </label>
      ))}
      {reason && (
        <>
          <Input.TextArea
            autoFocus
            rows={3}
            maxLength={reasonMax}
            showCount
            value={text}
            aria-label={what}
            placeholder={what}
            status={isWrong ? 'error' : ''}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? problemId : undefined}
            onChange={(e) => setText(e.target.value)}
          />
          {isWrong && (
            <div id={problemId} className="problem" role="alert">
              {say(words.reasonNeeded, language, { what })}
            </div>
          )}
        </>
      )}
    </Modal>
  )
}
