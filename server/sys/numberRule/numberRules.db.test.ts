import { crudCalls } from '@lading/contract/kernel/crud.ts'
import type { NumberRule } from '@lading/contract/kernel/numberPattern.ts'
import { numbered } from '@lading/contract/numbered.ts'
import { numberRuleCalls as calls, numberFaults } from '@lading/contract/sys/numberRule.ts'
import { org } from '@lading/contract/sys/org.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createNumbers } from '../../kernel/numbers.ts'
import { type Client, openTestServer, type TestServer } from '../../testing/server.ts'

let now = new Date('2026-11-25T02:00:00Z')
let server: TestServer
let admin: Client
let dc01: string
beforeEach(async () => {
  await server?.close()
  now = new Date('2026-11-25T02:00:00Z')
  server = await openTestServer({ now: () => now })
  admin = await server.as('admin')
  dc01 = server.one.orgs.get('DC01')?.id ?? ''
})
afterAll(() => server.close())

const take = (kind: string, count = 1, at = 'DC01') => server.inside(at, async (ctx) => ctx.numbers(kind, count))
const rule = (pattern: string, more: Partial<NumberRule> = {}): NumberRule => ({
  pattern,
  reset: 'DAY',
  step: 1,
  ...more,
})
const shownOf = async (who: Client, kind: string, orgId?: string) =>
  (await who.call(calls.rules, { orgId })).rules.find((r) => r.kind === kind)
/** Gives a kind another rule, as it stands now. */
async function change(kind: string, to: NumberRule, orgId?: string, who = admin): Promise<void> {
  const row = await shownOf(who, kind, orgId)
  await who.call(calls.set, { kind, orgId, version: row?.version ?? 0, ...to })
}
const refused = async (kind: string, to: NumberRule, orgId?: string) => {
  const version = (await shownOf(admin, kind, orgId))?.version ?? 0
  const { code, message, errors } = await admin.envelope(calls.set, { kind, orgId, version, ...to })
  return { code, message, field: errors?.[0]?.field }
}

test('every kind of paper has its usual rule, and a preview that takes nothing', async () => {
  const { rules, orgCode } = await admin.call(calls.rules, {})
  expect(rules.map((r) => r.kind)).toEqual(numbered.map((k) => k.kind))
  expect(new Set(rules.map((r) => r.kind)).size).toBe(rules.length)
  expect(orgCode).toBe('DC01')
  for (const r of rules) expect(r).toMatchObject({ source: 'INITIAL', isSetHere: false, next: `${r.kind}26112500001` })
  expect(await take('DH', 2)).toEqual(['DH26112500001', 'DH26112500002'])
  const { next } = await admin.call(calls.preview, { kind: 'DH', ...rule('{ORG}{TYPE}{yyMMdd}{SEQ6}', { step: 5 }) })
  expect(next).toEqual(['DC01DH261125000001', 'DC01DH261125000006', 'DC01DH261125000011'])
  expect(await take('DH')).toEqual(['DH26112500003'])
})

test('the enterprise’s rule counts in its organisations, an organisation’s own before it, in this process and others', async () => {
  const other = createNumbers(server.db, server.kernel.newId)
  const elsewhere = () =>
    server.inside('DC01', async (ctx) => {
      const [number] = other.takeMany(ctx.tenantId, ctx.org, 'DH', ctx.now(), 1)
      return number
    })
  expect(await elsewhere()).toBe('DH26112500001')
  await change('DH', rule('{ORG}{TYPE}{yyMMdd}{SEQ6}'))
  expect(await take('DH', 1, 'DC02')).toEqual(['DC02DH261125000001'])
  await change('DH', rule('{TYPE}-{yyMM}-{SEQ5}', { reset: 'MONTH', step: 10 }), dc01)
  expect(await take('DH', 2)).toEqual(['DH-2611-00001', 'DH-2611-00011'])
  expect(await take('DH', 1, 'DC02')).toEqual(['DC02DH261125000002'])
  expect(await take('CK')).toEqual(['CK26112500001'])
  other.forget(server.one.tenantId)
  expect(await elsewhere()).toMatch(/^DH-2611-0\d{3}1$/)
  expect(await shownOf(admin, 'DH', dc01)).toMatchObject({ source: 'ORG', isSetHere: true, step: 10 })
  expect(await shownOf(admin, 'DH')).toMatchObject({ source: 'TENANT', isSetHere: true })
  expect(await shownOf(admin, 'CK', dc01)).toMatchObject({ source: 'INITIAL', isSetHere: false })
  await admin.call(calls.restore, { kind: 'DH', orgId: dc01, version: 1 })
  expect(await take('DH')).toEqual(['DC01DH261125000001'])
  const history = await admin.call(calls.history, { kind: 'DH' })
  expect(history.map((h) => [h.orgName === null, h.before?.pattern, h.after?.pattern])).toEqual([
    [false, '{TYPE}-{yyMM}-{SEQ5}', undefined],
    [false, undefined, '{TYPE}-{yyMM}-{SEQ5}'],
    [true, undefined, '{ORG}{TYPE}{yyMMdd}{SEQ6}'],
  ])
})

