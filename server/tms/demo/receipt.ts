import { crc32, deflateSync } from 'node:zlib'

const word = (n: number): Buffer => {
  const b = Buffer.alloc(4)
  b.writeUInt32BE(n >>> 0)
  return b
}
function part(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

/** A picture of a receipt, as far as one without words can be: lines on paper, in grey. */
export function receiptPng(width = 180, height = 260): Buffer {
  const isInk = (x: number, y: number): boolean => y % 26 > 18 && x > 18 && x < 90 + ((y * 7) % 60)
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => (isInk(x, y) ? 70 : 245))]),
  )
  const head = Buffer.concat([word(width), word(height), Buffer.from([8, 0, 0, 0, 0])])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.concat(rows))),
    part('IEND', Buffer.alloc(0)),
  ])
}
