import type { Text } from '@lading/contract/kernel/text.ts'
import { type StockType, stockTypes } from '@lading/contract/wms/place.ts'
import { type MarkColour, markColours, type TypeLook, typeLooks, usualColours } from '@lading/contract/wms/typeLooks.ts'
import { useEffect } from 'react'
import { type Called, callBy } from '../../client/called.ts'
import { useSession } from '../../client/session.ts'
import { useCall } from '../../kernel/useCall.ts'
import type { Tone } from '../../ui/Mark.tsx'

const tones: Readonly<Record<MarkColour, Tone>> = {
  GREEN: 'good',
  AMBER: 'warn',
  RED: 'bad',
  BLUE: 'busy',
  GREY: 'idle',
}

/** How stock types are called and marked: as usual, where the centre says nothing else. */
function calledBy(looks: readonly TypeLook[]): Called {
  const types = (Object.keys(stockTypes) as StockType[]).map((type) => ({
    usual: stockTypes[type],
    look: looks.find((l) => l.type === type),
    mark: looks.find((l) => l.type === type)?.colour ?? usualColours[type],
  }))
  return {
    names: new Map(
      types.flatMap(({ usual, look }): [Text, Text][] =>
        look?.caption || look?.captionEn ? [[usual, [look.caption ?? usual[0], look.captionEn ?? usual[1]]]] : [],
      ),
    ),
    tones: new Map([
      ...types.flatMap(({ usual, mark }): [Text, Tone][] => (mark ? [[usual, tones[mark]]] : [])),
      // Whoever chooses a mark sees it.
      ...Object.entries(markColours).map(([mark, text]): [Text, Tone] => [text, tones[mark as MarkColour]]),
    ]),
  }
}

/** Whoever may not look at schemes hears no news of them: he asks again when he comes back to the window. */
const freshMs = 300_000
/** Has stock types shown everywhere as the working centre calls and marks them; asked again when that changes. */
export function TypeLooks() {
  const org = useSession(({ user }) => user?.workingOrg)
  const { data } = useCall(typeLooks, {}, { by: [org?.id], enabled: org?.type === 'DC', staleTime: freshMs })
  useEffect(() => callBy('wms', calledBy(data ?? [])), [data])
  useEffect(() => () => callBy('wms', undefined), [])
  return null
}
