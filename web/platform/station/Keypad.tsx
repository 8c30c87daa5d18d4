import { useText } from '../../client/text.ts'
import './station.css'

const rows = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const
const lengthMax = 14

/** Figures for gloved fingers. The first key replaces what was proposed. */
export function Keypad({
  value,
  isFresh,
  hasPoint = false,
  plus,
  onChange,
}: {
  value: string
  isFresh: boolean
  hasPoint?: boolean
  /** Turns to the loose goods, where cases and pieces are typed apart: what it is called, and what it does. */
  plus?: { readonly label: string; readonly isDisabled: boolean; readonly onClick: () => void } | undefined
  onChange: (value: string) => void
}) {
  const t = useText()
  const add = (sign: string) => {
    const base = isFresh ? '' : value
    if (sign === '.' && base.includes('.')) return
    const next = sign === '.' && base === '' ? '0.' : base === '0' && sign !== '.' ? sign : base + sign
    if (next.length <= lengthMax && !/\.\d{4}/.test(next)) onChange(next)
  }
  const key = (sign: string) => (
    <button key={sign} type="button" className="pad-key num" onClick={() => add(sign)}>
      {sign}
    </button>
  )
  return (
    <div className="pad">
      {rows.map(key)}
      {hasPoint ? (
        key('.')
      ) : plus ? (
        <button
          type="button"
          className="pad-key num"
          aria-label={plus.label}
          disabled={plus.isDisabled}
          onClick={plus.onClick}
        >
          +
        </button>
      ) : (
        <span />
      )}
      {key('0')}
      <button
        type="button"
        className="pad-key"
        aria-label={t(['删除一位', 'Delete a digit'])}
        onClick={() => onChange(isFresh ? '' : value.slice(0, -1))}
      >
        ⌫
      </button>
    </div>
  )
}
