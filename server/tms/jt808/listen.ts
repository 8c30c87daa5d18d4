import { createServer, type Server, type Socket } from 'node:net'
import type { Kernel } from '../../kernel/perform.ts'
import type { Worker } from '../../platform/due/worker.ts'
import { Session, type Terminals } from './session.ts'
import { createTerminals } from './terminals.ts'

/** How long somebody may say nothing: who has not said who he is, and a terminal whose heartbeat has stopped. */
export interface Patience {
  readonly strangerMs: number
  readonly silentMs: number
}
const usual: Patience = { strangerMs: 30_000, silentMs: 300_000 }
/** Connections at once. */
const connectionsMost = 10_000

/** What of the installation's settings counts here; without a port nothing listens. */
export interface At808 {
  readonly port: number | undefined
  readonly host: string
  readonly secret: string
}
let at: At808 = { port: undefined, host: '127.0.0.1', secret: '' }
export const jt808At = (settings: At808): void => {
  at = settings
}

/** Takes terminals in at a port. */
export function listen808(
  terminals: Terminals,
  o: { readonly port: number; readonly host: string; readonly patience?: Patience },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const patience = o.patience ?? usual
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.setNoDelay(true)
    const line = { send: (bytes: Uint8Array) => void socket.write(bytes), close: () => void socket.destroySoon() }
    const session = new Session(terminals, line)
    // A stranger who sends noise is no less silent.
    const stranger = setTimeout(() => session.isKnown || socket.destroy(), patience.strangerMs)
    socket.setTimeout(patience.silentMs, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => void session.hear(chunk))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(stranger)
      open.delete(socket)
    })
  })
  server.maxConnections = connectionsMost
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(o.port, o.host, () => {
      const address = server.address()
      resolve({
        port: typeof address === 'object' && address ? address.port : o.port,
        close: async () => {
          for (const socket of open) socket.destroy()
          await new Promise<void>((ended) => server.close(() => ended()))
        },
      })
    })
  })
}

/** So long a port stays without anybody when the process ends that had it. */
const againMs = 2_000

/**
 * JT/T 808: terminals of trucks connect to a port of the product's own, where the installation opens one. Processes that one
 * command has started share it. Of those that were started apart on one machine one has it: the port itself is the lease,
 * which ends with its process however that ends, and the others ask for it again and again. Terminals come back by
 * themselves, and as each position is kept once, whoever is asked may answer.
 */
export function createJt808(kernel: Kernel): Worker {
  const { port, host, secret } = at
  const terminals = createTerminals(kernel, secret)
  let listening: Awaited<ReturnType<typeof listen808>> | undefined
  let asking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let [isStopped, isTold] = [false, false]

  const ask = async (): Promise<void> => {
    if (port === undefined || listening || isStopped) return
    try {
      const running = await listen808(terminals, { port, host })
      if (isStopped) await running.close()
      else listening = running
    } catch (error) {
      // That another has it is as it should be; anything else is said once.
      const isBusy = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!isTold) kernel.log[isBusy ? 'info' : 'error']({ err: error }, `terminals do not connect here: port ${port}`)
      isTold = true
    }
  }
  const tick = (): Promise<void> => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
  return {
    start: () => {
      if (port === undefined) return
      timer ??= setInterval(tick, againMs).unref()
      void tick()
    },
    nudge: () => undefined,
    tick,
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await asking
      await listening?.close()
    },
  }
}
