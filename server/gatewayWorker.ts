import { parentPort } from 'node:worker_threads'
import { runGateway } from './gateway.ts'

/** The gateway as a worker of the server: it ends when it is told to. */
const end = await runGateway()
parentPort?.postMessage('running')
parentPort?.once('message', async () => {
  await end()
  parentPort?.close()
  process.exit(0)
})
