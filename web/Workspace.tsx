import { tables } from '@lading/contract/tables.ts'
import { useEffect } from 'react'
import { registerEntity } from './kernel/registry.ts'
import { pages } from './pages.ts'
import { startNews } from './platform/news.ts'
import { Frame } from './shell/Frame.tsx'
import { registerPages } from './shell/pageOf.tsx'
import { alongWith } from './wms/along.ts'

for (const e of tables) registerEntity(e)
registerPages(pages)
/** What somebody may look at may change under his eyes. */
const topics = tables.filter((e) => e.actions.length > 1).map((e) => e.key)

/** The frame with the product's pages. What handhelds could not send before a reload is sent now. */
export function Workspace() {
  useEffect(() => void import('./wms/station/confirms.ts').then((m) => m.confirms.start()), [])
  useEffect(() => startNews(topics, alongWith), [])
  return <Frame />
}
