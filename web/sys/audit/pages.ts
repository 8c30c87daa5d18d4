import { auditLog, loginLog } from '@lading/contract/sys/auditLog.ts'
import type { PageSet } from '../../kernel/page.ts'

export const auditPages: PageSet = {
  entity: auditLog,
  views: {
    List: async () => ({ default: (await import('./AuditList.tsx')).AuditList }),
    Dtl: async () => ({ default: (await import('./AuditDetail.tsx')).AuditDetail }),
  },
}
export const loginLogPages: PageSet = {
  entity: loginLog,
  views: { List: async () => ({ default: (await import('./LoginLogList.tsx')).LoginLogList }) },
}
