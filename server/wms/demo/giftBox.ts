import { product, productOwner, qpc } from '@lading/contract/mdm/product.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { initialsOf } from '../../kernel/initials.ts'
import { insert } from '../../kernel/insert.ts'

export const giftBox = 'GB0001'

/** What the centre makes of other goods: nobody delivers it. */
export async function seedGiftBox(ctx: Ctx, ownerId: string, categoryId: string | undefined): Promise<void> {
  const [productId, name] = [ctx.newId(), '饮品组合装']
  await insert(ctx, product, [
    {
      ...{ id: productId, code: giftBox, name, initials: initialsOf(name), nameEn: 'Drinks gift box', spec: '3瓶/套' },
      ...{
        categoryId,
        baseUnit: '套',
        shelfMode: 'EXPIRY' as const,
        lotBy: ['EXPIRY' as const],
        temperature: 'AMBIENT' as const,
      },
      ...{ weightKg: '1.8', netWeightKg: '1.7', volumeM3: '0.004', price: '19.9', brand: null, isWeigh: false },
    },
  ])
  const pack = {
    name: '1*6',
    qpc: '6',
    caseUnit: '箱',
    isDefault: true,
    palletTi: 8,
    palletHi: 4,
    weightKg: '10.8',
    volumeM3: '0.024',
  }
  await insert(ctx, qpc, [{ productId, ...pack }])
  await insert(ctx, productOwner.entity, [{ productId, ownerId }])
}
