import type { ScanKind } from '@lading/contract/wms/scanned.ts'
import type { WorkLine } from '@lading/contract/wms/taskCalls.ts'
import type { Dispatch, SetStateAction } from 'react'
import { useText } from '../../client/text.ts'
import { feedback } from '../../platform/station/feedback.ts'
import type { Flash } from '../../platform/station/StationFrame.tsx'
import type { useBusy } from '../../platform/station/useBusy.ts'
import type { Hand } from './now.ts'
import { kindIn, otherText, otherThan } from './otherKind.ts'
import type { Heard } from './steps.ts'
import type { Say } from './useConfirm.ts'

interface Station extends Pick<ReturnType<typeof useBusy>, 'during' | 'release'> {
  readonly say: Say
  readonly setHand: Dispatch<SetStateAction<Hand>>
  readonly setFlash: Dispatch<SetStateAction<Flash | undefined>>
}
const unasked = ({ otherBin: _, otherBox: __, ...hand }: Hand): Hand => hand

/** What is said of scans that are not what was asked for. */
export function useOtherKind(lines: readonly WorkLine[], { say, setHand, setFlash, during, release }: Station) {
  const t = useText()
  /** That a scan is wrong; and as soon as somebody knows it, what it is instead. */
  const sayWrong = (code: string, asked: ScanKind, text: string) => {
    const known = kindIn(lines, code)
    if (known !== undefined && known !== asked) return say('bad', t(...otherText(code, known, asked)))
    say('bad', text)
    void otherThan(lines, code, asked).then((kind) => {
      if (kind) setFlash((f) => (f?.text === text ? { tone: 'bad', text: t(...otherText(code, kind, asked)) } : f))
    })
  }
  const isOther = (code: string, asked: ScanKind) => ![asked, undefined].includes(kindIn(lines, code))
  /** Any code may be a container's; one that turns out to be something else is put away again. */
  const demandBox = async (box: string) => {
    const kind = await otherThan(lines, box, 'CONTAINER')
    if (!kind) return
    setHand((h) => {
      const { container, ...others } = h.draft
      return container === box ? { ...h, draft: others } : h
    })
    say('bad', t(...otherText(box, kind, 'CONTAINER')))
  }
  const refuseScan = (code: string, { text, args, asked }: Extract<Heard, { kind: 'wrong' }>) => {
    // What was asked before is not answered by it, and no question stands beside an error.
    setHand(unasked)
    if (asked) sayWrong(code, asked, t(text, args))
    else say('bad', t(text, args))
  }
  /** Another place than the plan says may be meant; what is no such place at all cannot be. */
  const doubt = async (code: string, asked: ScanKind, then: Hand) => {
    feedback('bad')
    const kind = await during(() => otherThan(lines, code, asked))
    release()
    setHand(kind ? unasked(then) : then)
    setFlash(kind && { tone: 'bad', text: t(...otherText(code, kind, asked)) })
  }
  return { sayWrong, refuseScan, doubt, isOther, demandBox }
}
