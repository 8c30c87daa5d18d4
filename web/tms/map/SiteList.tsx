import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { useText } from '../../client/text.ts'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** Sites of clients; those that nobody has put on the map stand out: no trip leads there. */
export const SiteList = ({ of }: { of: AnyEntity }) => (
  <SheetList of={of} cells={{ isLocated: (row) => <Located is={row.isLocated === true} /> }} />
)
function Located({ is }: { is: boolean }) {
  const t = useText()
  if (is) return <StatusTag tone="good">{t(['已定位', 'Located'])}</StatusTag>
  return <StatusTag tone="bad">{t(['未定位', 'No position'])}</StatusTag>
}
