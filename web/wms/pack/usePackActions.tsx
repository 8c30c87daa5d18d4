import { qpc } from '@lading/contract/mdm/product.ts'
import { masterFaults } from '@lading/contract/wms/masterFaults.ts'
import { type ReactNode, useState } from 'react'
import { report, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { callOf, type Row, type Seen } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { usePrint } from '../../platform/print/usePrint.ts'
import { printings } from '../printings.ts'
import { PackDialog } from './PackDialog.tsx'

/** What may be done with the packs of a product, and the dialog that some of it opens. */
export function usePackActions(product: Row | undefined, packs: readonly Row[]) {
  const t = useText()
  const verbs = useVerbs(qpc)
  const print = usePrint(qpc, printings.productQpc)
  const update = useWrite(callOf<object, Seen>(qpc, 'update'))
  const [open, setOpen] = useState<{ readonly pack?: Row; readonly like?: Row; readonly isAsked?: boolean }>()
  const makeDefault = async (pack: Row) => {
    await update.run({ id: pack.id, version: pack.version, isDefault: true }).catch(report)
    await changed(qpc)
  }
  const edit = (pack: Row): RowAction => ({
    key: 'edit',
    title: words.edit,
    refused: verbs.refused,
    run: () => setOpen({ pack }),
  })
  const copy = (pack: Row): RowAction => ({
    key: 'copy',
    title: ['复制', 'Copy'],
    refused: verbs.refused,
    run: () => setOpen({ like: pack }),
  })
  const request = (pack: Row): RowAction => ({
    key: 'request',
    title: ['申请变更', 'Request a change'],
    refused: verbs.refused,
    run: () => setOpen({ pack, isAsked: true }),
  })
  const first = (pack: Row): RowAction => ({
    key: 'default',
    title: ['设为默认', 'Make default'],
    refused: verbs.refused,
    run: () => void makeDefault(pack),
  })
  /** Somebody has to be the default. */
  const needed = (pack: Row): string | undefined =>
    pack.isDefault === true ? t(masterFaults.packDefault.text, { name: pack.name }) : undefined
  const actionsOf = (pack: Row): readonly RowAction[] => [
    ...(verbs.can(qpc, 'update') ? [edit(pack)] : []),
    ...(verbs.can(qpc, 'update') && pack.isDefault !== true && !pack.disabled ? [first(pack)] : []),
    ...(verbs.can(qpc, 'create') ? [request(pack), copy(pack)] : []),
    ...print.detailActions(pack),
    ...verbs.rowActions(pack).flatMap((a) => (a.key === 'edit' ? [] : [{ ...a, refused: a.refused ?? needed(pack) }])),
  ]
  const dialog: ReactNode = open && product && (
    <PackDialog product={product} {...open} packs={packs} onClose={() => setOpen(undefined)} />
  )
  return {
    actionsOf,
    dialog,
    canAdd: verbs.can(qpc, 'create'),
    refused: verbs.refused,
    add: () => setOpen({}),
    ask: () => setOpen({ isAsked: true }),
  }
}
