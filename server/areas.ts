import { built } from '@lading/contract/built.ts'
import { permissionSubjects } from '@lading/contract/tables.ts'
import type { Served } from './kernel/http/serve.ts'
import { permissionRegistry } from './permissions.ts'
import { reportServed } from './platform/report/reports.ts'
import { sys } from './sys/manifest.ts'
import { tellStockHits } from './sys/message/messages.ts'
import { readOption } from './sys/options/read.ts'
import { wms } from './wms/manifest.ts'
import { isDcBusy } from './wms/masters/dcBusy.ts'
import { prepareDc } from './wms/masters/prepareDc.ts'

/** The areas that are open. */
const areas = [sys, wms]
/** What the areas ask of the administration. */
const ofSys = { readOption, tellStockHits }

/**
 * Everything that the areas answer, beside the session's own calls.
 * @param secret the installation's
 */
export function areaServed(secret: string): Served[] {
  const served: Served[] = [...wms.served(ofSys), ...reportServed(areas.flatMap(({ reports }) => reports))]
  served.push(
    ...sys.served({
      permissions: () => permissionRegistry(served, permissionSubjects),
      built,
      prepareDc,
      isBusy: isDcBusy,
      secret,
    }),
  )
  return served
}

/** What the areas do by the clock. */
export const areaJobs = wms.jobs(ofSys)

export const computations = merged(areas.map((area) => area.computations))
export const walls = merged(areas.map((area) => area.walls))
export const derivations = merged(areas.map((area) => area.derivations))
export const extras = merged(areas.map((area) => area.extras))

/** What the areas say of tables: of each table one area speaks. */
function merged<T>(parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const all = parts.flatMap((part) => Object.entries(part))
  const names = all.map(([name]) => name)
  const twice = names.filter((name, i) => names.indexOf(name) !== i)
  if (twice.length > 0) throw new Error(`two areas speak of ${twice.join(', ')}`)
  return Object.fromEntries(all)
}
