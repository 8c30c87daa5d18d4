/** What an image is kept for says how large it is worth keeping. */
export interface Worth {
  /** Of its longest side, in pixels. */
  readonly sideMax: number
  /** Smaller files stay as they were chosen, unless they have more pixels. */
  readonly bytesEnough: number
  /** What shines through it stays so, as it should with a logo; a photo stands on white. */
  readonly isClear?: boolean
}
/** Of a photo, what is written on a signed paper can still be read. */
export const photoWorth: Worth = { sideMax: 1920, bytesEnough: 600_000 }
const quality = 0.85

/** The image as it is uploaded: smaller when it is large and the browser can read it, else as it was chosen. */
export async function shrink(file: File, { sideMax, bytesEnough, isClear = false }: Worth): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const share = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  if (share === 1 && file.size <= bytesEnough) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const paper = canvas.getContext('2d')
  if (!paper) return file
  if (!isClear) {
    paper.fillStyle = '#fff'
    paper.fillRect(0, 0, canvas.width, canvas.height)
  }
  paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const type = isClear ? 'image/webp' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], file.name.replace(/\.[^.]*$/, isClear ? '.webp' : '.jpg'), { type: blob.type })
}
