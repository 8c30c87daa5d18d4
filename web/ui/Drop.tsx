import { Button, Dropdown } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import './ui.css'

interface Props {
  /** What the box is called; its button too, unless `label` says more. */
  readonly title: string
  readonly label?: string
  readonly icon: ReactNode
  /** Written on the button, beside the icon. */
  readonly text?: ReactNode
  readonly isText?: boolean
  /** Stands beside the title. */
  readonly extra?: ReactNode
  readonly onOpen?: (isOpen: boolean) => void
  readonly children: (close: () => void) => ReactNode
}

/** A small dialog below its button: it has the focus while it is open, which goes back as it closes. */
export function Drop({ title, label = title, icon, text, isText = false, extra, onOpen, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const change = (open: boolean) => {
    setOpen(open)
    onOpen?.(open)
  }
  const close = () => {
    opener.current?.focus()
    change(false)
  }
  return (
    <Dropdown
      autoFocus
      open={isOpen}
      onOpenChange={change}
      trigger={['click']}
      placement="bottomRight"
      // On a narrow screen neither side has room: it moves until all of it is there.
      align={{ overflow: { shiftX: true, shiftY: true, adjustX: false } }}
      popupRender={() => (
        <div role="dialog" aria-label={title} tabIndex={-1} className="drop" onKeyDown={stayWithin}>
          <div className="drop-title">
            {title}
            {extra}
          </div>
          {children(close)}
        </div>
      )}
    >
      <Button
        ref={opener}
        type={isText ? 'text' : 'default'}
        icon={icon}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
      >
        {text}
      </Button>
    </Dropdown>
  )
}

/** A menu closes by Tab; here it goes from entry to entry, and out only past the last one or before the first. */
function stayWithin(e: KeyboardEvent<HTMLElement>): void {
  const all = [...e.currentTarget.querySelectorAll('a, button:not(:disabled), input')]
  const at = all.indexOf(document.activeElement as Element)
  const isWithin = e.shiftKey ? at > 0 : at < all.length - 1
  if (e.key === 'Tab' && isWithin) e.stopPropagation()
}
