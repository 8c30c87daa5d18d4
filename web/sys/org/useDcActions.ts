import { sysFaults } from '@lading/contract/sys/faults.ts'
import { orgCalls } from '@lading/contract/sys/orgCalls.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useUser } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import type { RowAction } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'
import { useReach } from './orgTree.ts'

/** What may be done with a logistics centre. Whether it is idle costs a look at its stock: that is asked on the way. */
export function useDcActions() {
  const t = useText()
  const me = useUser()
  const reach = useReach()
  const askFirst = (row: Row, a: RowAction): RowAction => ({
    ...a,
    run: async () => {
      try {
        const { allowed, message, blockers } = await call(orgCalls.checkDisable, { id: row.id })
        const held = blockers.map(({ kind, count }) => `${kind} ${count}`)
        if (allowed) a.run()
        else notify('warn', [message, ...held].join('\n'))
      } catch (error) {
        report(error)
      }
    },
  })
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] =>
    standard
      .map((a) => (a.key === 'disable' ? askFirst(row, a) : a))
      .map((a) => ({
        ...a,
        refused:
          a.refused ??
          reach(row.id) ??
          (a.key === 'disable' && row.id === me.workingOrg.id ? t(sysFaults.orgOwn.text) : undefined) ??
          (row.type === 'DC' ? undefined : t(['不是物流中心', 'Not a logistics centre'])),
      }))
}
