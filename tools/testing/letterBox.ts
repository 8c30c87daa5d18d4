import { type ReadLetter, readLetter } from '@lading/server/testing/letters.ts'
import { openMailServer } from '@lading/server/testing/mailServer.ts'

export interface LetterBox {
  readonly port: number
  /** What has come to an address, in order. */
  to(address: string): ReadLetter[]
  close(): Promise<void>
}

/** A mail server on this machine that takes whatever it is sent, for tests of the whole product. */
export async function openLetterBox(): Promise<LetterBox> {
  const server = await openMailServer()
  return {
    port: server.port,
    to: (address) => server.got.filter((letter) => letter.to.includes(address)).map(({ raw }) => readLetter(raw)),
    close: () => server.close(),
  }
}
