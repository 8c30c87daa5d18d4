import { accentsOf } from '@lading/contract/sys/brandColor.ts'

let painted: string | null = null

/** Both themes take the tenant's colour from the document; without one they are the product's own. */
export function paintAccent(color: string | null): void {
  if (color === painted) return
  painted = color
  const accents = color && accentsOf(color)
  const { style } = document.documentElement
  for (const theme of ['light', 'dark'] as const)
    for (const part of ['accent', 'strong', 'soft', 'softer', 'on'] as const) {
      const name = `--${theme}-${part}`
      if (accents) style.setProperty(name, accents[theme][part])
      else style.removeProperty(name)
    }
}
