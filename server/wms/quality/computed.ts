import { qualityBill } from '@lading/contract/wms/qualityBill.ts'
import sql, { raw } from 'sql-template-tag'
import type { Computed } from '../../kernel/registry.ts'
import { from } from '../../kernel/scope.ts'
import { photosOfCheck } from './photos.ts'

const summed = (column: string): Computed => ({
  value: (ctx) => sql`
    select coalesce(sum(l.${raw(column)}), 0) from ${from(ctx, qualityBill.line, 'l')} where l.org_id = t.org_id and l.bill_id = t.id`,
})

export const qualityComputed: Readonly<Record<string, Computed>> = {
  lineCount: {
    value: (ctx) => sql`
      select count(*)::integer from ${from(ctx, qualityBill.line, 'l')} where l.org_id = t.org_id and l.bill_id = t.id`,
  },
  lotQty: summed('lot_qty'),
  passQty: summed('pass_qty'),
  rejectQty: summed('reject_qty'),
}

export const checkComputed: Readonly<Record<string, Computed>> = { photos: { value: photosOfCheck } }
