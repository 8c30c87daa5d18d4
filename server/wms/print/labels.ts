import { say } from '@lading/contract/kernel/text.ts'
import { store } from '@lading/contract/mdm/partner.ts'
import type { Filled } from '@lading/contract/sys/printForm.ts'
import { container, containerCategories, containerType } from '@lading/contract/wms/container.ts'
import { area, bin, binUsages } from '@lading/contract/wms/place.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import { from, named } from '../../kernel/scope.ts'
import { inAskedOrder } from '../../platform/print/order.ts'
import { binForm, containerForm, contentFields } from './labelForms.ts'

interface ContainerRow {
  id: string
  code: string
  typeName: string
  category: keyof typeof containerCategories
  storeCode: string | null
  storeName: string | null
  orgName: string
}

/** 100 × 150 mm: what stands on a pallet, tote or cage. */
export async function containerLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const rows = await ctx.tx.query<ContainerRow>(sql`
    select c.id, c.code, t.name as type_name, t.category, s.code as store_code, s.name as store_name, o.name as org_name
    from ${from(ctx, container, 'c')} join ${named(ctx, containerType, 't')} on t.id = c.type_id
    join sys_org o on o.tenant_id = c.tenant_id and o.id = c.org_id
    left join ${named(ctx, store, 's')} on s.id = c.store_id
    where c.id = any(${ids}::bigint[])`)
  return {
    name: 'containers',
    form: containerForm,
    copies: inAskedOrder(ids, rows).map((c) => ({
      values: {
        orgName: c.orgName,
        code: c.code,
        typeName: c.typeName,
        category: say(containerCategories[c.category], ctx.language),
        storeCode: c.storeCode ?? '',
        storeName: c.storeName ?? '',
        route: '',
        nth: '',
        taskNo: '',
        ...Object.fromEntries(contentFields.map((name) => [name, ''])),
      },
    })),
  }
}

interface BinRow {
  id: string
  code: string
  usage: keyof typeof binUsages
  checkDigit: string | null
  areaName: string
}

/** What is stuck to a rack. */
export async function binLabels(ctx: Ctx, ids: readonly string[]): Promise<Filled> {
  const rows = await ctx.tx.query<BinRow>(sql`
    select b.id, b.code, b.usage, b.check_digit, a.name as area_name from ${from(ctx, bin, 'b')}
    join ${named(ctx, area, 'a')} on a.id = b.area_id
    where b.id = any(${ids}::bigint[])`)
  return {
    name: 'bins',
    form: binForm,
    copies: inAskedOrder(ids, rows).map((b) => ({
      values: {
        code: b.code,
        areaName: b.areaName,
        usage: say(binUsages[b.usage], ctx.language),
        checkDigit: b.checkDigit ?? '',
      },
    })),
  }
}
