/** A cell by row and column, from zero. */
export interface Place {
  readonly row: number
  readonly col: number
}

/** `B4` is row 3, column 1. */
export function placeOf(name: string): Place {
  const match = /^([A-Z]{1,2})(\d+)$/.exec(name)
  if (!match) throw new Error(`no cell is called ${name}`)
  const [, letters = '', digits = ''] = match
  const col = [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, col }
}

/** The inverse of {@link placeOf}. */
export function nameOf({ row, col }: Place): string {
  const letter = (n: number) => String.fromCharCode(65 + n)
  return `${col < 26 ? letter(col) : letter(Math.floor(col / 26) - 1) + letter(col % 26)}${row + 1}`
}
