import { eventsOf, type Heard, heardEvents } from '@lading/contract/dps/deviceCalls.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useText } from '../../client/text.ts'
import { ChildTable } from '../../kernel/detail/ChildTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import type { Row } from '../../kernel/records.ts'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'

/** What tags tell of themselves, as their state, makes no news. */
const refreshMs = 5_000
const { controller: _, ...fields } = heardEvents.fields
const ofOne: AnyEntity = { ...heardEvents, fields }

/** Rows of a call, in the columns that its contract names. */
export const Told = ({ of, rows }: { of: AnyEntity; rows: readonly object[] }) => (
  <ChildTable of={of} rows={rows as readonly Row[]} />
)
export const Events = ({ of, events, isCut }: { of: AnyEntity; events: readonly Heard[]; isCut: boolean }) => {
  const t = useText()
  return (
    <>
      <Told of={of} rows={events} />
      {isCut && <p className="hint">{t(['仅显示最近{n}条', 'The last {n} only'], { n: events.length })}</p>}
    </>
  )
}

/** 实时: what a controller told last, as it came. */
export function Live({ controllerId }: { controllerId: string }) {
  const t = useText()
  const read = useCall(eventsOf, { id: controllerId }, { refetchInterval: refreshMs })
  if (!read.data) return read.error ? <NotRead of={read} /> : <SkeletonRows label={t(words.loading)} />
  return <Events of={ofOne} {...read.data} />
}
