const underway = new Set<string>()

/** Does a piece of work, unless the same is being done already: pressed twice, it is done once. A bar shows that it lasts. */
export async function once(key: string, work: () => Promise<void>): Promise<void> {
  if (underway.has(key)) return
  underway.add(key)
  showBusy()
  try {
    await work()
  } finally {
    underway.delete(key)
    showBusy()
  }
}

function showBusy(): void {
  if (typeof document !== 'undefined') document.documentElement.classList.toggle('busy', underway.size > 0)
}
