import { reconcileNow, reconcileRules, stockLookBoard } from '@lading/contract/wms/board.ts'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { TabDrawer } from '../../kernel/TabDrawer.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { SkeletonRows } from '../../ui/states.tsx'

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
      {isOpen && (
        <TabDrawer open size="large" title={t(reconcileNow.title)} onClose={() => setOpen(false)}>
          <Hits />
        </TabDrawer>
      )}
    </>
  )
}

function Hits() {
  const t = useText()
  const found = useCall(reconcileNow, {}, { gcTime: 0 })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={5} label={t(['正在对账', 'Checking the book'])} />
  const { hits } = found.data
  if (hits.length === 0)
    return <p>{t(['账实流水一致，没有异常。', 'Stock, reservations and ledger agree. Nothing is wrong.'])}</p>
  return (
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
