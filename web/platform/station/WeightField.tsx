import { isQtyText, parseQty } from '@lading/contract/kernel/qty.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { scaleStates } from '@lading/contract/sys/scaleCalls.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../client/text.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { Keypad } from './Keypad.tsx'
import { Big } from './StationFrame.tsx'
import { scaleTones } from './scaleTones.ts'
import { type ScaleModel, useScale } from './useScale.ts'

/** A weight that somebody takes: from which scale, or typed. */
export interface TakenWeight {
  readonly kg: string
  readonly scaleId?: string
}
const texts = {
  take: ['取重量 {kg} kg', 'Take {kg} kg'],
  wait: ['等待稳定的重量', 'Waiting for a stable weight'],
  type: ['手工输入重量', 'Type the weight'],
  read: ['从电子秤读取', 'Read the scale'],
  which: ['请选择电子秤', 'Choose the scale'],
  none: [
    '没有可用的电子秤，且不允许手工输入：请联系管理员',
    'There is no scale here, and weights may not be typed: ask your administrator',
  ],
  net: ['净重', 'Net'],
  typed: ['使用 {kg} kg', 'Use {kg} kg'],
} as const satisfies Record<string, Text>

const isWeight = (kg: string | null): kg is string => kg !== null && isQtyText(kg) && parseQty(kg) > 0n

/**
 * One weight: what the scale at this desk shows, taken by a press or by Enter once it is stable; typed where the
 * organisation allows it.
 */
export function WeightField({ isBusy, onTake }: { isBusy: boolean; onTake: (weight: TakenWeight) => void }) {
  const t = useText()
  const model = useScale()
  const { scales, mayType, isKnown } = model
  const [wantsTyping, setTyping] = useState(false)
  if (!isKnown) return <div className="station-count num">– kg</div>
  const isTyping = mayType && (wantsTyping || scales.length === 0)
  if (isTyping)
    return (
      <>
        <Typed isBusy={isBusy} onTake={onTake} />
        {scales.length > 0 && <Big onClick={() => setTyping(false)}>{t(texts.read)}</Big>}
      </>
    )
  if (scales.length === 0) return <p className="problem">{t(texts.none)}</p>
  return (
    <>
      <Live model={model} isBusy={isBusy} onTake={onTake} />
      {mayType && <Big onClick={() => setTyping(true)}>{t(texts.type)}</Big>}
    </>
  )
}

function Live({
  model: { scales, scale, choose, reading },
  isBusy,
  onTake,
}: {
  model: ScaleModel
  isBusy: boolean
  onTake: (weight: TakenWeight) => void
}) {
  const t = useText()
  const { state, kg, isNet } = reading
  const isReady = scale !== undefined && state === 'STABLE' && isWeight(kg) && !isBusy
  const take = (): void => {
    if (isReady) onTake({ kg, scaleId: scale.id })
  }
  useEnter(take)
  return (
    <>
      {scales.length > 1 && (
        <div className="station-recent">
          <b>{t(texts.which)}</b>
          <div className="station-pairs">
            {scales.map((s) => (
              <button
                key={s.id}
                type="button"
                className="station-value"
                aria-pressed={s.id === scale?.id}
                onClick={() => choose(s.id)}
              >
                {s.name}
              </button>
            ))}
          </div>
        </div>
      )}
      {scale && (
        <div className="station-todo">
          <div className="muted">{scale.name}</div>
          <div className="station-count num">{kg ?? '–'} kg</div>
          <div role="status">
            <StatusTag tone={scaleTones[state]}>{t(scaleStates[state])}</StatusTag>{' '}
            {isNet && <span className="muted">{t(texts.net)}</span>}
          </div>
        </div>
      )}
      <Big main disabled={!isReady} onClick={take}>
        {isReady ? `✓ ${t(texts.take, { kg })}` : t(texts.wait)}
      </Big>
    </>
  )
}

/** Enter takes the weight, unless somebody is typing or has a button of his own under it. */
function useEnter(take: () => void): void {
  const act = useEffectEvent(take)
  useEffect(() => {
    const listen = (e: KeyboardEvent): void => {
      const isElsewhere = e.target instanceof Element && e.target.closest('button, input, textarea, select, a') !== null
      if (e.key === 'Enter' && !e.repeat && !isElsewhere) act()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function Typed({ isBusy, onTake }: { isBusy: boolean; onTake: (weight: TakenWeight) => void }) {
  const t = useText()
  const [kg, setKg] = useState('')
  return (
    <>
      <div className="station-todo">
        <div className="station-count num">{kg === '' ? '–' : kg} kg</div>
      </div>
      <Keypad value={kg} isFresh={false} hasPoint onChange={setKg} />
      <Big main disabled={!isWeight(kg) || isBusy} onClick={() => onTake({ kg })}>
        ✓ {kg === '' ? t(texts.type) : t(texts.typed, { kg })}
      </Big>
    </>
  )
}
