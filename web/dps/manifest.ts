import type { Manifest } from '../kernel/manifest.ts'

/** 电子标签 */
export const dps: Manifest = {
  pages: {
    'dps/pickDashboard': async () => ({ default: (await import('./rack/PickBoard.tsx')).PickBoard }),
  },
}
