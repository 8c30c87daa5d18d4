import { crudCalls } from '@lading/contract/kernel/crud.ts'
import { faults } from '@lading/contract/kernel/fault.ts'
import { printTemplate, printTemplateCalls } from '@lading/contract/sys/printTemplate.ts'
import { printCalls } from '@lading/contract/wms/printCalls.ts'
import { splitTask } from '@lading/contract/wms/taskCalls.ts'
import { taskConfig, taskRuleFaults, tryTaskRules } from '@lading/contract/wms/taskConfig.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawFilled } from '../../sys/printTemplate/resolve.ts'
import type { Client } from '../../testing/server.ts'
import { taskLabels } from '../print/pickLabels.ts'
import { openPickDesk, type PickDesk } from '../testing/pickDesk.ts'
import { setTaskRules } from '../testing/taskRules.ts'

interface Made {
  id: string
  version: number
}
let desk: PickDesk
let group: Client
const calls = crudCalls(taskConfig)
const templates = crudCalls(printTemplate)
beforeAll(async () => {
  desk = await openPickDesk()
  group = await desk.server.as('admin')
  await desk.inside(async (ctx) => {
    const here = sql`tenant_id = ${ctx.tenantId} and org_id = ${ctx.org.id}`
    const areaId = ctx.newId()
    await ctx.tx.run(sql`
      insert into wms_pick_area (tenant_id, org_id, id, code, name, area_id, pick_type, method, pick_mode, max_lines, rpl, created_at, updated_at)
      select tenant_id, org_id, ${areaId}, 'PL', 'PL', area_id, 'BOTH', 'LABEL', 'STORE', 40, 'ENOUGHOUT', ${ctx.now()}, ${ctx.now()}
      from wms_bin where ${here} and code = 'P-01'`)
    await ctx.tx.run(sql`update wms_bin set pick_area_id = ${areaId} where ${here} and code = 'P-01'`)
  })
  for (const code of ['A', 'B']) await desk.put('P-01', code, '900')
})
afterAll(() => desk.server.close())

let copies = 0
/** A template that says a word of its own where the store's name would stand. */
async function worded(word: string, o: object = {}): Promise<Made> {
  copies += 1
  const made = await group.call<Made>(printTemplateCalls.copy, {
    ...{ kind: 'PICK_LABEL', code: `L${copies}`, name: word, ...o },
  })
  const { layout } = await group.call(printTemplateCalls.design, { id: made.id })
  const marks = layout.marks.map((m) => (m.text === '{toName}' ? { ...m, text: word } : m))
  return group.call(printTemplateCalls.save, { ...made, layout: { ...layout, marks } })
}
const named = (labelTemplateId: string | null) =>
  desk.inside((ctx) => setTaskRules(ctx, 'PICK', { rule: { labelTemplateId } }))
/** What stands on the labels of a task. */
const said = (taskId: string) =>
  desk.inside(async (ctx) => {
    const { pages } = await drawFilled(ctx, await taskLabels(ctx, [taskId]))
    return pages.flat().flatMap((m) => ('text' in m ? [m.text] : []))
  })
const seen = async (id: string): Promise<Made> => {
  const { version } = await group.call<Made>(templates.getById as never, { id })
  return { id, version }
}

test('labels of a task are printed by the template that its rule named, as long as that is in use', async () => {
  const frozen = await worded('冷冻')
  await named(frozen.id)
  const pick = await desk.pick({ A: '12' })
  expect(await said(pick.id)).toContain('冷冻')
  const { data } = await desk.clerk.bytes(printCalls.pickLabels, { rows: [{ id: pick.id }] })
  expect(data.subarray(0, 5).toString()).toBe('%PDF-')
  // Other work is printed as always, and what is there keeps what it was made with.
  await named(null)
  const other = await desk.pick({ A: '12' })
  expect(await said(other.id)).not.toContain('冷冻')
  expect(await said(pick.id)).toContain('冷冻')
  await group.call(templates.disable, { rows: [await seen(frozen.id)] })
  expect(await said(pick.id)).toContain('store')
  await group.call(templates.enable, { rows: [await seen(frozen.id)] })
  expect(await said(pick.id)).toContain('冷冻')
  // While it is out of use, or gone, the default counts.
  const usual = await worded('常用')
  await group.call(printTemplateCalls.setDefault, await seen(usual.id))
  expect(await said(pick.id)).toContain('冷冻')
  await group.call(templates.remove as never, await seen(frozen.id))
  expect(await said(pick.id)).toContain('常用')
  await desk.clerk.bytes(printCalls.pickLabels, { rows: [{ id: pick.id }], reason: '再打' })
  await group.call(templates.remove as never, await seen(usual.id))
  expect(await said(pick.id)).toContain('store')
})

