import { createHmac } from 'node:crypto'
import { oddPart } from '@lading/contract/sys/messageTemplate.ts'
import { expect, test } from 'vitest'
import { cutTo, envelopeOf, plain, refusalIn, sayItem } from './words.ts'

const at = new Date('2026-11-25T04:00:00.500Z')
const said = {
  title: '有任务指派给您',
  body: '王小明将任务T1指派给您。',
  url: 'https://wms.example.cn/#/app-wms/taskList',
}
const robot = { address: 'https://robot.example.cn/send?key=k', language: 'zh-CN', secret: null } as const
const parsed = (body: string): Record<string, unknown> => JSON.parse(body) as Record<string, unknown>
const text = '有任务指派给您\n王小明将任务T1指派给您。\n查看: https://wms.example.cn/#/app-wms/taskList'

test('a group of WeCom gets a text at its own address', () => {
  const { url, body } = envelopeOf({ ...robot, kind: 'WECOM' }, said, at, {})
  expect(url).toBe(robot.address)
  expect(parsed(body)).toEqual({ msgtype: 'text', text: { content: text } })
})

test('a group of DingTalk gets time and signature in the address, as its robots reckon them', () => {
  const { url, body } = envelopeOf({ ...robot, kind: 'DINGTALK', secret: 'SECabc' }, said, at, {})
  const { searchParams } = new URL(url)
  const sign = createHmac('sha256', 'SECabc').update('1795579200500\nSECabc').digest('base64')
  expect(Object.fromEntries(searchParams)).toEqual({ key: 'k', timestamp: '1795579200500', sign })
  expect(parsed(body)).toEqual({ msgtype: 'text', text: { content: text } })
  expect(envelopeOf({ ...robot, kind: 'DINGTALK' }, said, at, {}).url).toBe(robot.address)
})

test('a group of Feishu gets a post, signed in the body by seconds', () => {
  const { url, body } = envelopeOf({ ...robot, kind: 'FEISHU', secret: 's' }, said, at, {})
  expect(url).toBe(robot.address)
  expect(parsed(body)).toEqual({
    timestamp: '1795579200',
    sign: createHmac('sha256', '1795579200\ns').update('').digest('base64'),
    msg_type: 'post',
    content: {
      post: {
        zh_cn: {
          title: said.title,
          content: [[{ tag: 'text', text: said.body }], [{ tag: 'a', text: '查看', href: said.url }]],
        },
      },
    },
  })
})

test('any other address gets the words and the facts', () => {
  const { body } = envelopeOf({ ...robot, kind: 'GENERIC' }, said, at, { id: '1', kind: 'TASK_ASSIGNED' })
  expect(parsed(body)).toEqual({ id: '1', kind: 'TASK_ASSIGNED', ...said })
})

test('a value calls nobody of a group, and a long one leaves room for the link', () => {
  const long = plain({ ...said, body: `<@all> ${'长'.repeat(2_000)}` }, 'zh-CN')
  expect(long).toContain('<＠all>')
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(2_048)
  expect(long.endsWith(`…\n查看: ${said.url}`)).toBe(true)
  expect(cutTo('a👍b', 100)).toBe('a👍b')
  expect(cutTo('👍👍👍', 8)).toBe('👍…')
})

test('what a robot says no to with an answer of 200 was not taken', () => {
  expect(refusalIn('WECOM', '{"errcode":0,"errmsg":"ok"}')).toBeNull()
  expect(refusalIn('WECOM', '{"errcode":45009,"errmsg":"api freq out of limit"}')).toBe(
    'errcode 45009: api freq out of limit',
  )
  expect(refusalIn('DINGTALK', '{"errcode":310000,"errmsg":"sign not match"}')).toBe('errcode 310000: sign not match')
  expect(refusalIn('FEISHU', '{"code":0,"msg":"success"}')).toBeNull()
  expect(refusalIn('FEISHU', '{"code":19021,"msg":"sign match fail"}')).toBe('code 19021: sign match fail')
  expect(refusalIn('FEISHU', '<html>')).toBe('no code')
  expect(refusalIn('GENERIC', '<html>')).toBeNull()
})

test("a message is said in the tenant's own words where it has some, and its arguments stand in them", () => {
  const item = { kind: 'TASK_ASSIGNED', args: { by: '王', task: 'T1' } }
  const own = new Map([
    ['TASK_ASSIGNED', { title: ['新任务', 'New task'], body: ['去做{task}', 'Do {task}'] } as const],
  ])
  expect(sayItem(item, '', 'zh-CN', own)).toEqual({ title: '新任务', body: '去做T1', url: '' })
  expect(sayItem(item, '', 'en-US', own)).toEqual({ title: 'New task', body: 'Do T1', url: '' })
  expect(sayItem(item, '', 'zh-CN', new Map()).title).toBe('有任务指派给您')
})

test('what looks like a placeholder and is none is found', () => {
  expect(oddPart('TASK_ASSIGNED', '{by}将{task}给您')).toBeUndefined()
  expect(oddPart('STOCK_CHECK', '{count} {count|difference|differences}')).toBeUndefined()
  expect(oddPart('TASK_ASSIGNED', '{who} did')).toBe('{who}')
  expect(oddPart('TASK_ASSIGNED', '{who|a|b}')).toBe('{who|a|b}')
  expect(oddPart('TASK_ASSIGNED', 'open {by')).toBe('{by')
  expect(oddPart('TASK_ASSIGNED', 'close }')).toBe('}')
  expect(oddPart('TASK_ASSIGNED', '{toString}')).toBe('{toString}')
})