test('a counter begins again with its day or month, or never', async () => {
  await change('DH', rule('{TYPE}{yyMM}{SEQ5}', { reset: 'MONTH' }))
  await change('CK', rule('{TYPE}{SEQ6}', { reset: 'NEVER' }))
  const first = { DH: await take('DH', 3), CK: await take('CK', 3), BC: await take('BC', 3) }
  expect(first).toMatchObject({ DH: { 2: 'DH261100003' }, CK: { 2: 'CK000003' }, BC: { 2: 'BC26112500003' } })
  now = new Date('2026-11-25T16:00:01Z')
  expect([await take('DH'), await take('CK'), await take('BC')].flat()).toEqual([
    'DH261100004',
    'CK000004',
    'BC26112600001',
  ])
  now = new Date('2026-12-01T02:00:00Z')
  expect([await take('DH'), await take('CK'), await take('BC')].flat()).toEqual([
    'DH261200001',
    'CK000005',
    'BC26120100001',
  ])
})

test('no number is given twice, however often pattern, reset and step are changed, in two processes', async () => {
  const rules = [
    rule('{TYPE}{yyMMdd}{SEQ5}'),
    rule('{TYPE}{yyMMdd}{SEQ5}', { reset: 'MONTH' }),
    rule('{TYPE}{yyMM}{SEQ7}', { reset: 'MONTH', step: 3 }),
    rule('{TYPE}{yyMMdd}{SEQ6}', { reset: 'NEVER', step: 7 }),
    rule('{TYPE}26{SEQ9}', { reset: 'NEVER' }),
    rule('{TYPE}{yyMMdd}{SEQ4}', { step: 2 }),
    rule('{TYPE}{yyMM}25{SEQ5}', { reset: 'MONTH' }),
    rule('{TYPE}{yyyy}{SEQ6}', { reset: 'NEVER' }),
  ]
  const other = createNumbers(server.db, server.kernel.newId)
  // Of the usual counter so many have gone that the next patterns meet its numbers.
  const given = await take('DH', 400)
  const days = ['2026-11-25', '2026-11-26', '2026-11-25']
  let at = 0
  for (let round = 0; round < 4; round++)
    for (const to of rules) {
      now = new Date(`${days[at++ % days.length]}T02:00:00Z`)
      admin = await server.as('admin')
      await change('DH', to)
      other.forget(server.one.tenantId)
      const shown = (await shownOf(admin, 'DH'))?.next ?? ''
      expect(given, to.pattern).not.toContain(shown)
      given.push(...(await take('DH', 60)))
      given.push(...(await server.inside('DC01', async (ctx) => other.takeMany(ctx.tenantId, ctx.org, 'DH', now, 60))))
    }
  const twice = given.filter((number, i) => given.indexOf(number) !== i)
  expect(twice).toEqual([])
})

test('a pattern that jumps into numbers of an earlier one passes over them', async () => {
  const given = await take('DH', 50)
  await change('DH', rule('{TYPE}{yyMMdd}{SEQ5}', { reset: 'MONTH' }))
  expect((await shownOf(admin, 'DH'))?.next).toBe('DH26112500051')
  const then = await take('DH', 20)
  expect(then[0]).toBe('DH26112500051')
  expect(given.some((number) => then.includes(number))).toBe(false)
  await change('DH', rule('{TYPE}{yyMMdd}{SEQ5}'))
  const back = await take('DH', 200)
  expect(new Set([...given, ...then, ...back]).size).toBe(270)
})

