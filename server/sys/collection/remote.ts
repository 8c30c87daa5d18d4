import { refuse } from '@lading/contract/kernel/fault.ts'
import type { dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import { sheetFaults, sheetLimits } from '@lading/contract/sys/sheetFaults.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { readSftp, type SftpFiles, type SftpLogin, withSftp } from '../outbound/sftp.ts'
import { unseal } from '../seal.ts'
import { type CollectedFile, filesIn, filesMax, isCollected, putAwayAs, recordsOfFile, stillMs } from './folder.ts'

export type Config = RowOf<
  typeof dataCollection,
  | 'id'
  | 'code'
  | 'direction'
  | 'sourceKind'
  | 'object'
  | 'orgId'
  | 'events'
  | 'ownerScope'
  | 'ownerIds'
  | 'endpoint'
  | 'folder'
  | 'topic'
  | 'clientId'
  | 'lineFormat'
  | 'linePattern'
  | 'lineUnit'
  | 'steadiness'
  | 'credentialKind'
  | 'credentialName'
  | 'hostKey'
  | 'recordsPath'
  | 'watermarkPath'
  | 'watermark'
  | 'versionPath'
  | 'batchSize'
  | 'errorPolicy'
  | 'cron'
  | 'keeperId'
  | 'nextAt'
  | 'disabled'
  | 'sealed'
>

/** How a collection logs in, by its secret and the host key that somebody confirmed. @param secret the installation's */
function loginOf(config: Config, secret: string): SftpLogin {
  const opened = config.sealed === null ? null : unseal(config.sealed, secret, 'collection')
  if (opened === null) return refuse(collectionFaults.noSecret)
  if (!config.hostKey) return refuse(collectionFaults.noHostKey)
  const proof = config.credentialKind === 'KEY' ? { privateKey: opened } : { password: opened }
  return { username: config.credentialName ?? '', hostKey: config.hostKey, ...proof }
}

/** Works with the files of a collection's server. @param secret the installation's */
export const withServer = <T>(
  config: Config,
  secret: string,
  work: (files: SftpFiles, folder: string) => Promise<T>,
): Promise<T> => {
  const at = readSftp(config.endpoint)
  return withSftp(at, loginOf(config, secret), (files) => work(files, at.folder))
}

/**
 * Works with the files that wait for a collection, in the order of their names: in a folder of ours, or on a server, where
 * the connection stands as long as the work goes on.
 * @param o.at by which what is put away is told apart
 */
export async function withFiles<T>(
  config: Config,
  o: { readonly tenant: string; readonly secret: string; readonly at: Date },
  work: (files: readonly CollectedFile[]) => Promise<T>,
): Promise<T> {
  if (config.sourceKind !== 'SFTP') return work(await filesIn(o.tenant, config.folder, o.at))
  return withServer(config, o.secret, async (server, folder) => work(await waiting(server, folder, o.at)))
}

/** A server's clock need not be ours: what seems to have changed just now, before or after, waits for the next run. */
async function waiting(server: SftpFiles, folder: string, at: Date): Promise<readonly CollectedFile[]> {
  const all = await server.list(folder)
  return all
    .filter(({ name, changedAt }) => isCollected(name) && Math.abs(Date.now() - changedAt.getTime()) >= stillMs)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, filesMax)
    .map(({ name, bytes }) => ({
      name,
      records: async () => {
        if (bytes > sheetLimits.fileBytes) refuse(sheetFaults.tooBig)
        return recordsOfFile(name, await server.read(folder === '' ? name : `${folder}/${name}`))
      },
      end: (to) => server.move(folder, name, to, putAwayAs(name, at)),
    }))
}
