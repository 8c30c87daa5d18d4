import { store } from '@lading/contract/mdm/partner.ts'
import { type ExportColumn, exportDefinition } from '@lading/contract/sys/exportDefinition.ts'
import { importTemplate, type TemplateColumn } from '@lading/contract/sys/importTemplate.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'

const column = (
  name: keyof typeof store.fields & string,
  zh: string | null = null,
  en: string | null = null,
  look: Partial<Pick<ExportColumn, 'form' | 'width'>> = {},
): ExportColumn => ({ name, zh, en, form: null, width: null, ...look })

const asked = (name: keyof typeof store.fields & string, more: Partial<TemplateColumn> = {}): TemplateColumn => ({
  name,
  zh: null,
  en: null,
  required: false,
  note: null,
  initial: null,
  sample: null,
  ...more,
})

/** The demo company hands its list of stores to carriers, and has it filled in by its branches: each with other words. */
export async function seedSheets(ctx: Ctx): Promise<void> {
  await insert(ctx, exportDefinition, [
    {
      subject: store.key,
      orgId: '0',
      columns: [
        column('code', '收货方编号', 'Consignee no.'),
        column('name', '收货方', 'Consignee name'),
        column('address', '送货地址', 'Delivery address', { width: 44 }),
        column('contact'),
        // Whoever drives calls by the app, and need not keep the number.
        column('phone', '联系电话', null, { form: 'MASK' }),
      ],
      fileName: '门店送货清单_{ORG}_{yyyyMMdd}',
      version: 1,
    },
  ])
  await insert(ctx, importTemplate, [
    {
      subject: store.key,
      columns: [
        asked('code', { zh: '门店编号', en: 'Store no.', note: '总部分配的编号' }),
        asked('name', { zh: '门店名称' }),
        asked('kind', { initial: '直营' }),
        asked('region', { required: true, sample: '华东' }),
        asked('address', { required: true, note: '省市区及门牌号', sample: '上海市青浦区示例路1号' }),
        asked('contact', { zh: '收货人' }),
        asked('phone', { note: '收货时能接通的号码' }),
      ],
      mode: 'UPSERT',
      rows: 'GOOD',
      maxRows: 5_000,
      version: 1,
    },
  ])
}
