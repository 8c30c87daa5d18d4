import { tables } from '@lading/contract/tables.ts'
import { registerEntity } from './kernel/registry.ts'
import { pages } from './pages.ts'
import { Frame } from './shell/Frame.tsx'
import { registerPages } from './shell/pageOf.tsx'

for (const e of tables) registerEntity(e)
registerPages(pages)

/** The frame with the product's pages. */
export const Workspace = () => <Frame />
