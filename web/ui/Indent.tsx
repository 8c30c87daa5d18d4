import type { ReactNode } from 'react'

const stepPx = 20

/** How deep something stands below another. */
export const Indent = ({
  depth,
  className = '',
  children,
}: {
  depth: number
  className?: string
  children: ReactNode
}) => (
  <span className={`indent ${className}`} style={{ paddingLeft: depth * stepPx }}>
    {children}
  </span>
)
