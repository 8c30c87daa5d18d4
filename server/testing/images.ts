/** A PNG that says how large it is, and has a mark of its own in place of any pixels: nothing here draws it. */
export function pngOf(mark: string, width = 1, height = 1): Buffer {
  const head = Buffer.alloc(25)
  head.writeUInt32BE(13, 0)
  head.write('IHDR', 4, 'latin1')
  head.writeUInt32BE(width, 8)
  head.writeUInt32BE(height, 12)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), head, Buffer.from(mark)])
}

/** A JPEG up to its frame. */
export function jpegOf(width = 1, height = 1): Buffer {
  const frame = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000000000301220002110103110100', 'hex')
  frame.writeUInt16BE(height, 25)
  frame.writeUInt16BE(width, 27)
  return Buffer.concat([frame, Buffer.alloc(40)])
}

/** The head of a WebP. */
export function webpOf(width = 1, height = 1): Buffer {
  const head = Buffer.alloc(40)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(32, 4)
  head.write('WEBPVP8X', 8, 'latin1')
  head.writeUInt32LE(10, 16)
  head.writeUIntLE(width - 1, 24, 3)
  head.writeUIntLE(height - 1, 27, 3)
  return head
}