test('a template of other goods, or of another centre by now, is passed over', async () => {
  const theirs = await worded('他货主', { forOwnerId: desk.yard.owners.get('O2') })
  await named(theirs.id)
  expect(await said((await desk.pick({ A: '12' })).id)).toContain('store')
  const moved = await worded('他仓')
  await named(moved.id)
  const pick = await desk.pick({ A: '12' })
  expect(await said(pick.id)).toContain('他仓')
  const elsewhere = desk.server.one.orgs.get('DC02')?.id
  await group.call(templates.update, { ...(await seen(moved.id)), forOrgId: elsewhere })
  expect(await said(pick.id)).toContain('store')
})

test('what is split off has the labels that it had', async () => {
  const kept = await worded('分出')
  await named(kept.id)
  const pick = await desk.pick({ A: '12', B: '12' })
  await named(null)
  const { version } = await desk.inside((ctx) =>
    ctx.tx.one<Made>(sql`select version from wms_task where tenant_id = ${ctx.tenantId} and id = ${pick.id}`),
  )
  const lineIds = pick.lines.slice(0, 1).map((l) => l.id)
  const { made } = await desk.clerk.call(splitTask, { id: pick.id, version, lineIds })
  expect(await said(made.id)).toContain('分出')
  await desk.sound()
})

test('a rule names a template of its own labels that is for all, or for its centre', async () => {
  const [mine, box, elsewhere, off] = [
    await worded('本仓', { forOrgId: desk.server.one.orgs.get('DC01')?.id }),
    await group.call<Made>(printTemplateCalls.copy, { kind: 'CONTAINER_LABEL', code: 'BOX', name: '箱签' }),
    await worded('别仓', { forOrgId: desk.server.one.orgs.get('DC02')?.id }),
    await worded('停用'),
  ]
  await group.call(templates.disable, { rows: [off] })
  const of = (labelTemplateId: string) => ({ rules: [{ seq: 10, dispatch: 'PULL', labelTemplateId }] })
  const make = (taskType: string, id: string) =>
    desk.clerk.envelope(calls.create, { taskType, name: taskType, ...of(id) })
  const refused = async (taskType: string, id: string) => {
    const { code, errors } = await make(taskType, id)
    return [code, errors?.[0]?.field]
  }
  const at = 'rules.0.labelTemplateId'
  expect(await refused('RECEIVE', box.id)).toEqual([taskRuleFaults.labelOfOther.code, at])
  expect((await make('RECEIVE', box.id)).message).toContain('模板[箱签]不能用于批次标签')
  expect(await refused('RPL_DOWN', mine.id)).toEqual([taskRuleFaults.labelOfOther.code, at])
  expect(await refused('PUTAWAY', mine.id)).toEqual([taskRuleFaults.notOfType.code, at])
  await desk.inside((ctx) => ctx.tx.run(sql`delete from wms_task_config where tenant_id = ${ctx.tenantId}`))
  expect(await refused('PICK', elsewhere.id)).toEqual([taskRuleFaults.templateElsewhere.code, at])
  expect((await make('PICK', off.id)).code).toBe(faults.disabled.code)
  expect((await make('PICK', '1')).code).toBe(40400)
  // Nothing of what was refused is there.
  expect((await desk.clerk.call<{ records: object[] }>(calls.query, {})).records).toEqual([])
  const { data } = await make('PICK', mine.id)
  const made = data as Made
  const { rules } = await desk.clerk.call<{ rules: { id: string; refs: object }[] }>(calls.getById as never, {
    id: made.id,
  })
  const changed = { ...made, rules: [{ id: rules[0]?.id, seq: 10, dispatch: 'PULL', labelTemplateId: box.id }] }
  expect((await desk.clerk.envelope(calls.update, changed)).code).toBe(taskRuleFaults.labelOfOther.code)
  expect(rules[0]?.refs).toMatchObject({ labelTemplateId: { name: '本仓' } })
  const { rows } = await desk.clerk.call(tryTaskRules, { taskType: 'PICK' })
  expect(rows[0]?.got).toContainEqual(expect.stringMatching(/^标签模板: L\d+$/))
  // What a rule names stays.
  const kept = await group.envelope(templates.remove as never, await seen(mine.id))
  expect(kept).toMatchObject({ code: faults.inUse.code })
})

test('who writes rules is offered the templates of its labels, though he looks after none', async () => {
  const offered = await desk.clerk.call<{ name: string }[]>(calls.offer as never, {
    to: 'sys.printTemplate',
    filter: { kind: 'CONTAINER_LABEL', disabled: false },
  })
  expect(offered.map((t) => t.name)).toEqual(['箱签'])
  const stranger = await desk.server.as('admin', 'DC01', 'two')
  expect(await stranger.call(calls.offer as never, { to: 'sys.printTemplate', filter: {} })).toEqual([])
})
