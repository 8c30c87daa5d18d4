import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Unusable } from './kernel/migrate.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseAppUrl: string | undefined
  readonly secret: string
  readonly processes: number
  readonly trustProxy: boolean | string
  readonly tls: { readonly cert: string; readonly key: string } | undefined
  readonly demoPassword: string | undefined
  readonly logLevel: string
}

const number = (name: string, least: number, most: number, initial: number) => (text: string | undefined) => {
  if (text === undefined || text === '') return initial
  const n = Number(text)
  if (!Number.isInteger(n) || n < least || n > most)
    throw new Unusable(`${name} must be a whole number from ${least} to ${most}, not "${text}"`)
  return n
}

const postgresUrl = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined || text === '') return undefined
  if (!z.url({ protocol: /^postgres(ql)?$/ }).safeParse(text).success)
    throw new Unusable(`${name} must look like postgres://user:password@host:5432/database`)
  return text
}

const readable = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new Unusable(`${name} names a file that cannot be read: ${path}`)
  }
}

function tlsOf(env: NodeJS.ProcessEnv): Config['tls'] {
  if (!env.TLS_CERT && !env.TLS_KEY) return undefined
  if (!env.TLS_CERT || !env.TLS_KEY) throw new Unusable('TLS_CERT and TLS_KEY are needed together')
  return { cert: readable('TLS_CERT', env.TLS_CERT), key: readable('TLS_KEY', env.TLS_KEY) }
}

/** The installation's secret: given, or made once and kept beside the data. */
function secretOf(env: NodeJS.ProcessEnv, dataDir: string): string {
  if (env.LADING_SECRET !== undefined) {
    if (env.LADING_SECRET.length < 16) throw new Unusable('LADING_SECRET must have at least 16 characters')
    return env.LADING_SECRET
  }
  const file = join(dataDir, 'secret')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const made = randomBytes(32).toString('base64url')
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    throw new Unusable(`DATA_DIR must be a folder that can be written: ${dataDir}`)
  }
  return made
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

/** Reads and checks every setting. A wrong one stops the start with a line that names it and what it may be. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const dataDir = resolve(env.DATA_DIR || 'data')
  const logLevel = env.LOG_LEVEL || 'info'
  if (!levels.includes(logLevel)) throw new Unusable(`LOG_LEVEL must be one of ${levels.join(', ')}, not "${logLevel}"`)
  if (env.LADING_DEMO_PASSWORD !== undefined && env.LADING_DEMO_PASSWORD.length < 4)
    throw new Unusable('LADING_DEMO_PASSWORD must have at least 4 characters')
  const databaseUrl = postgresUrl('DATABASE_URL', env.DATABASE_URL)
  const processes = number('LADING_PROCESSES', 1, 64, 1)(env.LADING_PROCESSES)
  if (processes > 1 && databaseUrl === undefined)
    throw new Unusable('LADING_PROCESSES above 1 needs DATABASE_URL: the embedded database serves one process')
  return {
    host: env.HOST || '127.0.0.1',
    port: number('PORT', 0, 65_535, 4008)(env.PORT),
    dataDir,
    databaseUrl,
    databaseAppUrl: postgresUrl('DATABASE_APP_URL', env.DATABASE_APP_URL),
    tls: tlsOf(env),
    secret: secretOf(env, dataDir),
    processes,
    trustProxy:
      !env.TRUST_PROXY || env.TRUST_PROXY === 'false' ? false : env.TRUST_PROXY === 'true' ? true : env.TRUST_PROXY,
    demoPassword: env.LADING_DEMO_PASSWORD,
    logLevel,
  }
}
