import { feePhotos } from '@lading/contract/tms/feeBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { PhotosTab } from '../../platform/file/PhotosTab.tsx'

/** 票据: how many photos of receipts there are of an employee's charge; a press shows them, and takes one more. */
export function Receipts({ of }: { of: Row }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const title = t(['票据照片', 'Receipts'])
  // What was reckoned by agreement has none.
  if (of.source === 'AUTO') return <span className="muted">–</span>
  return (
    <>
      <Button
        size="small"
        type="link"
        aria-label={`${title} ${String(of.billNo)}`}
        onClick={(e) => {
          e.stopPropagation()
          setOpen(true)
        }}
      >
        {t(['{n}张', '{n}'], { n: Number(of.photos ?? 0) })}
      </Button>
      {open && (
        <ActDrawer title={`${title} ${String(of.billNo)}`} onClose={() => setOpen(false)}>
          <PhotosTab calls={feePhotos.EMPLOYEE} bill={of} />
        </ActDrawer>
      )}
    </>
  )
}
