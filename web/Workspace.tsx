import { tables } from '@lading/contract/tables.ts'
import { useEffect } from 'react'
import { registerEntity } from './kernel/registry.ts'
import { pages } from './pages.ts'
import { Frame } from './shell/Frame.tsx'
import { registerPages } from './shell/pageOf.tsx'

for (const e of tables) registerEntity(e)
registerPages(pages)

/** The frame with the product's pages. What handhelds could not send before a reload is sent now. */
export function Workspace() {
  useEffect(() => void import('./wms/station/confirms.ts').then((m) => m.confirms.start()), [])
  return <Frame />
}
