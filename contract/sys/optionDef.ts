import type { Text } from '../kernel/text.ts'

export const optionGroups = {
  security: ['安全', 'Security'],
  ui: ['界面', 'User interface'],
  'common-config': ['通用配置', 'General'],
  'map-config': ['地图配置', 'Maps'],
  mail: ['邮件', 'E-mail'],
  retention: ['保留期限', 'Retention'],
  wms: ['仓储', 'Warehouse'],
} as const satisfies Record<string, Text>
export type OptionGroup = keyof typeof optionGroups

export type OptionType = 'BOOL' | 'INT' | 'STRING' | 'JSON' | 'SECRET'
/** What an option may be. `initial` counts until somebody sets it; an organisation may differ only where `level` says so. */
export interface OptionDef {
  readonly group: OptionGroup
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
  readonly form?: 'HOST' | 'EMAIL' | 'SITE'
  /** What each tenant has to decide himself: whom he lets in, and how he proves who he is. */
  readonly isTenants?: boolean
  /** A secret that nobody reads again, not even who may change it. */
  readonly isBlind?: boolean
}

/** Whether the platform may say what it is for every tenant who has said nothing. Mail has a service of the platform's own. */
export const mayBePlatforms = (o: Pick<OptionDef, 'type' | 'group' | 'isTenants'>): boolean =>
  o.type !== 'SECRET' && o.group !== 'mail' && o.isTenants !== true
