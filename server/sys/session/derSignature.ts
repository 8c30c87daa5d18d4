const sequence = 0x30
const integer = 0x02
/** Bytes of each of the two integers. */
const size = 32

/**
 * An ECDSA signature of P-256 as OpenSSL takes it: two integers in DER, where a browser makes two halves of 32 bytes (IEEE
 * P1363). Node would convert it as well, but then takes half as long again for the check.
 * @returns undefined for what cannot be such a signature. The form is that of RFC 3279, 2.2.3.
 */
export function derOf(signature: Buffer): Buffer | undefined {
  if (signature.length !== 2 * size) return undefined
  // Each integer has a tag and a length before it, and a zero where its first bit would make it negative.
  const der = Buffer.alloc(2 + 2 * (3 + size))
  let at = 2
  for (const end of [size, 2 * size]) {
    let from = end - size
    while (from < end - 1 && signature[from] === 0) from += 1
    const zeros = signature.readUInt8(from) >= 0x80 ? 1 : 0
    der.writeUInt8(integer, at)
    der.writeUInt8(zeros + end - from, at + 1)
    at += 2 + zeros
    at += signature.copy(der, at, from, end)
  }
  der.writeUInt8(sequence, 0)
  der.writeUInt8(at - 2, 1)
  return der.subarray(0, at)
}
