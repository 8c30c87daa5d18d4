import { type ExportColumn, exportDefinition } from '@lading/contract/sys/exportDefinition.ts'
import { store } from '@lading/contract/wms/partner.ts'
import type { Ctx } from '../kernel/ctx.ts'
import { insert } from '../kernel/insert.ts'

const column = (
  name: keyof typeof store.fields & string,
  zh: string | null = null,
  en: string | null = null,
): ExportColumn => ({
  name,
  zh,
  en,
})

/** The demo company hands its list of stores to carriers, who call things by other names. */
export async function seedExports(ctx: Ctx): Promise<void> {
  await insert(ctx, exportDefinition, [
    {
      subject: store.key,
      columns: [
        column('code', '收货方编号', 'Consignee no.'),
        column('name', '收货方', 'Consignee name'),
        column('address', '送货地址', 'Delivery address'),
        column('contact'),
        column('phone', '联系电话'),
      ],
      fileName: '门店送货清单',
      version: 1,
    },
  ])
}
