import { Fault, refuse } from '@lading/contract/kernel/fault.ts'
import type { CredentialKind, dataCollection } from '@lading/contract/sys/collection.ts'
import { collectionFaults } from '@lading/contract/sys/collectionCalls.ts'
import type { RowOf } from '../../kernel/rowOf.ts'
import { askHttp, type Told } from '../outbound/http.ts'
import { type OutsideRecord, recordsIn } from './mapping.ts'

/** More pages than that are read by the next run, if the source knows a watermark. */
const pagesMax = 500
const timeoutMs = 30_000

export type Source = RowOf<
  typeof dataCollection,
  'endpoint' | 'credentialKind' | 'credentialName' | 'recordsPath' | 'watermark' | 'batchSize'
>

/** The address with what it asks for put in. */
export const addressAt = (
  endpoint: string,
  { watermark, batchSize }: Pick<Source, 'watermark' | 'batchSize'>,
  page: number,
) =>
  endpoint
    .replaceAll('$watermark', encodeURIComponent(watermark ?? ''))
    .replaceAll('$page', String(page))
    .replaceAll('$size', String(batchSize))

/** The headers that say who we are. @param secret opened, if there is one */
export function credentials(kind: CredentialKind, name: string | null, secret: string | null): Record<string, string> {
  if (kind === 'NONE') return {}
  if (secret === null) return refuse(collectionFaults.noSecret)
  if (kind === 'BEARER') return { authorization: `Bearer ${secret}` }
  if (kind === 'BASIC') return { authorization: `Basic ${Buffer.from(`${name ?? ''}:${secret}`).toString('base64')}` }
  if (kind === 'HEADER') return { [(name ?? '').toLowerCase()]: secret }
  return refuse(collectionFaults.credential)
}

async function ask(url: string, headers: Record<string, string>): Promise<Told> {
  try {
    return await askHttp({ url, method: 'GET', headers: { accept: 'application/json', ...headers }, timeoutMs })
  } catch (error) {
    if (error instanceof Fault) throw error
    return refuse(collectionFaults.unreachable, { reason: String(error instanceof Error ? error.message : error) })
  }
}

/** The records of a source, page by page. @param secret opened, if it has one */
export async function* pagesOf(source: Source, secret: string | null): AsyncGenerator<readonly OutsideRecord[]> {
  const endpoint = source.endpoint ?? refuse(collectionFaults.noEndpoint)
  const headers = credentials(source.credentialKind, source.credentialName, secret)
  const isPaged = endpoint.includes('$page')
  for (let page = 1; page <= pagesMax; page++) {
    const told = await ask(addressAt(endpoint, source, page), headers)
    if (told.status < 200 || told.status > 299) refuse(collectionFaults.status, { status: told.status })
    const records = recordsIn(told.body, source.recordsPath)
    yield records
    if (!isPaged || records.length < source.batchSize) return
  }
  refuse(collectionFaults.tooManyPages, { max: pagesMax })
}
