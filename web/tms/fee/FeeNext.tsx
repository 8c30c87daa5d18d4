import type { Explain } from '@lading/contract/tms/feeExplain.ts'
import type { Row } from '../../kernel/records.ts'
import { Card } from '../../ui/Page.tsx'
import { Explained } from './Explained.tsx'

/** How it was reckoned, above all else of a charge. */
export function FeeNext({ bill }: { bill: Row }) {
  if (!bill.explain) return null
  return (
    <Card>
      <Explained of={bill.explain as Explain} />
    </Card>
  )
}
