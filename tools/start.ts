/** `npm start`: builds the web client if it is stale, then becomes the server. `--server-only` leaves the client alone. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isWebStale, root } from './buildWeb.ts'
import { endWithParent } from './endWithParent.ts'

if (!process.argv.includes('--server-only') && isWebStale()) {
  // In a process of its own: the bundler's memory is given back before the server starts.
  const built = spawnSync(process.execPath, [join(root, 'tools', 'buildWeb.ts')], { stdio: 'inherit' })
  if (built.signal) process.exit(130)
  if (built.status !== 0) {
    console.error('The web client could not be built: see above.')
    process.exit(1)
  }
}
endWithParent()
process.env.NODE_ENV ??= 'production'
const { main } = await import('../server/main.ts')
await main()
