import { addDays, daysBetween } from '@lading/contract/kernel/day.ts'
import { planStates } from '@lading/contract/sys/entitlement.ts'
import type { Notice } from '../../platform/tellWho.ts'
import type { Plan } from './read.ts'

export type Told = Pick<Plan, 'state' | 'endsOn' | 'wallet'> & { readonly told?: readonly string[] | null }
type Due = Pick<Notice, 'kind' | 'args'> & { readonly key: string }

const percents = [100, 80] as const
const days = [1, 7, 30] as const
/** So much further than a threshold it has to be before it can be reached anew: what is used goes up and down. */
const slack = 3

/** The thresholds that a term has passed, the nearest first. */
const passed = (left: number, more = 0): number[] => days.filter((n) => left <= n + more)

function ofTerm({ state, endsOn }: Told, today: string): Due[] {
  if (endsOn === null) return []
  const [what, whatEn] = planStates[state]
  const left = daysBetween(today, endsOn)
  const args = { what, whatEn, days: String(Math.max(0, left)), day: endsOn }
  // The beginning of a grace is news by itself.
  const begun = state === 'GRACE' ? [{ key: `term|${endsOn}|grace`, kind: 'PLAN_TERM' as const, args }] : []
  return [...passed(left).map((n) => ({ key: `term|${endsOn}|${n}`, kind: 'PLAN_TERM' as const, args })), ...begun]
}

function ofQuota({ wallet }: Told, today: string, told: ReadonlySet<string>): Due[] {
  return (wallet ?? []).flatMap(({ unit, title: [zh, en], balance, granted, burn }) => {
    const used = Number(granted) > 0 ? Math.floor(100 - (100 * Number(balance)) / Number(granted)) : 0
    const quota = { unit: zh, unitEn: en, percent: String(Math.min(100, used)), balance }
    const left = Number(burn) > 0 ? Math.max(0, Math.floor(Number(balance) / Number(burn))) : Number.POSITIVE_INFINITY
    const near = new Set(passed(left))
    const kept = passed(left, slack).filter((n) => near.has(n) || told.has(`days|${unit}|${n}`))
    return [
      ...percents
        .filter((n) => used >= n)
        .map((n) => ({ key: `used|${unit}|${granted}|${n}`, kind: 'PLAN_QUOTA' as const, args: quota })),
      ...kept.map((n) => ({
        key: `days|${unit}|${n}`,
        kind: 'PLAN_TERM' as const,
        args: { what: `配额[${zh}]`, whatEn: `Quota [${en}]`, days: String(left), day: addDays(today, left) },
      })),
    ]
  })
}

const subjectOf = (key: string): string => key.slice(0, key.lastIndexOf('|'))

/**
 * What a tenant's people have to hear now that its plan is another, each threshold once: of several that are passed
 * together the nearest. What stood so from the beginning of a term is no news.
 * @returns what they hear, and which thresholds are passed from now on
 */
export function noticesOf(plan: Told, before: Told | undefined, today: string): { told: string[]; dues: Due[] } {
  const heard = new Set(before?.told ?? [])
  const all = [...ofTerm(plan, today), ...ofQuota(plan, today, heard)]
  const isNew = before === undefined || (before.endsOn !== plan.endsOn && plan.state !== 'GRACE')
  const fresh = all.filter(
    ({ key }) => !heard.has(key) && !(isNew && (before === undefined || key.startsWith('term|'))),
  )
  const dues = fresh.filter(({ key }, i) => fresh.findIndex((one) => subjectOf(one.key) === subjectOf(key)) === i)
  return { told: all.map(({ key }) => key), dues }
}
