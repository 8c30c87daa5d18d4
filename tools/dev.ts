/** `npm run dev`: the client from Vite with reload on change, before a server that starts anew when its code changes. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer, loadConfigFromFile } from 'vite'
import { root } from './buildWeb.ts'
import { endWithParent } from './endWithParent.ts'

const serverPort = process.env.PORT ?? '4008'
const target = `http://127.0.0.1:${serverPort}`
const paths = [
  '/ws',
  '/fw',
  '/wms',
  '/mdm',
  '/tms',
  '/dps',
  '/saas',
  '/rpt',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
]
// A path is the server's only as a whole segment: `/wms/api`, but not `/wms.ts` or the client's own folder `/wms/`.
const isFile = (path: string): boolean => path.includes('.')
const proxied = paths.map((path) => [isFile(path) ? `^${path}$` : `^${path}(/api/.*|/ws.*|)$`, { target, ws: true }])

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'tools', 'start.ts'), '--server-only'],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, PORT: serverPort, NODE_ENV: 'development' } },
)
const configFile = join(root, 'web', 'vite.config.ts')
const loaded = await loadConfigFromFile({ command: 'serve', mode: 'development' }, configFile)
const client = await createServer({
  ...loaded?.config,
  configFile: false,
  root: join(root, 'web'),
  server: { host: '127.0.0.1', port: Number(process.env.DEV_PORT ?? 5173), proxy: Object.fromEntries(proxied) },
})
endWithParent()
await client.listen()
client.printUrls()

async function end(): Promise<void> {
  server.kill('SIGTERM')
  await client.close()
  process.exit(0)
}
process.once('SIGINT', () => void end())
process.once('SIGTERM', () => void end())
server.once('exit', (code) => {
  console.error(`The server ended with exit code ${code}.`)
  void end()
})
