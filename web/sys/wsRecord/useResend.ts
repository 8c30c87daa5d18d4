import { wsCalls, wsFaults, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { type BulkAction, changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { notify } from '../../ui/notices.tsx'

const again: readonly unknown[] = ['FAILED', 'EXPIRED']

/** Sends once more what nobody got. */
export function useResend() {
  const t = useText()
  const { can } = useVerbs(wsRecord)
  const may = can(wsRecord, 'restart')
  const run = async (rows: readonly Row[]): Promise<boolean> => {
    try {
      const { count } = await call(wsCalls.resend, { ids: rows.map(({ id }) => id) })
      notify('good', t(['{n}条将重新发送', '{n} will be sent again'], { n: count }))
      return true
    } catch (error) {
      report(error)
      return false
    } finally {
      await changed(wsRecord)
    }
  }
  const refused = t(wsFaults.notFailed.text)
  const rowActions = (row: Row): readonly RowAction[] =>
    may
      ? [
          {
            key: 'resend',
            title: wsRecord.verbs.resend ?? ['重发', 'Send again'],
            run: () => void run([row]),
            refused: again.includes(row.status) ? undefined : refused,
          },
        ]
      : []
  const bulkActions = (): readonly BulkAction[] =>
    may ? [{ key: 'resend', title: wsRecord.verbs.resend ?? ['重发', 'Send again'], run }] : []
  return { rowActions, bulkActions }
}
