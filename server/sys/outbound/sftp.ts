import { createHash } from 'node:crypto'
import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import type { Client, SFTPWrapper } from 'ssh2'
import { addressOf } from './reach.ts'

/** A tenth of a second at start, and twelve megabytes, only for who collects by SFTP. */
const ssh2 = async () => (await import('ssh2')).default

const readyMs = 15_000
/** So long one step may take: a listing, a file. */
const stepMs = 60_000
const usualPort = 22

/** Where files lie on another machine. */
export interface SftpAddress {
  readonly host: string
  readonly port: number
  /** Without a slash at its end; empty: where a login begins. */
  readonly folder: string
}
export interface SftpLogin {
  readonly username: string
  readonly password?: string
  readonly privateKey?: string
  /** By which the server is known; any other is refused before anything is told to it. */
  readonly hostKey: string
}
export interface SftpFile {
  readonly name: string
  readonly bytes: number
  readonly changedAt: Date
}
/** What can be done with the files of a server, by paths. */
export interface SftpFiles {
  /** The plain files of a folder, without those below it. */
  list(folder: string): Promise<readonly SftpFile[]>
  read(path: string): Promise<Buffer>
  /** Whole or not at all: under another name first. One that is there is written over. */
  write(folder: string, name: string, data: Buffer): Promise<void>
  /** Into a folder below, made where there is none. */
  move(folder: string, name: string, below: string, as: string): Promise<void>
}

const unreachable = (error: unknown): Fault =>
  new Fault(collectionFaults.unreachable, { reason: String(error instanceof Error ? error.message : error) })

/** `sftp://host:port/folder`, refused where it is none; who logs in is said elsewhere. */
export function readSftp(url: string | null): SftpAddress {
  const read = url !== null && URL.canParse(url) ? new URL(url) : undefined
  if (read?.protocol !== 'sftp:' || read.hostname === '' || read.username || read.password || read.search || read.hash)
    return refuse(collectionFaults.sftpAddress, { url: (url ?? '').slice(0, 100) })
  const folder = decodeURIComponent(read.pathname).replace(/\/+$/, '')
  if (folder.split('/').includes('..') || folder.includes('\0'))
    return refuse(collectionFaults.sftpAddress, { url: (url ?? '').slice(0, 100) })
  return { host: read.hostname, port: Number(read.port || usualPort), folder }
}

/** As `ssh-keygen -l` writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** Refuses what is no private key, or opens only with a passphrase. */
export async function demandPrivateKey(text: string): Promise<void> {
  const read = (await ssh2()).utils.parseKey(text)
  const [one] = Array.isArray(read) ? read : [read]
  if (one === undefined || one instanceof Error || !one.isPrivateKey()) refuse(collectionFaults.badKey)
}

/** The key by which a server is known now. Nobody logs in. */
export async function hostKeyOf({ host, port }: SftpAddress): Promise<string> {
  const address = await addressOf(host)
  const client = new (await ssh2()).Client()
  try {
    return await new Promise<string>((resolve, reject) => {
      client.once('error', (error) => reject(unreachable(error)))
      client.once('close', () => reject(unreachable(new Error(`${host}:${port} closed the connection`))))
      client.connect({
        host: address,
        port,
        username: 'nobody',
        readyTimeout: readyMs,
        hostVerifier: (key: Buffer) => {
          resolve(fingerprintOf(key))
          return false
        },
      })
    })
  } finally {
    // What it says of being turned away is no news.
    client.on('error', () => undefined)
    client.destroy()
  }
}

/** Logs in, works with the files, and leaves. A server that is not the one that is known gets neither name nor password. */
export async function withSftp<T>(
  at: SftpAddress,
  login: SftpLogin,
  work: (files: SftpFiles) => Promise<T>,
): Promise<T> {
  const address = await addressOf(at.host)
  const client = new (await ssh2()).Client()
  let found = ''
  try {
    const ready = new Promise<SFTPWrapper>((resolve, reject) => {
      client.once('error', reject)
      client.once('close', () => reject(new Error(`${at.host}:${at.port} closed the connection`)))
      client.once('ready', () => client.sftp((error, sftp) => (error ? reject(error) : resolve(sftp))))
    })
    const { hostKey, ...proof } = login
    client.connect({
      ...proof,
      host: address,
      port: at.port,
      readyTimeout: readyMs,
      hostVerifier: (key: Buffer) => {
        found = fingerprintOf(key)
        return found === hostKey
      },
    })
    const sftp = await ready.catch((error: unknown) => {
      if (found !== '' && found !== hostKey) refuse(collectionFaults.hostChanged, { found })
      throw unreachable(error)
    })
    return await work(filesOf(client, sftp))
  } finally {
    client.on('error', () => undefined)
    client.end()
    client.destroy()
  }
}

type Done<T> = (error: Error | null | undefined, value?: T) => void
/** One step, bounded in time; a connection that breaks meanwhile ends it too. */
const step = <T>(client: Client, does: (done: Done<T>) => void): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    const late = setTimeout(() => end(new Error(`no answer within ${stepMs} ms`)), stepMs)
    const broken = (): void => end(new Error('the connection was closed'))
    const end: Done<T> = (error, value) => {
      clearTimeout(late)
      client.off('close', broken)
      if (error) reject(unreachable(error))
      else resolve(value as T)
    }
    client.once('close', broken)
    does(end)
  })

const under = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

function filesOf(client: Client, sftp: SFTPWrapper): SftpFiles {
  const exists = (path: string): Promise<boolean> => step(client, (done) => sftp.stat(path, (e) => done(null, !e)))
  const rename = async (from: string, to: string): Promise<void> => {
    // SFTP itself writes over nothing.
    if (await exists(to)) await step<void>(client, (done) => sftp.unlink(to, done))
    await step<void>(client, (done) => sftp.rename(from, to, done))
  }
  return {
    list: async (folder) => {
      const all = await step<Parameters<Parameters<SFTPWrapper['readdir']>[1]>[1]>(client, (done) =>
        sftp.readdir(folder === '' ? '.' : folder, done),
      )
      return all
        .filter(({ filename, attrs }) => attrs.isFile() && !filename.includes('/'))
        .map(({ filename, attrs }) => ({
          name: filename,
          bytes: attrs.size,
          changedAt: new Date(attrs.mtime * 1000),
        }))
    },
    read: (path) => step<Buffer>(client, (done) => sftp.readFile(path, done)),
    write: async (folder, name, data) => {
      const unready = under(folder, `.${name}.part`)
      await step<void>(client, (done) => sftp.writeFile(unready, data, done))
      await rename(unready, under(folder, name))
    },
    move: async (folder, name, below, as) => {
      const place = under(folder, below)
      if (!(await exists(place))) await step<void>(client, (done) => sftp.mkdir(place, done))
      await rename(under(folder, name), under(place, as))
    },
  }
}
