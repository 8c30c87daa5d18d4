import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { printLog } from '@lading/contract/sys/tables.ts'
import { useMemo } from 'react'
import { hashOf } from '../../client/location.ts'
import { useText } from '../../client/text.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { useMay } from '../../kernel/permission.ts'
import { detailOf, entityOf } from '../../kernel/registry.ts'
import { ActDrawer } from '../../platform/ActDrawer.tsx'
import { SheetListWithin } from '../../platform/sheet/SheetList.tsx'
import { logEntity } from '../logEntity.ts'

const title: Text = ['打印日志', 'Print log']
const none: readonly [Text, Text] = [
  ['还没有打印过', 'Nothing has been printed yet'],
  [
    '每次打印都会记录：谁、何时、在哪台打印机、为何补打。',
    'Each print is kept: who, when, on which printer, and why again.',
  ],
]
const { subjectId: _, orgId: __, ...shown } = printLog.fields

/** Who has printed what, where and why again. @param documents what each kind of document is called */
export function PrintLog({
  documents,
  onClose,
}: {
  readonly documents: ReadonlyMap<string, string>
  readonly onClose: () => void
}) {
  const t = useText()
  const may = useMay()
  const of = useMemo((): AnyEntity => {
    const choices = Object.fromEntries([...documents].map(([kind, name]): [string, Text] => [kind, [name, name]]))
    const kind = { ...shown.kind, kind: 'choice', choices } as const
    return logEntity({ ...printLog, fields: shown }, { more: { kind }, first: ['subjectNo', 'kind', 'printedById'] })
  }, [documents])
  const cells = useMemo(
    (): Readonly<Record<string, Column['render']>> => ({
      subjectNo: (row) => {
        const no = String(row.subjectNo ?? '')
        const subject = String(row.subject)
        const to = may(entityOf(subject), 'view') ? detailOf(subject, String(row.subjectId)) : undefined
        return to ? <a href={hashOf(to)}>{no}</a> : no
      },
      subject: (row) => t(entityOf(String(row.subject)).title),
    }),
    [may, t],
  )
  return (
    <ActDrawer title={t(title)} onClose={onClose}>
      {/* Days are what one looks for. */}
      <SheetListWithin of={of} cells={cells} link={false} omit={['createTime']} none={none} />
    </ActDrawer>
  )
}
