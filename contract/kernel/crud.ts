import { z } from 'zod'
import type { Call } from './call.ts'
import { bulkAnswer, del, get, id, listQuery, pageOf, post, query, seen, seenMany, version } from './call.ts'
import type { AnyDocument } from './document.ts'
import type { AnyEntity } from './entity.ts'
import { entityPath, entityPermission } from './entity.ts'
import type { Step } from './flow.ts'
import { logEntry } from './log.ts'
import type { Action } from './permission.ts'
import { createSchema, inputSchema, recordSchema, updateSchema } from './schema.ts'
import type { Text } from './text.ts'

export const fileFormat = z.enum(['xlsx', 'csv'])
/** What an export asks: the list's own filter, and which columns in which order. */
export const exportInput = z.object({
  filter: listQuery.shape.filter,
  orderBy: z.string().max(200).optional(),
  columns: z.array(z.string().max(64)).max(100).optional(),
  format: fileFormat.default('xlsx'),
})
export const importInput = z.object({
  /** `true`: check everything, write nothing. */
  dryRun: z.enum(['true', 'false']).default('true'),
  /** Left out: what its template says, else `INSERT`. */
  mode: z.enum(['INSERT', 'UPDATE', 'UPSERT']).optional(),
  /** With errors: nothing is imported, or the rows that have none. Left out: what its template says, else `ALL`. */
  rows: z.enum(['ALL', 'GOOD']).optional(),
  /** `true`: also if the same file has been imported of late. */
  again: z.enum(['true', 'false']).default('false'),
  /**
   * `REPLACE`: of a paper that is there already the file has all lines, and no other stays; left out: such lines are not
   * changed by a file. Rows that have a key of their own are found again by it either way.
   */
  lines: z.literal('REPLACE').optional(),
})
const remark = z.object({ row: z.number(), field: z.string(), title: z.string(), message: z.string() })
export const importAnswer = z.object({
  rows: z.number(),
  created: z.number(),
  updated: z.number(),
  dryRun: z.boolean(),
  /** Refusals and warnings by row, with the heading of their column. */
  errors: z.array(remark),
  warnings: z.array(remark),
  /** The sent file with a column of errors, base64, when there are any; of good rows that went in only the others. */
  errorFile: z.string().optional(),
  /** Of the record that tells of it. */
  recordId: z.string().optional(),
  /**
   * There: so many rows are worked off in the background. Nothing is written yet, and the counts above are none; the record
   * of this id tells how it goes and what came of it (`/fw/api/sys/importRecord/getById`).
   */
  taskId: z.string().optional(),
})

/** As {@link foresee}, of a call whose input stands in its address. */
const foreseeText = z
  .literal('true')
  .transform(() => true)
  .optional()
const ids = z.object({ id, version })
const seenOrMany = z.union([seen, seenMany])
const tail = (e: AnyEntity, word: Text): Text => [`${word[0]}${e.title[0]}`, `${word[1]} ${e.title[1].toLowerCase()}`]

const known = new WeakMap<AnyEntity, Record<string, Call>>()
/** The calls that every declared entity has, as far as its actions allow them; the same ones for all who ask. */
export function crudCalls(e: AnyEntity): Record<string, Call> {
  const calls = known.get(e) ?? { ...readCalls(e), ...writeCalls(e), ...offerCalls(e), ...fileCalls(e) }
  known.set(e, calls)
  return calls
}

function readCalls(e: AnyEntity): Record<string, Call> {
  const path = entityPath(e)
  const permission = entityPermission(e, 'view')
  return {
    query: query(`${path}/query`, {
      title: tail(e, ['查询', 'List']),
      permission,
      input: listQuery,
      output: pageOf(recordSchema(e)),
    }) as Call,
    getById: get(`${path}/getById`, {
      title: tail(e, ['查看', 'Get']),
      permission,
      input: z.object({ id }),
      output: recordSchema(e),
    }) as Call,
    log: get(`${path}/log`, {
      title: tail(e, ['操作日志：', 'Log of']),
      permission,
      input: z.object({ id }),
      output: z.array(logEntry),
    }) as Call,
  }
}

