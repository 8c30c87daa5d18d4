import { type ComponentType, createElement, lazy, Suspense, useState } from 'react'

/** A part of a page that is fetched when it is first shown; until then the page says that it is busy. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () => lazy(async () => ({ default: await load().catch(fail) }))
  let isLost = false
  const fail = (error: unknown): never => {
    isLost = true
    throw error
  }
  let latest = begin()
  const fallback = createElement('span', { 'aria-busy': true })
  return (p) => {
    // What did not come is asked for again where a page is built anew.
    const [Lazy] = useState(() => {
      if (isLost) latest = begin()
      isLost = false
      return latest
    })
    // Lazy takes the props of what it loads; React's own type of it says less.
    return createElement(Suspense, { fallback }, createElement(Lazy as unknown as ComponentType<P>, p))
  }
}
