import { wsRecord } from '@lading/contract/sys/wsRecord.ts'
import type { PageSet } from '../../kernel/page.ts'

export const wsRecordPages: PageSet = {
  entity: wsRecord,
  views: {
    List: async () => ({ default: (await import('./RecordList.tsx')).RecordList }),
    Dtl: async () => ({ default: (await import('./RecordDetail.tsx')).RecordDetail }),
  },
}
