interface Props {
  readonly className: string
  readonly colour?: string
  /** Where it begins and how long it is, in per cent of the line that it lies on. */
  readonly at?: number
  readonly long?: number
  readonly title?: string
  readonly isBad?: boolean
  readonly children?: string
}

/** A piece of a line that is drawn to scale, or a dot, in a colour that tells what it belongs to. */
export const Span = ({ className, colour, at, long, title, isBad, children }: Props) => (
  <span
    className={className}
    title={title}
    data-bad={isBad || undefined}
    style={{
      background: colour,
      ...(at !== undefined && { insetInlineStart: `${at}%` }),
      ...(long !== undefined && { inlineSize: `${long}%` }),
    }}
  >
    {children}
  </span>
)
