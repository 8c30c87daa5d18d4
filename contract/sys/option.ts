import { entity } from '../kernel/entity.ts'
import { choice, code, int, note, ref, text } from '../kernel/field.ts'
import { mailProblems } from './mailProblems.ts'

/** 平台参数: what an option is for every tenant who has set nothing of his own. A row of the platform's, which all read. */
export const platformOption = entity('sys', 'platformOption', {
  title: ['平台参数', "The platform's option"],
  module: 'options',
  scope: 'platform',
  fields: {
    key: code(['键', 'Key'], { required: true, max: 64 }),
    /** Nothing: as if it had never been set. */
    value: note(['值', 'Value'], { max: 2000 }),
  },
  unique: [['key']],
  label: { code: 'key', name: 'key' },
  actions: [],
  found: false,
})

/** 系统选项: a value that a tenant, or one of its organisations, has set. What may be set is declared below. */
export const option = entity('sys', 'option', {
  title: ['系统参数', 'Option'],
  module: 'options',
  scope: 'tenant',
  fields: {
    /** 0: the whole tenant's. */
    orgId: ref(['组织', 'Organisation'], 'sys.org', { required: true, loose: true }),
    key: code(['键', 'Key'], { required: true, max: 64 }),
    /** Nothing: as if it had never been set. A secret is sealed. */
    value: note(['值', 'Value'], { max: 2000 }),
  },
  unique: [['key', 'orgId']],
  label: { code: 'key', name: 'key' },
  actions: ['update'],
  verbs: { testMail: ['发送测试邮件', 'Send a test mail'], evict: ['清除缓存', 'Clear caches'] },
  details: {
    to: text(['收件人', 'To']),
    answer: text(['服务器应答', "Server's answer"]),
    problem: choice(['未发原因', 'Why not'], mailProblems),
    cleared: int(['清除条数', 'Entries cleared']),
  },
  found: false,
})
