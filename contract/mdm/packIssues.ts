import type { Text } from '../kernel/text.ts'

/*
 * The rule book of packs: what may stand, since a shop's own codes and goods that nobody measured are real, and what a steward
 * puts right by and by. What makes no sense at all is refused where it is typed (`packProblems`).
 * Source: GS1 General Specifications, sections 2.1 and 4.3.
 */

/** What may be wrong with a product and its packs, worked out whenever they are looked at. */
export const packIssues = {
  NO_GTIN: ['单品没有有效GTIN', 'No valid GTIN of the piece'],
  WRONG_DIGIT: ['包装条码校验位错误', 'Wrong check digit of a pack'],
  IN_STORE: ['店内码用于包装', 'In-store code on a pack'],
  INDICATOR: ['箱码与所含商品不符', 'Case code of other contents'],
  VARIABLE: ['定量商品用了指示符9', 'Indicator 9 on fixed measure'],
  SMALL: ['体积小于所含商品', 'Smaller than its contents'],
  LIGHT: ['毛重小于所含商品', 'Lighter than its contents'],
  NO_CASE_CODE: ['箱没有条码', 'Case without a barcode'],
  NO_SIZE: ['缺尺寸', 'No dimensions'],
  NO_WEIGHT: ['缺重量', 'No weight'],
} as const satisfies Record<string, Text>
export type PackIssue = keyof typeof packIssues

/** What is only not known yet, beside what is wrong. */
export const isMissing = (issue: PackIssue): boolean => issue.startsWith('NO_') && issue !== 'NO_GTIN'
/** A pack that is smaller than this part of its contents is measured wrongly; goods that nest need less room than they take alone. */
export const leastPart = '0.9'
