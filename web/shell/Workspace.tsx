import { pages } from '../pages.ts'
import { Frame } from './Frame.tsx'
import { registerPages } from './pageOf.tsx'

registerPages(pages)

/** The frame with the product's pages. */
export const Workspace = () => <Frame />
