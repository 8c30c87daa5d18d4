import { crudCalls, documentCalls } from '@lading/contract/kernel/crud.ts'
import { packChange } from '@lading/contract/mdm/packChange.ts'
import { qpc } from '@lading/contract/mdm/product.ts'
import { dayIn } from '../../kernel/clock.ts'
import { as, type Site } from '../../platform/demo/site.ts'
import { takeStep } from '../../platform/document/steps.ts'
import { changeSteps } from '../masters/packChange.ts'

interface Pack {
  readonly id: string
  readonly productId: string
}
const wanted = [
  { cause: '供应商更换外箱，毛重变化', weightKg: '9.2', isSent: true },
  { cause: '重新测量箱尺寸', lengthCm: '42', widthCm: '31', heightCm: '26', isSent: true },
  { cause: '托盘码放改为每层7箱、共3层', palletTi: 7, palletHi: 3, isSent: false },
] as const

/** What stewards ask to change of packs: some of it waits for a second person. */
export async function seedPackChanges({ ask, run, org, server }: Site): Promise<void> {
  const { records } = (await ask(crudCalls(qpc).query?.path, {
    ...{ filter: { qpc: { from: '6' } }, orderBy: 'id', page: 1, pageSize: 40 },
  })) as { records: readonly Pack[] }
  const effectiveOn = dayIn(org.timeZone, new Date(server.kernel.now().getTime() + 7 * 86_400_000))
  for (const [i, { isSent, ...change }] of wanted.entries()) {
    const pack = records[i * 7]
    if (!pack) continue
    const asked = { productId: pack.productId, qpcId: pack.id, effectiveOn, ...change }
    const made = (await ask(documentCalls(packChange).create?.path, asked)) as { id: string; version: number }
    if (isSent)
      await run((ctx) => as(ctx, 'admin').then((by) => takeStep(by, packChange, 'submit', made, changeSteps.submit)))
  }
}
