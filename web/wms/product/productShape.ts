import type { Values } from '../../kernel/form/draft.ts'
import type { FormShape } from '../../kernel/form/shape.ts'

const hasDates = ({ shelfMode }: Values): boolean => shelfMode !== 'NONE'

/** Cubic metres of what is so many centimetres long, wide and high, as a decimal of six digits. */
export function volumeOf({ lengthCm, widthCm, heightCm }: Values): string | undefined {
  const volume = [lengthCm, widthCm, heightCm].reduce<number>((all, cm) => all * Number(cm), 1)
  return volume > 0 ? String(Number((volume / 1e6).toFixed(6))) : undefined
}

export const productShape: FormShape = {
  sections: [
    {
      title: ['效期与批次', 'Dates and lots'],
      fields: ['shelfMode', 'shelfLifeDays', 'acceptDays', 'nearDays', 'outDays', 'lotBy', 'turnover'],
    },
    {
      title: ['仓储', 'Storage'],
      fields: ['temperature', 'hazard', 'abc', 'storageSchemeId', 'splitAllowed', 'overPct'],
    },
    {
      title: ['尺寸与重量', 'Size and weight'],
      fields: ['lengthCm', 'widthCm', 'heightCm', 'volumeM3', 'weightKg', 'netWeightKg', 'catchPct'],
    },
  ],
  show: {
    catchPct: ({ isWeigh }) => isWeigh === true,
    shelfLifeDays: hasDates,
    acceptDays: hasDates,
    nearDays: hasDates,
    outDays: hasDates,
  },
  derive: { volumeM3: volumeOf },
}
