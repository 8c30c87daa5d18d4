import { dicOrgInfo, dicType } from '@lading/contract/sys/dictionary.ts'
import { option } from '@lading/contract/sys/option.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { insert } from '../../kernel/insert.ts'
import { orgIdOf } from '../../platform/demo/site.ts'

/** What the first centre has otherwise than the enterprise, and a new centre may take over from it. */
export async function seedSettings(ctx: Ctx): Promise<void> {
  const orgId = await orgIdOf(ctx, 'DC01')
  await insert(ctx, option, [
    { orgId, key: 'wms_sign_days', value: '5', version: 1 },
    { orgId, key: 'ui_page_size', value: '20', version: 1 },
  ])
  await insert(ctx, dicType, [{ code: 'RETURN_REASON', isOrgLevel: true, version: 1 }])
  await insert(ctx, dicOrgInfo, [
    {
      orgId,
      typeCode: 'RETURN_REASON',
      queryKey: 'COLD_CHAIN',
      infoValue: '冷链中断',
      infoValueEn: 'Cold chain broken',
      sort: 70,
    },
  ])
}
