import { reconcileNow, reconcileRules, stockLookBoard } from '@lading/contract/wms/board.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import { useMay } from '../../kernel/permission.ts'
import { useCall } from '../../kernel/useCall.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'

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
        {t(['立即对账', 'Reconcile stock now'])}
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
      waiting={t(['正在对账', 'Reconciling stock'])}
      onClose={onClose}
    >
      {({ hits }) =>
        hits.length === 0 ? (
          <p>{t(['账实流水一致，没有异常。', 'Stock, reservations and ledger agree. No discrepancies.'])}</p>
        ) : (
          <ReadTable label={t(reconcileNow.title)} rows={hits} columns={columns} />
        )
      }
    </ActDrawer>
  )
}
