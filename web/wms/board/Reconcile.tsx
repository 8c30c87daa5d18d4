import { reconcileNow, reconcileRules, stockLookBoard } from '@lading/contract/wms/board.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../client/client.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useMay } from '../../kernel/permission.ts'
import { TabDrawer } from '../../kernel/TabDrawer.tsx'
import { SkeletonRows } from '../../ui/states.tsx'

type Hit = z.output<typeof reconcileNow.output>['hits'][number]
const isRule = (rule: string): rule is keyof typeof reconcileRules => Object.hasOwn(reconcileRules, rule)

const columns: readonly ReadColumn<Hit>[] = [
  {
    name: 'rule',
    title: ['规则', 'Rule'],
    width: 260,
    said: ({ rule }, t) => (isRule(rule) ? t(reconcileRules[rule]) : rule),
    wraps: true,
  },
  { name: 'detail', title: ['明细', 'Detail'], width: 420, said: (h) => h.detail, wraps: true },
]

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
  const found = useQuery({
    queryKey: [stockLookBoard.key, 'reconcile'],
    queryFn: ({ signal }) => call(reconcileNow, {}, { signal }),
    gcTime: 0,
  })
  if (found.error) return <NotRead of={found} />
  if (!found.data) return <SkeletonRows rows={5} label={t(['正在对账', 'Checking the book'])} />
  const { hits } = found.data
  if (hits.length === 0)
    return <p>{t(['账实流水一致，没有异常。', 'Stock, reservations and ledger agree. Nothing is wrong.'])}</p>
  return <ReadTable label={t(reconcileNow.title)} rows={hits} columns={columns} />
}
