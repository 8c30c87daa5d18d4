import { reconcileNow, reconcileRules, stockLookBoard } from '@lading/contract/wms/board.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

const isRule = (rule: string): rule is keyof typeof reconcileRules => Object.hasOwn(reconcileRules, rule)

/** The nightly check of the book, at once: what it found, in words, or that all is well. */
export function Reconcile() {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  if (!may(stockLookBoard, 'view')) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t(['立即对账', 'Check the book now'])}
      </Button>
      {isOpen && <Hits onClose={() => setOpen(false)} />}
    </>
  )
}

function Hits({ onClose }: { onClose: () => void }) {
  const t = useText()
  const found = useCall(reconcileNow, {}, { gcTime: 0 })
  return (
    <ActDrawer
      title={t(reconcileNow.title)}
      reads={found}
      waiting={t(['正在对账', 'Checking the book'])}
      onClose={onClose}
    >
      {({ hits }) =>
        hits.length === 0 ? (
          <p>{t(['账实流水一致，没有异常。', 'Stock, reservations and ledger agree. Nothing is wrong.'])}</p>
        ) : (
          <Table
            size="small"
            pagination={false}
            rowKey={(h) => `${h.rule} ${h.subjectId} ${h.detail}`}
            dataSource={hits}
            columns={[
              {
                title: t(['规则', 'Rule']),
                width: 260,
                render: (_, h) => (isRule(h.rule) ? t(reconcileRules[h.rule]) : h.rule),
              },
              { title: t(['明细', 'Detail']), dataIndex: 'detail' },
            ]}
          />
        )
      }
    </ActDrawer>
  )
}
