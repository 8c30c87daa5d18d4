import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { batchStates, printerCalls, type ToldBatch } from '@lading/contract/sys/printerCalls.ts'
import { create } from 'zustand'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { sayNow } from '../../client/text.ts'
import { changed } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import type { PrintInput, Printing } from './papers.ts'

/** The label printer at this desk; none: labels come as files. Kept on this computer, beside which it stands. */
export const useMyPrinter = create<{ readonly id: string | null }>()(() => ({ id: read() }))
const key = 'lading.printer'
function read(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A browser that keeps nothing asks again next time.
    return null
  }
}
export function setMyPrinter(id: string | null): void {
  useMyPrinter.setState({ id })
  try {
    if (id === null) localStorage.removeItem(key)
    else localStorage.setItem(key, id)
  } catch {
    // As above.
  }
}

const everyMs = 1_000
const pause = () => new Promise((done) => setTimeout(done, everyMs))
const isOver = ({ state }: ToldBatch): boolean => state !== 'QUEUED' && state !== 'SENDING'

/** Sends labels to the printer, and says when they are out or why they are not. */
export async function sendToPrinter(of: AnyEntity, c: Printing['call'], input: PrintInput): Promise<void> {
  const { batchId } = (await call(c, input)) as { batchId: string }
  void follow(batchId).catch(report)
  await changed(of)
}

async function follow(id: string): Promise<void> {
  notify('good', sayNow(['已发送到打印机', 'Sent to the printer']))
  let batch = await call(printerCalls.batch, { id })
  while (!isOver(batch)) {
    await pause()
    batch = await call(printerCalls.batch, { id })
  }
  const { printer, done, pages, state, error } = batch
  const told = sayNow(['{printer}：{state}，已打印{done}/{pages}', '{printer}: {state}, {done} of {pages} printed'], {
    printer,
    state: batchStates[state],
    done,
    pages,
  })
  notify(state === 'DONE' ? 'good' : 'warn', error ? `${told} (${error})` : told)
}
