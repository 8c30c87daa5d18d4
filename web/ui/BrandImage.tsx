import { type ReactNode, useState } from 'react'

interface Props {
  readonly src: string | null
  readonly alt: string
  readonly className: string
  /** Stands there without a picture, and when it cannot be shown. */
  readonly children?: ReactNode
}

/** A picture that a tenant has set. */
export function BrandImage({ src, alt, className, children = null }: Props) {
  const [failed, setFailed] = useState<string>()
  const [shown, setShown] = useState<string>()
  if (!src || failed === src) return children
  return (
    <img
      src={src}
      alt={alt}
      className={shown === src ? `${className} is-shown` : className}
      onLoad={() => setShown(src)}
      onError={() => setFailed(src)}
    />
  )
}
