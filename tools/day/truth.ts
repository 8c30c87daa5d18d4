/**
 * What really stands on the shelves, as far as the book does not know it yet: pieces that were reported missing, until a
 * count has found them missing too.
 */
export class Truth {
  readonly #lost = new Map<string, number>()
  readonly #missing = new Map<string, number>()
  #all = 0

  /** Pieces that the book still has. */
  get all(): number {
    return this.#all
  }

  lose(productId: string, pieces: number): void {
    this.#lost.set(productId, (this.#lost.get(productId) ?? 0) + pieces)
    this.#all += pieces
  }

  /** How much stands there of a stock of which the book has so much: the same for whoever counts it, until the book follows. */
  count(stockId: string, productId: string, book: number): number {
    const known = this.#missing.get(stockId)
    if (known !== undefined) return Math.max(0, book - known)
    const lost = Math.min(book, this.#lost.get(productId) ?? 0)
    this.#lost.set(productId, (this.#lost.get(productId) ?? 0) - lost)
    this.#missing.set(stockId, lost)
    return book - lost
  }

  /** The book has followed what was counted. */
  settle(): void {
    this.#missing.clear()
  }

  /** Missing pieces that nobody was sent to count. */
  get uncounted(): number {
    return [...this.#lost.values()].reduce((a, b) => a + b, 0)
  }
}
