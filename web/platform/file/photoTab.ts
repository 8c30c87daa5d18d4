import type { PhotoCalls } from '@lading/contract/sys/photo.ts'
import { type ComponentType, createElement } from 'react'
import type { Row } from '../../kernel/records.ts'
import type { BillTab } from '../bill/BillDetail.tsx'
import { later } from '../later.ts'

const PhotosTab = later(async () => (await import('./PhotosTab.tsx')).PhotosTab)

/** The photos of a document; nothing is asked before the tab is opened. */
export const photoTab = (
  calls: PhotoCalls,
  bill: Row,
  captions?: ComponentType<{ partId: string; bill: Row }>,
): BillTab => ({
  key: 'photos',
  title: ['照片', 'Photos'],
  content: createElement(PhotosTab, { calls, bill, ...(captions && { captions }) }),
})
