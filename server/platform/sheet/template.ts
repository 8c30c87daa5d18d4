import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { type Language, say, type Text } from '@lading/contract/kernel/text.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { type FileAnswer, type Served, serve } from '../../kernel/http/serve.ts'
import { entityByKey } from '../../kernel/registry.ts'
import { choiceText, isNeeded, type SheetColumn, templateTitle } from './columns.ts'
import { templateShape } from './definition.ts'
import { exportServed, type Only } from './exportRows.ts'
import type { ImportRules } from './importCheck.ts'
import { keyOf } from './importDrafts.ts'
import { importServed } from './importRows.ts'
import { expectation } from './parseCell.ts'
import type { OutRow } from './rows.ts'
import { type SheetFormat, sheetTypes, writeSheet, writeWorkbook } from './write.ts'

/** What a column wants, in a sentence for who fills it in. */
function note(e: AnyEntity, c: SheetColumn, language: Language): OutRow {
  const f = c.field
  const tell = (text: Text, args: Record<string, unknown> = {}) => say(text, language, args)
  const target = f.to === undefined ? undefined : entityByKey(f.to)
  const parts = [
    ...(target ? [tell(['{title}的代码', 'code of {title}'], { title: target.title })] : []),
    ...(f.kind === 'ref' ? [] : [expectation(f, language)]),
    ...(f.hint ? [tell(f.hint)] : []),
    ...(c.note ? [c.note] : []),
    ...(c.sample ? [tell(['如 {sample}', 'for example {sample}'], { sample: c.sample })] : []),
    ...(initialText(c, language) === ''
      ? []
      : [tell(['空白时为 {value}', 'if blank: {value}'], { value: initialText(c, language) })]),
    ...(keyOf(e).includes(c.name) ? [tell(['主键，修改时按此匹配', 'key: rows are matched by it'])] : []),
  ]
  const need = isNeeded(c) || c.isAsked === true
  return [templateTitle(c), c.name, tell(need ? ['必填', 'required'] : ['选填', 'optional']), parts.join('; ')]
}

const yesOrNo = (is: boolean, language: Language): string => say(is ? ['是', 'Yes'] : ['否', 'No'], language)

/** What stands for an empty cell; empty where nothing does. */
function initialText(c: SheetColumn, language: Language): string {
  if (c.initial) return c.initial
  const { initial } = c.field
  if (initial === undefined || Array.isArray(initial)) return ''
  if (typeof initial === 'boolean') return yesOrNo(initial, language)
  return choiceText(c.field, String(initial), language)
}

/** What a cell offers to choose from. */
function offeredIn({ field }: SheetColumn, language: Language): { choices?: string[] } {
  if (field.kind === 'flag') return { choices: [yesOrNo(true, language), yesOrNo(false, language)] }
  if (!field.choices || (field.kind !== 'choice' && field.kind !== 'dict')) return {}
  return { choices: Object.keys(field.choices).map((key) => choiceText(field, key, language)) }
}

const general: readonly Text[] = [
  [
    '第一行是表头，可以调整列的顺序或删除不需要的选填列',
    'The first row is the header; columns can be reordered and optional ones deleted',
  ],
  [
    '空白单元格：新增时取默认值，修改时保持原值',
    'A blank cell takes the default value in a new row and changes nothing in an existing one',
  ],
  [
    '一条数据有多条明细时，每条明细占一行并重复主键列',
    'If a record has several child rows, give each its own row and repeat the key column',
  ],
  ['可整批校验（一行错则都不导入），也可只导入正确行', 'All rows or none, or the good rows alone: you choose'],
]

/** An empty sheet with the columns that an import takes, and a second sheet that explains them. */
export async function template(ctx: Ctx, e: AnyEntity, format: SheetFormat): Promise<FileAnswer> {
  const { language } = ctx
  const { columns } = await templateShape(ctx, e)
  const head = columns.map((c) => ({
    title: templateTitle(c),
    width: Math.max(12, templateTitle(c).length + 6),
    ...offeredIn(c, language),
  }))
  const title = say(e.title, language)
  const name = say(['{title}导入模板', '{title} import template'], language, { title: e.title })
  const answer = { name: `${name}.${format}`, type: sheetTypes[format] }
  if (format === 'csv') return { ...answer, data: await writeSheet('csv', { name: title, columns: head, rows: [] }) }
  const words: readonly Text[] = [
    ['列', 'Column'],
    ['字段', 'Field'],
    ['要求', 'Required?'],
    ['说明', 'Meaning'],
  ]
  const notes = {
    name: say(['说明', 'Notes'], language),
    columns: words.map((w, i) => ({ title: say(w, language), width: [30, 24, 10, 80][i] ?? 10 })),
    rows: [...columns.map((c) => note(e, c, language)), ...general.map((text): OutRow => [say(text, language)])],
  }
  return { ...answer, data: await writeWorkbook([{ name: title, columns: head, rows: [] }, notes]) }
}

export function templateServed(e: AnyEntity): Served[] {
  const call = crudCalls(e).importTemplate
  return call ? [serve(call, (ctx, input) => template(ctx, e, (input as { format: SheetFormat }).format))] : []
}

/** Export, import and its template, as far as the entity's actions offer them. */
export const sheetServed = (e: AnyEntity, rules: ImportRules = {}, only?: Only): Served[] => [
  ...exportServed(e, only),
  ...templateServed(e),
  ...importServed(e, rules),
]
