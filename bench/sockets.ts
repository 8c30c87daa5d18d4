import type { AddressInfo } from 'node:net'
import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { wsPath, wsTicket } from '@lading/contract/sys/session.ts'
import { binType } from '@lading/contract/wms/place.ts'
import { openTestServer } from '../server/testing/server.ts'
import type { BackEnd } from './databases.ts'

export interface SocketResult {
  readonly sockets: number
  readonly changes: number
  /** From the answer to the one who changed something until the others hear of it, in milliseconds. */
  readonly p50Ms: number
  readonly p99Ms: number
  readonly lost: number
}

/** Many open pages hear of every change. */
export async function benchSockets(backEnd: BackEnd, sockets: number, changes: number): Promise<SocketResult> {
  const server = await openTestServer({ db: await backEnd.open() })
  const open: WebSocket[] = []
  try {
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    const url = `ws://127.0.0.1:${(server.app.server.address() as AddressInfo).port}${wsPath}`
    const admin = await server.as('admin', 'DC01')
    const heard: number[] = []
    let since = 0
    for (let i = 0; i < sockets; i++) {
      const { ticket } = await admin.call(wsTicket)
      const socket = new WebSocket(`${url}?tenant=one&ticket=${ticket}`)
      open.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.onerror = reject
        socket.onopen = () => socket.send(JSON.stringify({ topics: [binType.key] }))
        // The first message says which topics were granted.
        socket.onmessage = () => {
          socket.onmessage = () => since > 0 && heard.push(performance.now() - since)
          resolve()
        }
      })
    }
    let lost = 0
    const all: number[] = []
    for (let i = 0; i < changes; i++) {
      heard.length = 0
      const { create } = crudCalls(binType)
      await admin.call(create, { code: `T${i}`, name: `type ${i}` })
      since = performance.now()
      for (let waited = 0; heard.length < sockets && waited < 100; waited++)
        await new Promise((r) => setTimeout(r, 100))
      lost += Math.max(0, sockets - heard.length)
      all.push(...heard)
      since = 0
    }
    all.sort((a, b) => a - b)
    const at = (share: number): number => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN
    return { sockets, changes, p50Ms: at(0.5), p99Ms: at(0.99), lost }
  } finally {
    for (const socket of open) socket.close()
    await server.close()
  }
}
