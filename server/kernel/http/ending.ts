import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Lets a server that is told to close end with its last answer. What is in work is answered with `Connection: close`;
 * then every socket ends, also one that waits for a next request or never sent its first. Calls that go on to arrive on
 * open sockets meanwhile are answered as well.
 */
export function endWithLastAnswer(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  let inWork = 0
  let isEnding = false
  const endSockets = (): void => {
    if (!isEnding || inWork > 0) return
    for (const socket of sockets) socket.destroySoon()
  }
  const server: Server = app.server
  const hold = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    endSockets()
  }
  server.on('connection', hold)
  // Over TLS the socket of the answer is another than that of the connection, and has bytes of its own to send.
  server.on('secureConnection', hold)
  server.on('request', (_request, response) => {
    inWork += 1
    response.once('close', () => {
      inWork -= 1
      endSockets()
    })
  })
  app.addHook('onSend', async (_request, response) => {
    if (isEnding) response.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isEnding = true
    endSockets()
  })
}
