import { announcement, announcementCalls, announcementFaults } from '@lading/contract/sys/announcement.ts'
import { usePublishing } from '../../platform/usePublishing.ts'

/** What may be done with an announcement. */
export const useAnnouncementActions = () =>
  usePublishing(announcement, {
    calls: announcementCalls,
    refused: (row) => (row.state === 'PUBLISHED' ? announcementFaults.published.text : undefined),
  })
