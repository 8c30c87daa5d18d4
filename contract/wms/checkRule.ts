import { decimal, flag, int, money } from '../kernel/field.ts'

/** What a pick area says of which of its containers are looked into, by whom, and how exactly they weigh. */
export const checkRule = {
  checkPct: int(['复核比例%', 'Containers checked %'], {
    required: true,
    initial: 0,
    least: 0,
    most: 100,
    hint: ['拣完的容器按比例抽检，100为全检', 'Share of picked containers that are checked; 100: all of them'],
  }),
  checkShort: flag(['缺货后复核', 'Check after a short'], {
    hint: ['拣货有缺货的容器必检', 'Containers of a pick with a short are checked'],
  }),
  checkValue: money(['高值复核金额', 'Check from value'], {
    hint: ['容器内商品金额达到时必检', 'Containers whose goods are worth as much are checked'],
  }),
  checkNewDays: int(['新人复核天数', 'Check new pickers (days)'], {
    most: 365,
    hint: ['账号建立未满这些天的拣货人，其容器必检', 'For so many days after their account was made'],
  }),
  checkByOther: flag(['拣货人不得复核', 'Not by the picker'], {
    initial: true,
    hint: ['复核由拣货人以外的人进行', 'Somebody else than the picker checks'],
  }),
  weighGrams: int(['称重允差g', 'Weight tolerance g'], { required: true, initial: 20, least: 0, most: 100_000 }),
  weighPct: decimal(['称重允差%', 'Weight tolerance %'], {
    required: true,
    initial: '1',
    scale: 2,
    most: 100,
    hint: [
      '占净重；两者取大，且小于最轻商品的一半',
      'Of the net weight; the larger counts, always less than half of the lightest piece',
    ],
  }),
} as const
