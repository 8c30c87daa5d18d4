import { loginLog } from '@lading/contract/sys/auditLog.ts'
import { loginEvents } from '@lading/contract/sys/userAccess.ts'
import { shownTime } from '../../client/time.ts'
import type { Column } from '../../kernel/list/columns.tsx'
import { SheetList } from '../../platform/sheet/SheetList.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { logEntity } from '../logEntity.ts'

/** What somebody who is not the user may have done. */
const odd: readonly unknown[] = ['LOGIN_FAIL', 'CODE_FAIL', 'REFRESH_REUSE', 'LOGIN_DISABLED']
const shownLog = logEntity(loginLog)
const cells: Readonly<Record<string, Column['render']>> = {
  createTime: (row) => shownTime(row.createTime),
  event: (row, t) => {
    const word = t(Object.entries(loginEvents).find(([key]) => key === row.event)?.[1] ?? ['', ''])
    return odd.includes(row.event) ? <StatusTag tone="bad">{word}</StatusTag> : word
  },
}

/** 登录日志: who logged in, who tried to, and from where. */
export const LoginLogList = () => <SheetList of={shownLog} cells={cells} link={false} />
