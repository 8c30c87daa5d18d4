import { type ComponentType, createElement, lazy, Suspense } from 'react'

/** A part of a page that is fetched when it is first shown; until then the page says that it is busy. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Lazy = lazy(async () => ({ default: await load() }))
  const fallback = createElement('span', { 'aria-busy': true })
  // Lazy takes the props of what it loads; React's own type of it says less.
  return (p) => createElement(Suspense, { fallback }, createElement(Lazy as unknown as ComponentType<P>, p))
}
