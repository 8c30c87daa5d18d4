import type { Base, Entity, Fields } from '@lading/contract/kernel/entity.ts'

/** The driver reads a moment as one; in JSON it is a text. */
type Read<F> = F extends { readonly type?: infer T }
  ? F extends { readonly kind: 'instant' }
    ? Date | Extract<T, null>
    : Exclude<T, undefined>
  : never
type FieldsOf<E> = E extends Entity<infer F extends Fields> ? F : never

/**
 * What a statement answers of some columns of an entity, by their names: a column that changes its kind changes every
 * statement's type with it. What comes by a left join, or is worked out, has a shape of its own beside it.
 */
export type RowOf<E, K extends (keyof FieldsOf<E> & string) | 'id' | 'version' | 'disabled'> = {
  readonly [N in K]: N extends keyof FieldsOf<E> ? Read<FieldsOf<E>[N]> : N extends keyof Base ? Base[N] : never
}
