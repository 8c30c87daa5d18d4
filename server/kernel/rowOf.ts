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

/** A field as a statement takes it: moments also as such, and nothing where there is nothing. */
type Given<T> = Exclude<T, undefined> | (string extends T ? Date : never) | null
/** Names of secrets; none of an entity that is known by its kind only. */
type Secret<S extends Fields> = string extends keyof S ? never : keyof S
/** A row to be: the entity's own fields, and its secrets, by name. Tenant, organisation, id and stamps are filled in. */
export type NewRow<F extends Fields, S extends Fields = Record<never, never>> = {
  readonly [K in keyof F]?: Given<F[K]['type']> | undefined
} & { readonly [K in Secret<S>]?: Given<S[K]['type']> | undefined } & {
  /** Given where others name the row before it is written. */
  readonly id?: string
  readonly version?: number
  readonly disabled?: boolean
}