function writeCalls(e: AnyEntity): Record<string, Call> {
  const path = entityPath(e)
  const may = (action: Action) => entityPermission(e, action)
  const has = (action: Action) => e.actions.includes(action)
  const calls: Record<string, Call> = {}
  if (has('create'))
    calls.create = post(`${path}/create`, {
      title: tail(e, ['新增', 'Create']),
      permission: may('create'),
      input: createSchema(e),
      output: ids,
    }) as Call
  if (has('update'))
    calls.update = post(`${path}/update`, {
      title: tail(e, ['编辑', 'Edit']),
      permission: may('update'),
      input: updateSchema(e),
      output: ids,
    }) as Call
  if (has('enable_disable'))
    for (const [verb, word] of [
      ['enable', ['启用', 'Enable']],
      ['disable', ['停用', 'Disable']],
    ] as const)
      calls[verb] = post(`${path}/${verb}`, {
        title: tail(e, word),
        permission: may('enable_disable'),
        input: seenOrMany,
        output: z.union([ids, bulkAnswer]),
      }) as Call
  if (has('remove'))
    calls.remove = del(`${path}/remove`, {
      title: tail(e, ['删除', 'Delete']),
      permission: may('remove'),
      input: z.object({ id, version: z.coerce.number().pipe(version), foresee: foreseeText }),
      output: z.null(),
    }) as Call
  return calls
}

/** Keys of what the form of an entity, child rows included, and its steps let somebody choose. */
export function targetsOf(e: AnyEntity): readonly string[] {
  const own = e.form.flatMap((name): readonly string[] => {
    const f = e.fields[name]
    if (!f || f.derived) return []
    return f.rows ? targetsOf(f.rows.entity) : f.to === undefined ? [] : [f.to]
  })
  return [...new Set([...own, ...(e.asks ?? [])])]
}

/** Rows offered at once; whoever looks for others types what they are called. */
export const offeredMax = 30
export const offerInput = (targets: readonly [string, ...string[]]) =>
  z.object({ to: z.enum(targets), filter: listQuery.shape.filter })
export const offered = z.array(z.record(z.string(), z.unknown()))

/**
 * Who may write finds what he may choose: code and name of it, though he may not look at it otherwise. Administration has
 * calls of its own for that, which reach no further than who asks.
 */
function offerCalls(e: AnyEntity): Record<string, Call> {
  const [first, ...more] = e.area === 'sys' ? [] : targetsOf(e)
  const action = (['create', 'update'] as const).find((a) => e.actions.includes(a))
  if (first === undefined || action === undefined) return {}
  return {
    offer: query(`${entityPath(e)}/offer`, {
      title: tail(e, ['可选数据：', 'Choices for']),
      permission: entityPermission(e, action),
      input: offerInput([first, ...more]),
      output: offered,
    }) as Call,
  }
}

function fileCalls(e: AnyEntity): Record<string, Call> {
  const path = entityPath(e)
  const may = (action: Action) => entityPermission(e, action)
  const has = (action: Action) => e.actions.includes(action)
  const calls: Record<string, Call> = {}
  if (has('export'))
    calls.export = query(`${path}/export`, {
      title: tail(e, ['导出', 'Export']),
      permission: may('export'),
      input: exportInput,
      binary: true,
    }) as Call
  if (has('import')) {
    calls.importTemplate = get(`${path}/importTemplate`, {
      title: tail(e, ['导入模板：', 'Import template of']),
      permission: may('import'),
      input: z.object({ format: fileFormat.default('xlsx') }),
      binary: true,
    }) as Call
    calls.import = post(`${path}/import`, {
      title: tail(e, ['导入', 'Import']),
      permission: may('import'),
      input: importInput,
      output: importAnswer,
      upload: true,
    }) as Call
  }
  return calls
}

/** A document has the calls of its header and one per step of its flow. Each step answers per row. */
export function documentCalls(b: AnyDocument): Record<string, Call> {
  const path = entityPath(b.header)
  const calls = crudCalls(b.header)
  for (const [name, step] of Object.entries(b.flow.steps))
    calls[name] = post(`${path}/${name}`, {
      title: tail(b.header, step.title),
      permission: entityPermission(b.header, step.verb),
      input: stepInput(step),
      output: bulkAnswer,
    }) as Call
  return calls
}

/** The rows that take a step, and what is asked with it. */
function stepInput({ input }: Step) {
  if (!input) return seenMany
  const asked = inputSchema(input)
  return seenMany.extend({ input: asked.safeParse({}).success ? asked.prefault({}) : asked })
}
