import { areas } from '@lading/contract/areas.ts'
import { readsOf } from '@lading/contract/kernel/call.ts'
import { type AnyEntity, entityPath } from '@lading/contract/kernel/entity.ts'
import { platformOption } from '@lading/contract/sys/option.ts'
import { permissionSubjects, tables } from '@lading/contract/tables.ts'
import { touches } from '@lading/contract/touches.ts'
import { expect, test } from 'vitest'
import { areaServed, computations, workedOut } from './areas.ts'
import type { Ctx } from './kernel/ctx.ts'
import { register } from './kernel/registry.ts'

register(tables, ...workedOut)
const served = areaServed('only to be listed')
const writing = served.filter(({ call }) => call.writes).map(({ call }) => call.path)
const passive = ['view', 'export', 'print']
const isDoneTo = (e: AnyEntity): boolean =>
  e.actions.some((action) => !passive.includes(action)) || writing.some((path) => path.startsWith(`${entityPath(e)}/`))
/** What somebody does something to, or is told by himself of his own: of this there are news. The platform's options are written with the tenants'. */
const told = [...permissionSubjects.filter((e) => !e.appendOnly && isDoneTo(e)), platformOption]
const tableOf = new Map(permissionSubjects.map((e) => [e.key, e.table]))
/** Whether news of a topic have what is kept under a key read again: by name, as a view of its table, or as touched. */
const reaches = (topic: string, key: string): boolean =>
  [topic, ...(touches[topic] ?? [])].some(
    (k) => k === key || (tableOf.get(k) !== undefined && tableOf.get(k) === tableOf.get(key)),
  )
const isReached = (key: string): boolean => told.some((e) => reaches(e.key, key))

test('whatever a page may ask is asked again when what it is about has changed', () => {
  const reading = served.filter(({ call }) => !call.writes && !call.binary)
  const deaf = reading.flatMap(({ call }) =>
    readsOf(call).flatMap((key) => (isReached(key) ? [] : [`${call.path} reads ${key}, of which no news come`])),
  )
  expect(deaf).toEqual([])
})

const here = { tenantId: '1', org: { id: '1', timeZone: 'Asia/Shanghai' }, now: () => new Date(0), owners: null }
const byKey = new Map(tables.map((e) => [e.key, e]))
/** Names of master data change seldom, and stand in every label; what changes all day is where goods and work are. */
const isMaster = (e: AnyEntity): boolean => e.actions.includes('enable_disable')
const isWork = (e: AnyEntity): boolean => e.area !== 'sys' && !e.appendOnly && !isMaster(byKey.get(e.parent ?? '') ?? e)
const ofWork = new RegExp(`\\b(?:${areas.map(({ area }) => area).join('|')})_\\w+`, 'g')
const byTable = new Map(tables.map((e) => [e.table, e]))
/** Whose news tell of a row of a table: its own, or its parent's, or those of what writes it. */
const topicsOf = ({ key, parent }: AnyEntity): readonly string[] => {
  const own = told.find((e) => e.key === key)
  if (own) return [own.key]
  return parent ? [parent] : told.flatMap((e) => (touches[e.key]?.includes(key) ? [e.key] : []))
}

test('what is worked out from other rows is read again with them', () => {
  const forgotten: string[] = []
  for (const [table, fields] of Object.entries(computations)) {
    const shows = byTable.get(table)
    if (!shows || shows.parent !== undefined) continue
    for (const [name, { value }] of Object.entries(fields)) {
      const read = new Set(value(here as unknown as Ctx).sql.match(ofWork))
      for (const t of read) {
        const source = byTable.get(t)
        if (!source || !isWork(source) || source.key === shows.key) continue
        for (const topic of topicsOf(source))
          if (!reaches(topic, shows.key)) forgotten.push(`${topic} → ${shows.key}.${name} (reads ${source.key})`)
      }
    }
  }
  expect([...new Set(forgotten)]).toEqual([])
})
