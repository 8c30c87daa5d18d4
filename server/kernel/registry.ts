import type { AnyEntity } from '@lading/contract/kernel/entity.ts'

const entities = new Map<string, AnyEntity>()

/** Makes declared entities known by key. Filled once at start from the composition root. */
export function register(list: readonly AnyEntity[]): void {
  for (const e of list) entities.set(e.key, e)
}

export function entityByKey(key: string): AnyEntity {
  const e = entities.get(key)
  if (!e) throw new Error(`entity ${key} is not registered`)
  return e
}
export const allEntities = (): readonly AnyEntity[] => [...entities.values()]
