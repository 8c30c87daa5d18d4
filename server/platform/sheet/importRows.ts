import { createHash } from 'node:crypto'
import { crudCalls, type importInput } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { Fault } from '@lading/contract/kernel/fault.ts'
import { sheetFaults } from '@lading/contract/sys/sheetFaults.ts'
import { importRecord, sheetRecordLimits as limits } from '@lading/contract/sys/sheetRecord.ts'
import type { z } from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { once } from '../../kernel/http/idempotency.ts'
import { type OutsideRequest, type Served, serveOutside, type Upload } from '../../kernel/http/serve.ts'
import { demandAt } from '../../kernel/scope.ts'
import { giveSigns } from './alive.ts'
import type { ImportRules } from './importCheck.ts'
import { importFile, type Sent, type Wanted } from './importFile.ts'
import { importGood } from './importGood.ts'
import { beginImport, demandNew, failImport, queueImport } from './importRecords.ts'
import type { ImportAnswer } from './importReport.ts'
import { chosenFor } from './importRules.ts'
import { readSheet } from './read.ts'
import type { SheetRow } from './rows.ts'

type Input = z.output<typeof importInput>

const hashOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex')

/**
 * Imports a file, and notes who brought what in. It is read outside the database, then checked and written: few rows at
 * once, in one transaction; many are left to the background, where the same function is asked again.
 */
export async function importRows(
  request: OutsideRequest,
  e: AnyEntity,
  input: Input,
  upload: Upload | undefined,
  rules: ImportRules,
): Promise<ImportAnswer> {
  if (!upload) throw new Fault(sheetFaults.noFile)
  const file = { ...upload, hash: hashOf(upload.data) }
  // It was settled when it was asked for.
  if (request.background) return importAgain(request, e, wantedOf(input), file, rules)
  // What cannot be read is noted all the same.
  const read = await readSheet(file).then(
    (sheet) => ({ sheet }),
    (error: unknown) => ({ sheet: [] as readonly SheetRow[], error }),
  )
  const begun = await request.perform((ctx) => begin(ctx, e, input, file, read.sheet.length - 1))
  if ('rows' in begun) return begun
  const stopSigns = giveSigns(request, importRecord, begun.recordId)
  try {
    if ('error' in read) throw read.error
    return {
      ...(await importFile(request, e, wantedOf(begun.input), { ...file, sheet: read.sheet }, rules, begun.recordId)),
      recordId: begun.recordId,
    }
  } catch (error) {
    await request.perform((ctx) => failImport(ctx, begun.recordId, error))
    throw error
  } finally {
    stopSigns()
  }
}

const wantedOf = ({ mode, lines, dryRun, rows }: Input): Wanted => ({
  mode: mode ?? 'INSERT',
  lines,
  dryRun: dryRun === 'true',
  onlyGood: rows === 'GOOD',
})

/** Notes an import that is worked off at once, or leaves it to the background. @param count rows of the file */
async function begin(
  ctx: Ctx,
  e: AnyEntity,
  asked: Input,
  { name, data, hash }: Sent,
  count: number,
): Promise<ImportAnswer | { recordId: string; input: Input }> {
  const { key } = ctx
  demandAt(e, ctx)
  const chosen = await chosenFor(ctx, e, asked, count)
  const input = { ...asked, ...chosen }
  const trial = input.dryRun === 'true'
  if (!trial && input.again !== 'true') await demandNew(ctx, e, hash, key)
  const noted = { name, trial, key, ...chosen, hash }
  // Who has no session, as a collection, has no page to look at it: he is served at once. Other systems send no files.
  const isPerson = ctx.sessionId !== null
  if (count <= limits.rowsAtOnce || !isPerson) return { recordId: await beginImport(ctx, e, noted), input }
  const route = crudCalls(e).import?.path ?? ''
  const left = { ...noted, route, input, count, data }
  const taskId = await once(ctx, route, key, hashOf(Buffer.from(JSON.stringify([asked, hash]))), () =>
    queueImport(ctx, e, left),
  )
  const none = { created: 0, updated: 0, errors: [], warnings: [] }
  // What the key's first answer was.
  return { rows: count, ...none, dryRun: trial, recordId: taskId as string, taskId: taskId as string }
}

/** Works off in the background what was left to it. */
async function importAgain(
  request: OutsideRequest,
  e: AnyEntity,
  o: Wanted,
  file: Sent,
  rules: ImportRules,
): Promise<ImportAnswer> {
  const { stages } = request.background ?? {}
  if (!stages) throw new Error('an import in the background has a record')
  const sheet = await readSheet(file)
  await request.background?.count(sheet.length - 1)
  const sent = { ...file, sheet }
  return o.onlyGood && !o.dryRun
    ? importGood(request, stages, e, o, sent, rules)
    : importFile(request, e, o, sent, rules, stages.recordId)
}

export function importServed(e: AnyEntity, rules: ImportRules = {}): Served[] {
  const call = crudCalls(e).import
  if (!call) return []
  const served = serveOutside(call, (request, input, upload) => importRows(request, e, input as Input, upload, rules))
  const importing: Importing = { ...served, importRules: rules }
  return [importing]
}

/** An import knows the rules of what it brings in: a template is tried by them. */
type Importing = Served & { readonly importRules: ImportRules }
export const rulesOf = (served: Served): ImportRules =>
  'importRules' in served ? (served as Importing).importRules : {}
