import type { suggestPlaces } from '@lading/contract/tms/planCalls.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { keyOf, put } from './board.ts'
import type { Around, Arrange } from './usePlan.ts'
import { faultWords } from './words.ts'

type Places = z.output<typeof suggestPlaces.output>['places']
interface Props {
  readonly ask: () => Promise<{ readonly places: Places }>
  readonly trucks: Around['trucks']
  readonly arrange: Arrange
  /** What is suggested for, for who does not see beside what the button stands. */
  readonly of: string
}
/** The best places for an order, asked for when somebody wants to know; pressing one puts it there. */
export function Suggest({ ask, trucks, arrange, of }: Props) {
  const t = useText()
  const [found, setFound] = useState<Places>()
  const look = async (): Promise<void> => {
    try {
      setFound((await ask()).places)
    } catch (error) {
      report(error)
    }
  }
  return (
    <>
      <Button
        size="small"
        aria-expanded={found !== undefined}
        aria-label={`${t(['推荐', 'Suggest'])} ${of}`}
        onClick={() => (found ? setFound(undefined) : void look())}
      >
        {t(['推荐', 'Suggest'])}
      </Button>
      {found && (
        <ul className="plan-places">
          {found.slice(0, 3).map((p) => (
            <li key={keyOf(p)}>
              <Button
                size="small"
                type="link"
                onClick={() =>
                  arrange((trips) => put(trips, { truckId: p.truckId, turn: p.turn, locked: false, visits: p.visits }))
                }
              >
                {trucks.find((x) => x.id === p.truckId)?.plate} +¥{p.cost}
                {p.violations.map((v) => ` ${t(faultWords[v] ?? [v, v])}`)}
              </Button>
            </li>
          ))}
          {found.length === 0 && <li className="muted">{t(['没有可用车次', 'No trip could take it'])}</li>}
        </ul>
      )}
    </>
  )
}
