import type { Page } from 'playwright-core'

/** What is read of React's own records of a component; see `shared/ReactWorkTags` and `ReactFiberFlags` of its source. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly alternate: Fiber | null
}
declare global {
  interface Window {
    /** Components that were rendered since the last look. */
    rendered: number
  }
}

/** Counts the components that React renders, as its developer tools do. To be called before the page is opened. */
export const countRendered = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.rendered = 0
    const functions = new Set([0, 11, 15])
    const performedWork = 1
    const count = (fiber: Fiber | null): void => {
      for (let one = fiber; one; one = one.sibling) {
        const before = one.alternate
        if (functions.has(one.tag) && (!before || one.flags & performedWork)) window.rendered += 1
        // The same children as before: nothing below was rendered.
        if (!before || before.child !== one.child) count(one.child)
      }
    }
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => count(root.current),
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    })
  })

/** How many components an action renders, until nothing has been rendered for a while. */
export async function renderedBy(page: Page, act: () => Promise<unknown>): Promise<number> {
  await settled(page)
  await page.evaluate(() => {
    window.rendered = 0
  })
  await act()
  return settled(page)
}
async function settled(page: Page): Promise<number> {
  let last = -1
  for (;;) {
    const now = await page.evaluate(() => window.rendered)
    if (now === last) return now
    last = now
    await page.waitForTimeout(250)
  }
}
