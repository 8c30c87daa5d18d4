import { PNG } from 'pngjs'

/** Grey values from 0 (black) to 255 (white), row by row; what shines through stands on white. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** How many pixels are unpacked at most: a file of a few bytes may claim any number. */
const pixelsMax = 4_000_000

/** Reads a PNG given as a data address; nothing when it is none. */
export function pictureOf(image: string): Picture | undefined {
  const data = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64')
  // Signature, then the head with both sides.
  if (data.length < 33 || data.readUInt32BE(16) * data.readUInt32BE(20) > pixelsMax) return undefined
  try {
    const { width, height, data: rgba } = PNG.sync.read(data)
    const grey = new Uint8Array(width * height)
    for (let i = 0; i < grey.length; i++) {
      const [r = 0, g = 0, b = 0, a = 255] = rgba.subarray(i * 4, i * 4 + 4)
      const light = 0.299 * r + 0.587 * g + 0.114 * b
      grey[i] = Math.round((light * a + 255 * (255 - a)) / 255)
    }
    return { width, height, grey }
  } catch {
    // The library tells of a broken file by an error; which one says nothing to whoever chose it.
    return undefined
  }
}

/** Black dots of a printer that knows no grey, row by row. */
export interface Dots {
  readonly width: number
  readonly height: number
  readonly isBlack: (x: number, y: number) => boolean
}

/** The picture in so many dots, its shape kept: a dot is black where more than half of what it covers is. */
export function dotsOf(picture: Picture, widthMax: number, heightMax: number): Dots {
  const scale = Math.min(widthMax / picture.width, heightMax / picture.height)
  const width = Math.max(1, Math.min(widthMax, Math.round(picture.width * scale)))
  const height = Math.max(1, Math.min(heightMax, Math.round(picture.height * scale)))
  const from = (i: number, n: number, all: number) => Math.floor((i * all) / n)
  const upTo = (i: number, n: number, all: number) => Math.max(from(i, n, all) + 1, Math.floor(((i + 1) * all) / n))
  const black = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [sum, n] = [0, 0]
      for (let v = from(y, height, picture.height); v < upTo(y, height, picture.height); v++)
        for (let u = from(x, width, picture.width); u < upTo(x, width, picture.width); u++) {
          sum += picture.grey[v * picture.width + u] ?? 255
          n += 1
        }
      black[y * width + x] = sum / n < 128 ? 1 : 0
    }
  return { width, height, isBlack: (x, y) => black[y * width + x] === 1 }
}
