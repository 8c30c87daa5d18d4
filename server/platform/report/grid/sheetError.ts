/** Why a sheet cannot be laid out; `reportFaults` has a sentence for each. */
export type SheetWrong =
  | 'circle'
  | 'noParent'
  | 'apart'
  | 'torn'
  | 'noSet'
  | 'noField'
  | 'formula'
  | 'loop'
  | 'tooLarge'
  | 'outside'

export class SheetError extends Error {
  readonly wrong: SheetWrong
  readonly told: Readonly<Record<string, string>>
  constructor(wrong: SheetWrong, told: Readonly<Record<string, string>> = {}) {
    super(`${wrong} ${JSON.stringify(told)}`)
    this.wrong = wrong
    this.told = told
  }
}
