import { writeXlsxStream } from 'hucre/xlsx'

/** Writes rows by the library alone, into nothing: what our exports are compared with. @returns bytes */
export async function writeAlone(rows: AsyncIterable<string[]>): Promise<number> {
  let bytes = 0
  for await (const chunk of writeXlsxStream(rows, { name: 'x' })) bytes += chunk.length
  return bytes
}
