import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'

/** A real SSH server with the files of a folder, for whoever knows the password or has the key. */
export interface SftpServer {
  readonly port: number
  /** The folder that its root is. */
  readonly root: string
  /** How often somebody was let in, and how often somebody tried. */
  readonly seen: { logins: number; tries: number }
  close(): Promise<void>
}
const { STATUS_CODE } = ssh2.utils.sftp
interface KeyPair {
  readonly private: string
  readonly public: string
}
/** One pair of 256 that the library makes is none: a public key that begins with zero loses it (mscdex/ssh2#1513). */
export function newLoginKey(): KeyPair {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519')
    if ([pair.private, pair.public].every((key) => !(ssh2.utils.parseKey(key) instanceof Error))) return pair
  }
}
export const newHostKey = (): string => newLoginKey().private

export async function openSftpServer(o: {
  readonly hostKey: string
  readonly password: string
  readonly publicKey?: string
  readonly port?: number
  readonly root?: string
}): Promise<SftpServer> {
  const root = o.root ?? mkdtempSync(join(tmpdir(), 'sftp-'))
  const seen = { logins: 0, tries: 0 }
  const connections = new Set<{ end(): void }>()
  const known = o.publicKey === undefined ? undefined : ssh2.utils.parseKey(o.publicKey)
  const server = new ssh2.Server({ hostKeys: [o.hostKey] }, (client) => {
    connections.add(client)
    client.on('error', () => undefined)
    client.on('close', () => connections.delete(client))
    client.on('authentication', (asked) => {
      if (asked.method !== 'none') seen.tries += 1
      const byPassword = asked.method === 'password' && asked.password === o.password
      const byKey =
        asked.method === 'publickey' &&
        known &&
        !(known instanceof Error) &&
        known.getPublicSSH().equals(asked.key.data)
      if (!byPassword && !byKey) return asked.reject(['password', 'publickey'])
      seen.logins += 1
      return asked.accept()
    })
    client.on('session', (accept) => {
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), root))
    })
  })
  await new Promise<void>((done) => server.listen(o.port ?? 0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    root,
    seen,
    close: async () => {
      for (const one of connections) one.end()
      await new Promise<void>((done) => server.close(() => done()))
      if (o.root === undefined) rmSync(root, { recursive: true, force: true })
    },
  }
}

interface Handle {
  readonly path: string
  names?: string[]
  data: Buffer
  readonly isWritten: boolean
}

/** What the file system refuses is a failure of the call. */
function trying(sftp: SFTPWrapper, id: number, does: () => void): void {
  try {
    does()
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE)
  }
}
function attrsOf(path: string) {
  const { mode, size, mtimeMs, atimeMs } = statSync(path)
  return { mode, size, uid: 0, gid: 0, mtime: Math.floor(mtimeMs / 1000), atime: Math.floor(atimeMs / 1000) }
}

function serve(sftp: SFTPWrapper, root: string): void {
  const at = (path: string): string => join(root, path)
  serveContents(sftp, at)
  serveNames(sftp, at)
}

/** Folders are listed, files read and written. */
function serveContents(sftp: SFTPWrapper, at: (path: string) => string): void {
  const handles = new Map<number, Handle>()
  let last = 0
  const open = (handle: Handle): Buffer => {
    last += 1
    handles.set(last, handle)
    const id = Buffer.alloc(4)
    id.writeUInt32BE(last)
    return id
  }
  const of = (id: Buffer): Handle | undefined => handles.get(id.readUInt32BE())
  const done = (id: number): void => sftp.status(id, STATUS_CODE.OK)
  sftp.on('OPENDIR', (id, path) =>
    trying(sftp, id, () =>
      sftp.handle(id, open({ path: at(path), names: readdirSync(at(path)), data: Buffer.alloc(0), isWritten: false })),
    ),
  )
  sftp.on('READDIR', (id, handle) => {
    const dir = of(handle)
    const names = dir?.names ?? []
    if (!dir || names.length === 0) return sftp.status(id, STATUS_CODE.EOF)
    dir.names = []
    return sftp.name(
      id,
      names.map((name) => ({ filename: name, longname: name, attrs: attrsOf(join(dir.path, name)) })),
    )
  })
  sftp.on('OPEN', (id, path, flags) =>
    trying(sftp, id, () => {
      const isWritten = (flags & 2) !== 0
      const data = isWritten ? Buffer.alloc(0) : readFileSync(at(path))
      sftp.handle(id, open({ path: at(path), data, isWritten }))
    }),
  )
  sftp.on('READ', (id, handle, offset, length) => {
    const data = of(handle)?.data ?? Buffer.alloc(0)
    if (offset >= data.length) return sftp.status(id, STATUS_CODE.EOF)
    return sftp.data(id, data.subarray(offset, offset + length))
  })
  sftp.on('WRITE', (id, handle, offset, data) => {
    const file = of(handle)
    if (!file) return sftp.status(id, STATUS_CODE.FAILURE)
    const all = Buffer.alloc(Math.max(file.data.length, offset + data.length))
    file.data.copy(all)
    data.copy(all, offset)
    file.data = all
    return done(id)
  })
  sftp.on('CLOSE', (id, handle) =>
    trying(sftp, id, () => {
      const file = of(handle)
      if (file?.isWritten) writeFileSync(file.path, file.data)
      handles.delete(handle.readUInt32BE())
      done(id)
    }),
  )
  sftp.on('FSTAT', (id, handle) => trying(sftp, id, () => sftp.attrs(id, attrsOf(of(handle)?.path ?? ''))))
}

/** Files are found, made, moved and removed by their names. */
function serveNames(sftp: SFTPWrapper, at: (path: string) => string): void {
  const done = (id: number): void => sftp.status(id, STATUS_CODE.OK)
  for (const name of ['STAT', 'LSTAT'] as const)
    sftp.on(name, (id: number, path: string) => trying(sftp, id, () => sftp.attrs(id, attrsOf(at(path)))))
  for (const name of ['SETSTAT', 'FSETSTAT'] as const) sftp.on(name as 'SETSTAT', (id) => done(id))
  sftp.on('MKDIR', (id, path) =>
    trying(sftp, id, () => {
      mkdirSync(at(path))
      done(id)
    }),
  )
  sftp.on('RENAME', (id, from, to) =>
    trying(sftp, id, () => {
      renameSync(at(from), at(to))
      done(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    trying(sftp, id, () => {
      unlinkSync(at(path))
      done(id)
    }),
  )
}
