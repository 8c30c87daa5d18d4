import { openQuick, type QuickDraft, saveQuick } from '@lading/contract/tms/quickCalls.ts'
import { routePlan } from '@lading/contract/tms/routePlan.ts'
import { useEffect, useRef } from 'react'
import { call } from '../../client/client.ts'
import { sayNow } from '../../client/text.ts'
import { changed } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { type Save, usePlan } from '../plan/usePlan.ts'

interface At {
  readonly bizDate: string
  readonly depotId: string
}
const kpi = { trips: 0, orders: 0, left: 0, metres: 0, seconds: 0, cost: '0.00', weightRate: 0, volumeRate: 0 }
/** As long as nobody has put anything on a card there is no draft. */
const none: QuickDraft = {
  ...{ id: '', billNo: '', version: -1, state: 'ADJUSTED', heldUntil: null, trips: [], left: [] },
  kpi: { ...kpi, late: 0, faults: 0 },
}

/** One's own draft under a hand: it comes into being with the first card, and is saved with each change. */
export function useQuick(at: At, read: QuickDraft | null) {
  const opened = useRef<{ id: string; isRead: boolean } | undefined>(read ? { id: read.id, isRead: true } : undefined)
  const save: Save<QuickDraft> = async (version, trips) => {
    if (opened.current) return call(saveQuick, { id: opened.current.id, version, trips })
    const { isNew, ...draft } = await call(openQuick, at)
    opened.current = { id: draft.id, isRead: false }
    if (isNew) return call(saveQuick, { ...draft, trips })
    // Another window had begun: what stands there is looked at before it is written over.
    notify('warn', sayNow(['草稿已在别处打开，请重试', 'The draft was begun in another window: try again']))
    await changed(routePlan.header)
    throw new DOMException('another window', 'AbortError')
  }
  const plan = usePlan<QuickDraft>(read ?? none, save)
  const { drawn, isBusy, renew } = plan
  useEffect(() => {
    const mine = opened.current
    if (isBusy) return
    if (!read) {
      // Gone: confirmed or given up, here or elsewhere.
      if (!mine?.isRead) return
      opened.current = undefined
      renew(none)
    } else if (read.id !== drawn.id || read.version > drawn.version) {
      opened.current = { id: read.id, isRead: true }
      renew(read)
    } else if (mine) mine.isRead = true
  }, [read, drawn, isBusy, renew])
  return plan
}
