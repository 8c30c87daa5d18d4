import type { Options } from '@lading/contract/kernel/optionDef.ts'
import { say, type Text } from '@lading/contract/kernel/text.ts'
import type { ShownOption } from '@lading/contract/sys/options.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { FileAnswer } from '../../kernel/http/serve.ts'
import type { OutRow } from '../../platform/sheet/rows.ts'
import { showInstant } from '../../platform/sheet/showCell.ts'
import { sheetTypes, writeWorkbook } from '../../platform/sheet/write.ts'
import { groupTitle } from './read.ts'

const title: Text = ['系统参数', 'Options']
const heads: readonly { readonly title: Text; readonly width: number }[] = [
  { title: ['分组', 'Group'], width: 16 },
  { title: ['参数', 'Option'], width: 40 },
  { title: ['键', 'Key'], width: 32 },
  { title: ['说明', 'Description'], width: 60 },
  { title: ['值', 'Value'], width: 24 },
  { title: ['值的来源', 'Where it comes from'], width: 24 },
  { title: ['默认值', 'Default'], width: 16 },
  { title: ['可选值', 'May be'], width: 32 },
  { title: ['设置级别', 'Set for'], width: 16 },
]
const sources: Readonly<Record<ShownOption['source'], Text>> = {
  INITIAL: ['默认值', 'Default'],
  PLATFORM: ['平台默认', "The platform's default"],
  TENANT: ['企业设置', 'Set for the enterprise'],
  ORG: ['{org}的设置', 'Set for {org}'],
}
const levels: Readonly<Record<ShownOption['level'], Text>> = {
  TENANT: ['企业', 'Enterprise'],
  ORG: ['组织', 'Organisation'],
}
const hidden: Text = ['已设置，不显示', 'Set; not shown']

function mayBe({ type, choices, least = 0, most }: ShownOption): string {
  if (choices) return choices.join(', ')
  if (type === 'BOOL') return 'true, false'
  return type === 'INT' ? `${least}–${most ?? ''}` : ''
}

/** The options as a workbook of one sheet, each with its value and where that comes from. Secrets are left out. */
export async function optionWorkbook(
  ctx: Ctx,
  groups: Options['groups'],
  shown: readonly ShownOption[],
): Promise<FileAnswer> {
  const tell = (text: Text, args: object = {}) => say(text, ctx.language, { ...args })
  const rows = shown.map(
    (o): OutRow => [
      groupTitle(ctx, groups, o.groupName),
      o.title,
      o.key,
      o.description,
      o.type === 'SECRET' ? (o.isSet ? tell(hidden) : null) : o.value,
      tell(sources[o.source], { org: o.orgName }),
      o.initial,
      mayBe(o),
      tell(levels[o.level]),
    ],
  )
  const columns = heads.map((h) => ({ title: tell(h.title), width: h.width }))
  return {
    name: `${tell(title)}_${showInstant(ctx, ctx.now()).replace(/\D/g, '')}.xlsx`,
    type: sheetTypes.xlsx,
    data: await writeWorkbook([{ name: tell(title), columns, rows }]),
  }
}
