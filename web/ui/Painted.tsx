import type { CSSProperties, ReactNode } from 'react'

interface Props {
  readonly className?: string
  readonly ink?: string
  readonly ground?: string
  /** What the style sheet mixes its shades from. */
  readonly panel?: string
  readonly children: ReactNode
}

/** Shown in colours that somebody has chosen, instead of those of the screen. */
export function Painted({ className, ink, ground, panel, children }: Props) {
  // A variable of a style sheet is no property that the types know.
  const style = { color: ink, background: ground, '--panel': panel } as CSSProperties
  return (
    <div className={className} style={style}>
      {children}
    </div>
  )
}
