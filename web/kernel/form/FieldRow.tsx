import { type ComponentType, useId } from 'react'
import { useText } from '../../client/text.ts'
import { type InputProps, inputs } from '../field/inputs.tsx'
import { isNeeded } from '../field/rules.ts'

interface Props
  extends Pick<InputProps, 'field' | 'value' | 'label' | 'record' | 'isDisabled' | 'where' | 'onChange' | 'onOther'> {
  /** Instead of the control of its kind. */
  readonly Control?: ComponentType<InputProps> | undefined
  readonly problem: string | undefined
  readonly onLeave: () => void
}

/** A field with its name, its control, and below it what is wrong or what helps. */
export function FieldRow({ Control, problem, onLeave, ...p }: Props) {
  const t = useText()
  const id = useId()
  const title = t(p.field.title)
  const Chosen = Control ?? inputs[p.field.kind]
  return (
    // Leaving any control of the field counts; the focus itself stays with the control.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens
    <div className={p.field.kind === 'note' ? 'field field-wide' : 'field'} onBlur={onLeave}>
      <label htmlFor={id} className={isNeeded(p.field) ? 'needed' : ''}>
        {title}
      </label>
      <Chosen
        {...p}
        id={id}
        title={title}
        isInvalid={problem !== undefined}
        describedBy={problem ? `${id}-problem` : undefined}
      />
      {problem && (
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
      )}
      {!problem && p.field.hint && <div className="hint">{t(p.field.hint)}</div>}
    </div>
  )
}
