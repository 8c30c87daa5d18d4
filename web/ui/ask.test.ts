import { expect, test, vi } from 'vitest'
import { ask, dropQuestion } from './ask.tsx'

const question = { title: ['作废？', 'Void?'] } as const
const asked = () => new Promise((resolve) => setTimeout(resolve, 1))

test('a question that comes while another is open answers that one with no', async () => {
  const first = vi.fn()
  const second = vi.fn()
  void ask(question).then(first)
  await asked()
  void ask(question).then(second)
  await asked()
  expect(first).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(second).not.toHaveBeenCalled()
  dropQuestion()
  await asked()
  expect(second).toHaveBeenCalledExactlyOnceWith(undefined)
})

test('a question of the shell waits for its own answer, whatever a page asks meanwhile', async () => {
  const shell = vi.fn()
  const page = vi.fn()
  void ask({ ...question, stays: true }).then(shell)
  await asked()
  void ask(question).then(page)
  await asked()
  dropQuestion()
  await asked()
  expect(page).toHaveBeenCalledExactlyOnceWith(undefined)
  expect(shell).not.toHaveBeenCalled()
})
