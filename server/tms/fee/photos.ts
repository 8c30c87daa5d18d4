import type { AnyDocument } from '@lading/contract/kernel/document.ts'
import { refuse } from '@lading/contract/kernel/fault.ts'
import { type PhotoCalls, photo } from '@lading/contract/sys/photo.ts'
import { carrierFeeBill, employeeFeeBill, feeBill } from '@lading/contract/tms/feeBill.ts'
import { feeFaults } from '@lading/contract/tms/feeFaults.ts'
import sql from 'sql-template-tag'
import type { Ctx } from '../../kernel/ctx.ts'
import type { OutsideRequest, Served, Upload } from '../../kernel/http/serve.ts'
import type { Computations } from '../../kernel/registry.ts'
import { named } from '../../kernel/scope.ts'
import { lockBill } from '../../platform/document/steps.ts'
import { photosServed } from '../../platform/file/photos.ts'
import { atRow } from './centre.ts'

/** What a confirmed charge rests on stays. @throws Fault photoStays */
async function demandDraft(ctx: Ctx, d: AnyDocument, id: string): Promise<void> {
  const { state, billNo } = await lockBill(ctx, d, id)
  if (state !== 'DRAFT') refuse(feeFaults.photoStays, { no: billNo })
}

/** Photos of receipts, kept where the charge stands: a finance centre sees them as its transport centre does. */
export const feePhotosServed = (d: AnyDocument, calls: PhotoCalls): Served[] =>
  photosServed(d, calls).map((one): Served => {
    const there = (ctx: Ctx, { id }: { id: string }) => atRow(ctx, d.header, id)
    if (one.kind === 'plain')
      return {
        ...one,
        handle: async (ctx: Ctx, input: never, upload?: Upload) => {
          const at = await there(ctx, input)
          if (one.call.path === calls.remove.path) await demandDraft(at, d, (input as { id: string }).id)
          return one.handle(at, input, upload)
        },
      }
    if (one.kind !== 'outside') return one
    return {
      ...one,
      handle: (request: OutsideRequest, input: never, upload?: Upload) => {
        const perform: OutsideRequest['perform'] = (work, o) =>
          request.perform(async (ctx) => work(await there(ctx, input)), o)
        return one.handle({ ...request, perform }, input, upload)
      },
    }
  })

const subjects = [carrierFeeBill, employeeFeeBill].map(({ header }) => header.key)
export const feePhotoCount: Computations = {
  [feeBill.header.table]: {
    photos: {
      value: (ctx) => sql`(select count(*)::integer from ${named(ctx, photo, 'p')}
        where p.org_id = t.org_id and p.subject = any(${subjects}::text[]) and p.subject_id = t.id)`,
    },
  },
}
