import type { Text } from '@lading/contract/kernel/text.ts'
import type { Question } from '../ui/ask.tsx'

/** How much of what this user did here has not reached the server. */
type Count = () => Promise<number>
const counts: Count[] = []
/** For whoever keeps such things on this device: asked whenever the user is about to leave. */
export const countUnsent = (count: Count): void => void counts.push(count)

/** Nothing that fails to count keeps anybody from leaving. */
export async function unsent(): Promise<number> {
  const all = await Promise.all(counts.map((count) => count().catch(() => 0)))
  return all.reduce((sum, n) => sum + n, 0)
}

export const unsentText: Text = [
  '有{n}条确认未发送。它们保留在本设备上，您在本机重新登录并回到本组织后才会发送。',
  'Confirmations not sent: {n}. They stay on this device and will be sent once you log in here again, in this organisation.',
]

/** What a question before leaving says of it; nothing when all has been sent. */
export async function unsentNote(): Promise<Pick<Question, 'detail' | 'args' | 'danger'> | undefined> {
  const n = await unsent()
  return n > 0 ? { detail: unsentText, args: { n }, danger: true } : undefined
}
