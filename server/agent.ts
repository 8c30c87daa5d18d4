import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lightsBrokerOf } from './config.ts'
import { startAgent } from './dps/agent/agent.ts'
import { openControllers } from './dps/gateway/open.ts'
import { brokerAt } from './dps/gateway/ownBroker.ts'
import { Unusable } from './kernel/migrate.ts'
import { lockFolder } from './lockFile.ts'

interface Asked {
  readonly server: string
  readonly key: string
  readonly folder: string
}
/** @throws Unusable for what is missing or wrong, in one line that names it */
export function askedOf(args: readonly string[], env: NodeJS.ProcessEnv): Asked {
  const { values } = parseArgs({
    args: [...args],
    options: { server: { type: 'string' }, key: { type: 'string' }, data: { type: 'string' } },
  })
  const server = values.server ?? ''
  const key = values.key ?? env.LADING_AGENT_KEY ?? ''
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new Unusable('--server must be the address of the server, such as https://lading.example.com')
  if (!key.startsWith('lda-'))
    throw new Unusable('--key, or LADING_AGENT_KEY, must be the key that the page of controllers made')
  return { server, key, folder: values.data ?? join(env.DATA_DIR ?? 'data', 'agent') }
}

/** The agent of a centre: speaks to its controllers where the server cannot reach them. It needs no database. */
export async function runAgent(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<() => Promise<void>> {
  const { server, key, folder } = askedOf(args, env)
  const say = (line: string): boolean => process.stdout.write(`${new Date().toISOString()} ${line}\n`)
  const { protocol, hostname } = new URL(server)
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
    say('the key goes over the network in the clear: give the server an https address')
  const release = lockFolder(folder)
  try {
    brokerAt(lightsBrokerOf(env.LADING_DPS_BROKER))
    // What is in the centre is the agent's to reach.
    const open = openControllers(async (host) => host)
    const agent = await startAgent({ server, key, folder, open, say })
    return async () => {
      await agent.stop()
      release()
    }
  } catch (error) {
    release()
    throw error
  }
}

if (import.meta.main) {
  try {
    const end = await runAgent(process.argv.slice(2))
    process.stdout.write('The agent of lights is running\n')
    const stop = async (): Promise<void> => {
      await end()
      process.exit(0)
    }
    process.once('SIGINT', stop)
    process.once('SIGTERM', stop)
  } catch (error) {
    process.stderr.write(`The agent cannot start: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
