import { trackDays, trackWayBill } from '@lading/contract/tms/portal.ts'
import { wayBill } from '@lading/contract/tms/wayBill.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../client/text.ts'
import { shownTime } from '../client/time.ts'
import { TabModal } from '../kernel/overlay.tsx'
import type { Row } from '../kernel/records.ts'
import { words } from '../kernel/words.ts'
import { ActDialog, useAct } from '../platform/ActDialog.tsx'
import { Copied } from '../platform/Copied.tsx'

interface Link {
  readonly address: string
  readonly until: string
}

/** 收货人链接: by which a receiver follows his own delivery and rates it, without an account. */
export function ReceiverLink({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const [link, setLink] = useState<Link>()
  const act = useAct(wayBill.header, trackWayBill, () => undefined)
  const title = `${t(trackWayBill.title)} ${String(bill.billNo)}`
  const run = () =>
    void act.run({ id: bill.id }, (made) => {
      setLink(made)
      return t(['已生成收货人链接', 'The receiver link is made'])
    })
  if (link)
    return (
      <TabModal
        open
        width={560}
        title={title}
        footer={<Button onClick={onClose}>{t(words.close)}</Button>}
        onCancel={onClose}
      >
        {/* Without a site of its own in the settings the server knows only the path. */}
        <Copied title={t(['链接', 'Link'])} value={new URL(link.address, location.origin).href} />
        <p className="hint">
          {t(
            [
              '有效期至{until}，凭链接即可查看，请只发给收货人。',
              'Good until {until}. Whoever has it can look: send it to the receiver only.',
            ],
            {
              until: shownTime(link.until).slice(0, 16),
            },
          )}
        </p>
      </TabModal>
    )
  return (
    <ActDialog act={act} width={440} title={title} okText={t(trackWayBill.title)} onOk={run} onClose={onClose}>
      <p className="hint">
        {t(
          [
            '收货人无需登录即可查看本单的状态、预计到达并评价，看不到其他站点、司机和价格；配送日后{n}天失效。',
            'The receiver sees state and expected arrival of this delivery and rates it, without an account; no other stops, driver or prices. It ends {n} days after the delivery day.',
          ],
          { n: trackDays },
        )}
      </p>
    </ActDialog>
  )
}
