import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Environment, environments } from '@lading/contract/sys/open.ts'
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
  /** What the installation is for; shown to everybody. */
  readonly environment: Environment
  /** Networks beside the internet that connections may go out to: printers, the systems of tenants next door. */
  readonly outbound: readonly string[]
  /** Hosts from which browsers may load pictures of maps. */
  readonly mapHosts: readonly string[]
  /** Below which files are collected. */
  readonly collectDir: string | undefined
  /** What whoever collects the figures of `/metrics` brings; without it they are for this machine alone. */
  readonly metricsToken: string | undefined
  /** Where the gateway of lights runs: with the server, or only where somebody starts it by itself. */
  readonly lights: 'with the server' | 'off'
  /** Where the gateway's own MQTT broker listens, once a controller of tags has no other. */
  readonly lightsBroker: { readonly host: string; readonly port: number }
  /** Where terminals of trucks connect by JT/T 808; undefined: nowhere. */
  readonly port808: number | undefined
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

/** The installation's secret: given, or made once and kept beside the data by `keepSecret`. */
function secretOf(env: NodeJS.ProcessEnv, dataDir: string): string {
  if (env.LADING_SECRET !== undefined) {
    if (env.LADING_SECRET.length < 16) throw new Unusable('LADING_SECRET must have at least 16 characters')
    return env.LADING_SECRET
  }
  const file = join(dataDir, 'secret')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : randomBytes(32).toString('base64url')
}

/** Writes a secret that was made, so that the next start has the same. Called once nothing stands in the way any more. */
export function keepSecret({ dataDir, secret }: Config, env: NodeJS.ProcessEnv): void {
  const file = join(dataDir, 'secret')
  if (env.LADING_SECRET !== undefined || existsSync(file)) return
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  } catch {
    throw new Unusable(`DATA_DIR must be a folder that can be written: ${dataDir}`)
  }
}

function outboundOf(text: string | undefined): readonly string[] {
  const networks = (text ?? '').split(/[\s,;]+/).filter(Boolean)
  for (const network of networks) {
    const [address = '', bits = '0', ...more] = network.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most)
      throw new Unusable(`LADING_OUTBOUND must list addresses or networks such as 192.168.10.0/24, not "${network}"`)
  }
  return networks
}

function mapHostsOf(text: string | undefined): readonly string[] {
  const hosts = (text ?? '').split(/[\s,;]+/).filter(Boolean)
  for (const host of hosts)
    if (!/^(https?:\/\/)?[a-z\d]([a-z\d.-]{0,252}[a-z\d])?(:\d{1,5})?$/i.test(host))
      throw new Unusable(`LADING_MAP_HOSTS must list hosts such as t0.example.com, not "${host}"`)
  return hosts
}

function hostOf(text: string | undefined): string {
  const host = text || '127.0.0.1'
  if (isIP(host) === 0 && !/^[a-z\d]([a-z\d.-]{0,252}[a-z\d])?$/i.test(host))
    throw new Unusable(`HOST must be an address or a name of this machine, not "${host}"`)
  return host
}

/** What Fastify takes: all, none, or the addresses of the proxies. */
function trustProxyOf(text: string | undefined): boolean | string {
  if (!text || text === 'false') return false
  if (text === 'true') return true
  const isAddress = (one: string): boolean => {
    const [ip = '', bits = '32', ...rest] = one.trim().split('/')
    return isIP(ip) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128) && rest.length === 0
  }
  if (!text.split(',').every((one) => isAddress(one) || ['loopback', 'linklocal', 'uniquelocal'].includes(one.trim())))
    throw new Unusable(`TRUST_PROXY must be true, false or addresses such as 10.0.0.0/8,127.0.0.1, not "${text}"`)
  return text
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent']

function environmentOf(text: string | undefined): Environment {
  const found = environments.find((one) => one === (text || 'PROD').toUpperCase())
  if (!found) throw new Unusable(`LADING_ENV must be one of ${environments.join(', ')}, not "${text}"`)
  return found
}

function metricsTokenOf(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  if (text.length < 16) throw new Unusable('LADING_METRICS_TOKEN must have at least 16 characters')
  return text
}

function lightsOf(text: string | undefined): Config['lights'] {
  if (text === undefined || text === '') return 'with the server'
  if (text !== 'off') throw new Unusable(`LADING_DPS must be off or left out, not "${text}"`)
  return 'off'
}

/** @throws Unusable */
export function lightsBrokerOf(text: string | undefined): Config['lightsBroker'] {
  const [, host = '127.0.0.1', port = '1883'] = /^(.*?)(?::(\d{1,5}))?$/.exec(text || '127.0.0.1:1883') ?? []
  if (isIP(host) === 0 || Number(port) < 1 || Number(port) > 65_535)
    throw new Unusable(
      `LADING_DPS_BROKER must be an address of this machine with a port, such as 0.0.0.0:1883, not "${text}"`,
    )
  return { host, port: Number(port) }
}

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
    host: hostOf(env.HOST),
    port: number('PORT', 0, 65_535, 4008)(env.PORT),
    dataDir,
    databaseUrl,
    databaseAppUrl: postgresUrl('DATABASE_APP_URL', env.DATABASE_APP_URL),
    tls: tlsOf(env),
    secret: secretOf(env, dataDir),
    processes,
    trustProxy: trustProxyOf(env.TRUST_PROXY),
    demoPassword: env.LADING_DEMO_PASSWORD,
    logLevel,
    environment: environmentOf(env.LADING_ENV),
    outbound: outboundOf(env.LADING_OUTBOUND),
    mapHosts: mapHostsOf(env.LADING_MAP_HOSTS),
    collectDir: env.LADING_COLLECT_DIR ? resolve(env.LADING_COLLECT_DIR) : undefined,
    metricsToken: metricsTokenOf(env.LADING_METRICS_TOKEN),
    lights: lightsOf(env.LADING_DPS),
    lightsBroker: lightsBrokerOf(env.LADING_DPS_BROKER),
    port808: number('LADING_808_PORT', 0, 65_535, 0)(env.LADING_808_PORT) || undefined,
  }
}
