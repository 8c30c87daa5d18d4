import { connect } from 'node:net'
import { addressOf } from './reach.ts'

const timeoutMs = 10_000

/** Sends bytes to a port and waits until they have gone and the other side has closed, or nothing more comes. */
export async function sendTcp(host: string, port: number, data: Buffer): Promise<void> {
  const address = await addressOf(host)
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: address, port, timeout: timeoutMs })
    // A printer that answers is not listened to: nothing of it is kept.
    socket.on('data', () => undefined)
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} did not answer within ${timeoutMs} ms`)))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.once('connect', () => socket.end(data))
  })
}
