import { parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import { asRefused } from '../../client/errors.ts'
import { serverTime } from '../../client/serverTime.ts'
import { useText } from '../../client/text.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import { countText } from '../task/lineText.ts'
import { boxedNow } from './boxedNow.ts'
import { confirms, deviceName } from './confirms.ts'
import type { Draft } from './draft.ts'
import { type Hand, isMore, type Loaded, lineOf, locally, merged, type Now } from './now.ts'
import type { StationType } from './place.ts'
import { inputOf, stepBack, sticky } from './steps.ts'

const texts = {
  queued: ['已记录，联网后自动发送：{what}', 'Saved, will be sent when the network is back: {what}'],
  unkept: [
    '网络不通，本机存储也已满：仅记在本页，联网前请勿关闭或刷新：{what}',
    'No network, and device storage is full: saved on this page only. Keep it open until you are back online: {what}',
  ],
  confirmed: ['已确认 {what}', 'Confirmed {what}'],
  takenUp: ['已取 {what}', 'In hand: {what}'],
} as const satisfies Record<string, Text>

export type Say = (tone: Flash['tone'], text: string) => void
interface Station {
  readonly say: Say
  readonly setHand: (hand: Hand) => void
  readonly put: (work: Loaded) => void
  readonly reload: () => Promise<unknown>
}

/**
 * Sends one confirm and goes on with the line that the answer brings, or without it while there is none. It answers how
 * things are then; nothing when the server refused.
 */
export function useConfirm(type: StationType, { say, setHand, put, reload }: Station) {
  const t = useText()
  return async (d: Draft, of: WorkLine, { work }: Now): Promise<Now | undefined> => {
    const input = { ...inputOf(type, of, d, serverTime.now()), device: deviceName() }
    const what = of.product ? `${of.product.code} ${of.product.name}` : (of.fromContainer?.code ?? '')
    // A container that is loaded has no quantity of its own.
    const said = of.product ? `${what} · ${countText(parseQty(input.qty), of)}` : what
    // What breaks before it is sent has not been sent either.
    const out = await confirms.push(input, `${work.task.taskNo} · ${said}`).catch((error: unknown) => {
      const { message, code } = asRefused(error)
      return { kind: 'refused' as const, message, code }
    })
    if (out.kind === 'refused') {
      setHand({ draft: stepBack(type, d), lineId: of.id, refusedCode: out.code })
      say('bad', out.message)
      return undefined
    }
    const go = (loaded: Loaded): Now => {
      const box = input.toContainer || input.scans?.container
      const next = { ...loaded, lines: loaded.lines.map((l) => (l.id === of.id ? boxedNow(l, box) : l)) }
      // What was taken up is put down next, unless the worker turns to another line.
      const turn = { draft: {}, ...(input.pickUp && { lineId: of.id }) }
      const hand = { ...turn, draft: sticky(type, d, of, lineOf({ work: next, hand: turn })) }
      setHand(hand)
      put(next)
      return { work: next, hand }
    }
    if (out.kind === 'queued') {
      say('warn', t(confirms.useState.getState().unkept > 0 ? texts.unkept : texts.queued, { what: said }))
      return go(locally(work, input))
    }
    const lines = merged(work.lines, out.answer)
    // More than this line was done by it: the station learns which.
    if (isMore(lines, of, out.answer)) void reload()
    const [warning] = out.answer.warnings
    say(
      warning ? 'warn' : 'good',
      warning ? t(warning) : t(input.pickUp ? texts.takenUp : texts.confirmed, { what: said }),
    )
    return go({ task: out.answer.task, lines })
  }
}
