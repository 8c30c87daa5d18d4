import { z } from 'zod'
import { get } from '../kernel/call.ts'
import { entityPath, entityPermission } from '../kernel/entity.ts'
import { area } from './place.ts'

/** Places on the map; a centre with more of them is drawn without its last ones. */
export const mapMax = 20_000

/** Where the bins of the areas stand, seen from above: bins one over the other are one place. */
export const areaMap = get(`${entityPath(area)}/map`, {
  title: ['库区平面图', 'Map of the areas'],
  permission: entityPermission(area, 'view'),
  output: z.object({
    places: z.array(
      z.object({
        areaId: z.string(),
        /** What the codes of its bins begin with, all of them. */
        code: z.string(),
        x: z.number(),
        y: z.number(),
        bins: z.number(),
        filled: z.number(),
      }),
    ),
    docks: z.array(z.object({ code: z.string(), x: z.number(), y: z.number(), closed: z.boolean() })),
  }),
})