test('a rule that would not number soundly is refused with the field, and nothing of it stays', async () => {
  const many = '{ORG}{TYPE}ABCDEFG{yyMMdd}{SEQ5}'
  const expected = [
    ['{TYPE}{yyMMdd}', numberFaults.noSequence.code],
    ['{TYPE}{yyMMdd}{SEQ3}', numberFaults.tooShort.code],
    ['{TYPE}{yyMM}{SEQ5}', numberFaults.noDate.code],
    ['{TYPE}{when}{SEQ5}', numberFaults.part.code],
    [many, numberFaults.tooLong.code],
    ['CK{yyMMdd}{SEQ5}', numberFaults.alike.code],
    ['{yyMMdd}{SEQ5}', 0],
  ] as const
  for (const [pattern, code] of expected) {
    const answer = await refused('DH', rule(pattern))
    expect({ pattern, ...answer }).toMatchObject({ pattern, code, ...(code !== 0 && { field: 'pattern' }) })
    const preview = await admin.envelope(calls.preview, { kind: 'DH', ...rule(pattern) })
    expect(preview.code, pattern).toBe(code)
  }
  expect(await refused('CK', rule('{yyMMdd}{SEQ6}'))).toMatchObject({
    code: numberFaults.alike.code,
    message: '会与[订货通知单]的编号{yyMMdd}{SEQ5}重复，请加上{TYPE}或不同的前缀',
  })
  expect(await shownOf(admin, 'CK')).toMatchObject({ source: 'INITIAL', version: 0 })
  expect((await admin.envelope(calls.set, { kind: 'XX', version: 0, ...rule('{TYPE}{yyMMdd}{SEQ5}') })).code).toBe(
    40400,
  )
  expect((await admin.envelope(calls.set, { kind: 'DH', version: 0, ...rule('{TYPE}{yyMMdd}{SEQ5}') })).code).toBe(
    40900,
  )
})

test('two kinds are kept apart also where only one organisation has a rule of its own, and from what was given', async () => {
  await change('DH', rule('X{yyMMdd}{SEQ5}'), dc01)
  expect(await refused('CK', rule('X{yyMMdd}{SEQ6}'))).toMatchObject({ code: numberFaults.alike.code })
  expect(await refused('CK', rule('X{yyMMdd}{SEQ6}'), server.one.orgs.get('DC02')?.id)).toMatchObject({ code: 0 })
  expect(await take('DH')).toEqual(['X26112500001'])
  await admin.call(calls.restore, { kind: 'DH', orgId: dc01, version: 1 })
  expect(await refused('CK', rule('X{yyMMdd}{SEQ6}'), dc01)).toMatchObject({ code: numberFaults.alike.code })
  // What counts after a rule was taken back is compared as well.
  await change('DH', rule('D{yyMMdd}{SEQ5}'))
  await change('CK', rule('DH{yyMMdd}{SEQ5}'), server.one.orgs.get('DC02')?.id)
  const { code } = await admin.envelope(calls.restore, { kind: 'DH', version: 1 })
  expect(code).toBe(numberFaults.alike.code)
})

test('rules of the enterprise are changed there, an organisation’s within reach, and none by another tenant', async () => {
  const at01 = await server.as('admin', 'DC01')
  const to = rule('{TYPE}{yyMMdd}{SEQ6}')
  const { code } = await at01.envelope(calls.set, {
    kind: 'DH',
    orgId: server.one.orgs.get('G')?.id,
    version: 0,
    ...to,
  })
  expect(code).toBe(40312)
  await at01.call(calls.set, { kind: 'DH', version: 0, ...to })
  expect(await take('DH')).toEqual(['DH261125000001'])
  expect(await take('DH', 1, 'DC02')).toEqual(['DH26112500001'])
  const at02 = await server.as('admin', 'DC02')
  expect((await at02.envelope(calls.set, { kind: 'DH', orgId: dc01, version: 1, ...to })).code).toBe(40312)
  const other = await server.as('admin', 'G', 'two')
  expect((await other.envelope(calls.set, { kind: 'DH', orgId: dc01, version: 1, ...to })).code).toBe(40400)
  expect((await other.call(calls.rules, {})).rules.every((r) => r.source === 'INITIAL')).toBe(true)
  expect(await other.call(calls.history, { kind: 'DH' })).toEqual([])
  expect((await (await server.as('nobody')).envelope(calls.rules, {})).code).toBe(40301)
})

test('a code that is too long for numbers is refused for the rule, and for the organisation once there is such a rule', async () => {
  const { create } = crudCalls(org)
  const upperOrgId = server.one.orgs.get('G')?.id
  const made = (code: string) => admin.envelope(create, { code, name: code, type: 'DC', upperOrgId })
  await change('DH', rule('{ORG}{TYPE}{yyMMdd}{SEQ5}'))
  expect(await made('DC-VERY-LONG-1')).toMatchObject({ code: numberFaults.orgCode.code })
  await admin.call(calls.restore, { kind: 'DH', version: 1 })
  expect((await made('DC-VERY-LONG-1')).code).toBe(0)
  expect(await refused('DH', rule('{ORG}{TYPE}{yyMMdd}{SEQ5}'))).toMatchObject({
    code: numberFaults.orgCode.code,
    message: '组织代码[DC-VERY-LONG-1]超过12位，不能用于编号规则中的{ORG}',
  })
})
