import { appVersion } from '@lading/contract/sys/app.ts'
import { appFaults } from '@lading/contract/sys/appCalls.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import type { BulkAction, RowAction } from '../../kernel/verbs.tsx'

const words: Readonly<Record<string, RowAction['title']>> = appVersion.verbs

/** What may be done with a version: switching it is called publishing, and what was published once stays. */
export function useVersionActions() {
  const t = useText()
  const called = <A extends RowAction | BulkAction>(action: A): A => ({
    ...action,
    title: words[action.key] ?? action.title,
  })
  const rowActions = (row: Row, standard: readonly RowAction[]): readonly RowAction[] =>
    standard.map((a) =>
      called(a.key === 'remove' && row.publishedAt ? { ...a, refused: t(appFaults.published.text) } : a),
    )
  const bulkActions = (standard: readonly BulkAction[]): readonly BulkAction[] => standard.map(called)
  return { rowActions, bulkActions }
}
