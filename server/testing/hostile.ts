import type { Envelope } from '@lading/contract/kernel/call.ts'

/** Texts that have broken somebody's program; whoever stores them must get them back as they were. */
export const hostileTexts: readonly string[] = [
  '😀👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'مرحبا שלום ‮gnp.exe',
  'e\u0301 a\u030a n\u0303 ǖ ﷽',
  'zero\u200bwidth\u200djoiner\ufeff',
  '全角０１２３ＡＢＣ　空格',
  'tab\there\nline\r\nline\u0007\u001b[31m\u007f',
  'NULL',
  'null',
  'undefined',
  'true',
  'NaN',
  '1/0',
  '1e999',
  '-0',
  '0x1F',
  "'; drop table wms_owner; --",
  "' or '1'='1",
  '" or ""="',
  "1' union select null, version() --",
  "'); delete from sys_user; --",
  "\\'; select pg_sleep(9); --",
  "admin'/*",
  "' and 1=cast((select password_hash from sys_user limit 1) as int) --",
  "$$; copy (select 1) to program 'id' $$",
  '$1 $2 :name @p1 ?',
  '%27%20or%201=1',
  '%_%\\_\\%',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what some template language would run
  '${7*7} #{7*7} {{7*7}} <%= 7*7 %>',
  '{name} {0} {{constructor}}',
  '__proto__',
  'constructor.prototype.x',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "javascript:alert('x')",
  '<a href="javascript:alert(1)">x</a>',
  '&lt;script&gt; &amp; &#x27;',
  ']]><!--',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://x","y")',
  '+1+1',
  '-1+1',
  '@SUM(1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\system32',
  'a/b\\c:d*e?f"g<h>i|j',
  'CON',
  '; ls -la; $(id) `id` | cat',
  '(&(uid=*)(cn=*))',
  '\\u0000 \\x00 %00',
  '\\',
  "'",
  '"',
  ' leading and trailing ',
  '　全角空格 ',
  'Robert"); --',
  '(((((((((((((((((((((((',
  '^(a+)+$',
  'İı ß ſ Ω K',
]

/** What is no JSON at all. */
const broken = ['{', '{"', '{"a', '{"a"', '{"a":', '{"a":1', '[', '[1', '"', '"x', 'nul', 'tru', '}', ']', ',', '{,}']
/** JSON, but no object. */
const shapeless = ['null', 'true', '1', '"x"', '[]', '[[]]', '[{}]', '-0', '1e999', '-1e999', 'NaN', 'Infinity', '0x10']
/** What no field of ours takes. */
const values = ['null', 'true', '[]', '{}', '[[[]]]', '1e999', '-0', '9007199254740993', '99999999999999999999', '1.5']
const texts = ['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', `"${'x'.repeat(100_000)}"`]
const deep = 100_000

export interface HostileBody {
  readonly body: string | Buffer
  readonly type?: string
  /** Some call may take it: it is readable, and what is odd in it may be a field that this call takes or does not know. */
  readonly mayPass?: true
}

/**
 * Bodies that are no JSON, JSON that no call takes, and JSON that hardly any call takes; each with its content type. `good`
 * is a body that is taken.
 */
export const hostileBodies = (good: string): readonly HostileBody[] => [
  { body: '', mayPass: true },
  ...[...broken, ...shapeless, '9007199254740993', '.5', '01', '+1', '{"a":1,}'].map((body) => ({ body })),
  ...[...values, ...texts].map((v) => ({
    body: good.replace(/:\s*("[^"]*"|\d+|null|true|false)/, `: ${v}`),
    mayPass: true as const,
  })),
  ...[good.slice(0, -1), good.slice(0, Math.floor(good.length / 2)), good + good, `${good} x`].map((body) => ({
    body,
  })),
  { body: '['.repeat(deep) },
  { body: `${'['.repeat(deep)}${']'.repeat(deep)}` },
  { body: `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}` },
  { body: `{"filter":${'['.repeat(1000)}${']'.repeat(1000)}}` },
  { body: '{"__proto__":{"admin":true}}' },
  { body: '{"constructor":{"prototype":{"admin":true}}}', mayPass: true },
  { body: '{"a":1,"a":2,"id":"1","id":"2"}', mayPass: true },
  { body: `\ufeff${good}`, mayPass: true },
  { body: Buffer.from(good, 'utf16le') },
  { body: Buffer.concat([Buffer.from('{"code":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]) },
  { body: '{"a":"\0"}' },
  { body: "{'a':1}" },
  { body: '{a:1}' },
  { body: '/* */ {}' },
  { body: good, type: 'text/plain' },
  { body: good, type: 'application/xml' },
  { body: 'id=1&version=0', type: 'application/x-www-form-urlencoded' },
  { body: good, type: 'application/json; charset=utf-16' },
  { body: good, type: 'multipart/form-data' },
  { body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1', type: 'multipart/form-data; boundary=x' },
  { body: '--x--\r\n', type: 'multipart/form-data; boundary=y' },
  { body: good, type: '' },
  { body: good, type: ';;;=' },
]

/** What no answer may be or hold, whatever was asked. */
export function faultOf(status: number, text: string): string | undefined {
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`
  if (/\bat .*\.(ts|js):\d|select |syntax error|node_modules|relation "/i.test(text.slice(0, 2000)))
    return `tells too much: ${text.slice(0, 300)}`
  return undefined
}

/** What cannot be read is said to be the caller's fault: taking it, or excusing oneself, would be wrong. */
export function passed(answer: string): string | undefined {
  const { code } = JSON.parse(answer) as Envelope<unknown>
  return code >= 40_000 && code < 50_000 ? undefined : `code ${code}: ${answer.slice(0, 300)}`
}

/** Whatever their texts, a row that was made up fits no other: its rank, place, way, day, owner, limits, code, number, party or what it runs is refused. */
export const picky: readonly string[] = [
  'dps.jobpoint',
  'dps.line',
  'dps.tag',
  'mdm.packChange',
  'saas.agent',
  'saas.quotaPackage',
  'saas.tenantApplication',
  'sys.appVersion',
  'sys.dataCollection',
  'sys.job',
  'sys.openAccount',
  'sys.org',
  'sys.printer',
  'sys.role',
  'sys.user',
  'tms.client',
  'tms.roadNet',
  'tms.routeScheme',
  'tms.shipPlanBill',
  'tms.staff',
  'tms.takeDeliveryBill',
  'tms.tripEvaluate',
  'tms.truck',
  'tms.vrpConfig',
  'tms.wayBill',
  'wms.attrChangeBill',
  'wms.binCapacity',
  'wms.bom',
  'wms.collectBinScheme',
  'wms.dock',
  'wms.ownerAdjBill',
  'wms.pickBinBill',
  'wms.preRplBill',
  'wms.previewBill',
  'wms.processTask',
  'wms.productBin',
  'wms.qualityScheme',
  'wms.rtiBuy',
  'wms.rtiDeposit',
  'wms.rtiDiff',
  'wms.rtiIn',
  'wms.rtiLoss',
  'wms.rtiOut',
  'wms.sjReturn',
  'wms.sowingScheme',
  'wms.stockTypeScheme',
  'wms.taskConfig',
  'wms.typeChangeBill',
  'wms.warehouseRegister',
  'wms.worker',
]
