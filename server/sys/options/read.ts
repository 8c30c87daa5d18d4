import { mayBePlatforms, type OptionDef, type Options } from '@lading/contract/kernel/optionDef.ts'
import { say } from '@lading/contract/kernel/text.ts'
import type { ShownOption } from '@lading/contract/sys/options.ts'
import { allowed, type Ctx } from '../../kernel/ctx.ts'
import { counting, platformLevel, readOptions, tenantLevel } from '../../platform/option.ts'
import { unseal } from '../seal.ts'

export interface OptionNeeds extends Options {
  /** The installation's, under which secret values are sealed. */
  readonly secret: string
}

interface Question {
  readonly groupName?: string | undefined
  readonly keys?: readonly string[] | undefined
  /** Contained in the title, the description or the key, of either language. */
  readonly text?: string | undefined
  /** The level to be changed; left out, the tenant's, while the values are those of the working organisation. */
  readonly orgId?: string | undefined
  /** The platform's level, and nothing that counts below it. */
  readonly isForAll?: boolean
}

/** Whose value it is, by the id that its row has for an organisation. */
const sourceOf = (orgId: string | undefined): ShownOption['source'] =>
  orgId === undefined ? 'INITIAL' : orgId === platformLevel ? 'PLATFORM' : orgId === tenantLevel ? 'TENANT' : 'ORG'

const says = (key: string, { title, description }: OptionDef, text: string): boolean =>
  [key, ...title, ...description].some((part) => part.toLowerCase().includes(text.toLowerCase()))

/** Options as a client may see them. A secret is for who may change it. */
export async function showOptions(ctx: Ctx, q: Question, { defs, secret }: OptionNeeds): Promise<ShownOption[]> {
  const all = await readOptions(ctx, q.orgId ?? ctx.org.id)
  const rows = q.isForAll ? all.filter(({ orgId }) => orgId === platformLevel) : all
  const values = counting(rows)
  const level = q.isForAll ? platformLevel : (q.orgId ?? tenantLevel)
  const mayRead = allowed(ctx, 'sys:options:update')
  return Object.entries(defs)
    .filter(([key, def]) => (q.groupName ?? def.group) === def.group && (q.keys?.includes(key) ?? true))
    .filter(([key, def]) => (!q.isForAll || mayBePlatforms(def)) && (q.text === undefined || says(key, def, q.text)))
    .map(([key, { group, title, description, form: _form, isBlind, isTenants: _isTenants, ...def }]) => {
      const held = values.get(key)
      const version = rows.find((r) => r.key === key && r.orgId === level)?.version ?? 0
      return {
        key,
        value: textOf(def.type, held?.value ?? def.initial, mayRead && !isBlind, secret),
        groupName: group,
        title: say(title, ctx.language),
        description: say(description, ctx.language),
        orgId: held && sourceOf(held.orgId) === 'ORG' ? held.orgId : null,
        source: sourceOf(held?.orgId),
        orgName: held === undefined ? null : (rows.find((r) => r.orgId === held.orgId)?.orgName ?? null),
        isSetHere: rows.some((r) => r.key === key && r.orgId === level && r.value !== null),
        isSet: (held?.value ?? def.initial) !== '',
        version,
        ...def,
        ...('choices' in def && def.choices && { choices: [...def.choices] }),
      } as ShownOption
    })
}

function textOf(type: OptionDef['type'], stored: string, mayRead: boolean, secret: string): string | null {
  if (type !== 'SECRET') return stored
  return mayRead && stored !== '' ? unseal(stored, secret, 'option') : null
}

export const groupTitle = (ctx: Ctx, groups: Options['groups'], name: string): string =>
  say(groups[name] ?? [name, name], ctx.language)
