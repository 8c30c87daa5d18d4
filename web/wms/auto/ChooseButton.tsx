import { matchOrders } from '@lading/contract/wms/autoRule.ts'
import { waveBill } from '@lading/contract/wms/waveBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ChooseOrders } from './ChooseOrders.tsx'

/** Beside the button for an empty wave: one of what meets a filter. */
export function ChooseButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { can, refused } = useVerbs(waveBill.header)
  if (!can(waveBill.header, 'create')) return null
  return (
    <>
      <Button disabled={refused !== undefined} title={refused} onClick={() => setOpen(true)}>
        {t(matchOrders.title)}
      </Button>
      {isOpen && <ChooseOrders onClose={() => setOpen(false)} />}
    </>
  )
}
