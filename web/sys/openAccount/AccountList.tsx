import { openAccount } from '@lading/contract/sys/openAccount.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { useAccountActions } from './useAccountActions.tsx'

const cells: Readonly<Record<string, Column['render']>> = {
  appKey: (row) => <code>{String(row.appKey)}</code>,
  callsToday: (row) => (
    <span className="num">
      {String(row.callsToday)} <span className="muted">/ {String(row.dailyQuota)}</span>
    </span>
  ),
}
const of = { ...openAccount, list: openAccount.list.filter((name) => name !== 'dailyQuota') }

/** 开放账号: systems of others that call ours, and how much they do. */
export function AccountList() {
  const { actionsOf, dialog } = useAccountActions()
  return (
    <>
      <SheetList
        of={of}
        cells={cells}
        rowActions={actionsOf}
        none={[
          ['还没有开放账号', 'No API accounts yet'],
          [
            '其他系统用开放账号调用接口，每次调用都要签名。',
            'Other systems call with an API account and sign each call.',
          ],
        ]}
      />
      {dialog}
    </>
  )
}
