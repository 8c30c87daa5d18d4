import { printLimits } from '@lading/contract/sys/printForm.ts'

/** The longest sides that are tried, until a picture is small enough: at 203 dpi the first is 75 mm. */
const sides = [600, 420, 300, 200, 140, 100] as const

/**
 * A picture as a layout keeps it: a PNG as a data address, what shines through it left so.
 * @returns nothing when the browser cannot read it
 */
export async function pngOf(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  const canvas = document.createElement('canvas')
  for (const side of sides) {
    const share = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    canvas.width = Math.max(1, Math.round(bitmap.width * share))
    canvas.height = Math.max(1, Math.round(bitmap.height * share))
    const paper = canvas.getContext('2d')
    if (!paper) return undefined
    paper.clearRect(0, 0, canvas.width, canvas.height)
    paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const image = canvas.toDataURL('image/png')
    if (image.length <= printLimits.image) return image
  }
  return undefined
}
