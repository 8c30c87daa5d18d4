import type { Text } from './text.ts'

export type OptionType = 'BOOL' | 'INT' | 'STRING' | 'JSON' | 'SECRET'
/** What an option may be. `initial` counts until somebody sets it; an organisation may differ only where `level` says so. */
export interface OptionDef {
  /** One of those that areas name. */
  readonly group: string
  readonly type: OptionType
  readonly title: Text
  /** What it does and for whom, in a sentence or two below its title. */
  readonly description: Text
  readonly initial: string
  readonly level: 'TENANT' | 'ORG'
  readonly least?: number
  readonly most?: number
  readonly choices?: readonly string[]
  /** What a text has to be, unless it is empty. */
  readonly form?: 'HOST' | 'EMAIL' | 'SITE' | 'TILES'
  /** What each tenant has to decide himself: whom he lets in, and how he proves who he is. */
  readonly isTenants?: boolean
  /** A secret that nobody reads again, not even who may change it. */
  readonly isBlind?: boolean
}

/** What a function that reads it gets. */
export type OptionValue<D extends Pick<OptionDef, 'type'>> = D['type'] extends 'BOOL'
  ? boolean
  : D['type'] extends 'INT'
    ? number
    : string

/** The options of an area by their keys, and the groups in which they stand. */
export interface Options {
  readonly groups: Readonly<Record<string, Text>>
  readonly defs: Readonly<Record<string, OptionDef>>
}

/** Whether the platform may say what it is for every tenant who has said nothing. Mail has a service of the platform's own. */
export const mayBePlatforms = (o: Pick<OptionDef, 'type' | 'group' | 'isTenants'>): boolean =>
  o.type !== 'SECRET' && o.group !== 'mail' && o.isTenants !== true
