import type { Base, Entity, Fields } from '@lading/contract/kernel/entity.ts'

/** The driver reads a moment as one; in JSON it is a text. */
type Read<F> = F extends { readonly type?: infer T }
  ? F extends { readonly kind: 'instant' }
    ? Date | Extract<T, null>
    : Exclude<T, undefined>
  : never
export type FieldsOf<E> = E extends Entity<infer F extends Fields> ? F : never
/** Nothing of an entity that is known by its kind only. */
type SecretsOf<S extends Fields> = string extends keyof S ? Record<never, never> : S
export type Columns<E> = FieldsOf<E> & (E extends Entity<Fields, infer S extends Fields> ? SecretsOf<S> : never)

/** What the kernel writes beside an entity's fields, as the driver reads it. */
export interface Kept extends Pick<Base, 'id' | 'version' | 'disabled'> {
  readonly tenantId: string
  readonly orgId: string
  readonly createdAt: Date
  readonly createdBy: string | null
  readonly updatedAt: Date
  readonly updatedBy: string | null
}

/**
 * What a statement answers of some columns of an entity, by their names: a column that changes its kind changes every
 * statement's type with it. What comes by a left join, or is worked out, has a shape of its own beside it.
 */
export type RowOf<E, K extends (keyof Columns<E> & string) | keyof Kept> = {
  readonly [N in K]: N extends keyof Columns<E> ? Read<Columns<E>[N]> : N extends keyof Kept ? Kept[N] : never
}
