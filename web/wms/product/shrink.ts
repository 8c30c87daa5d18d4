/** Longest side and weight of an image that is kept: a photo of a phone is ten times larger than anybody looks at it. */
const sideMax = 1024
const bytesEnough = 300_000
const quality = 0.85

/** The image as it is uploaded: smaller when it is large and the browser can read it, else as it was chosen. */
export async function shrink(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return file
  const share = Math.min(1, sideMax / Math.max(bitmap.width, bitmap.height))
  if (share === 1 && file.size <= bytesEnough) return file
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * share))
  canvas.height = Math.max(1, Math.round(bitmap.height * share))
  const paper = canvas.getContext('2d')
  if (!paper) return file
  // A photo has no transparency, and what had some stood on white.
  paper.fillStyle = '#fff'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
  if (!blob || blob.size >= file.size) return file
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: blob.type })
}
