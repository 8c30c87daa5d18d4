const repeats = 7

/** The best of several, in milliseconds: what the work costs when nothing else happens to run. */
export async function bestOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < repeats; i++) {
    const begin = performance.now()
    await work()
    times.push(performance.now() - begin)
  }
  return Math.min(...times)
}
