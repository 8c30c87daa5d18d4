/**
 * Numbers of a fixed length. The engine works out each place that it reads, and what it makes is checked by `validate`
 * before anyone sees it, so that an element is read without asking whether it is there.
 */
interface Cells<Of> {
  // biome-ignore lint/suspicious/noExplicitAny: to every other type of an element the checker adds "or undefined"
  [place: number]: any
  readonly length: number
  set(from: Of, at?: number): void
  subarray(from: number, to: number): Of
  fill(value: number, from?: number, to?: number): Of
}
export interface Ints extends Cells<Ints> {}
export interface Floats extends Cells<Floats> {}
export interface Bytes extends Cells<Bytes> {}

export const ints = (of: number | readonly number[]): Ints => new Int32Array(of as number)
export const floats = (of: number | readonly number[]): Floats => new Float64Array(of as number)
export const bytes = (of: number): Bytes => new Uint8Array(of)
