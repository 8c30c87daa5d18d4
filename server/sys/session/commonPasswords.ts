import { readFileSync } from 'node:fs'

/** What leaked most often, one a line in lower case, after the licence and an empty line: zxcvbn's first 10,000. */
const [, leaked = ''] = readFileSync(new URL('leakedPasswords.txt', import.meta.url), 'utf8').split(/\r?\n\r?\n/)
export const leakedPasswords: readonly string[] = leaked.split(/\r?\n/).filter(Boolean)

/** What is left without digits and signs at either end. */
export const bareOf = (password: string): string => password.replace(/^[\d\p{P}\p{S}]+|[\d\p{P}\p{S}]+$/gu, '')
/** Shorter ones are part of too many good passwords. */
const stemMin = 5
const stems = leakedPasswords.map(bareOf).filter((word) => word.length >= stemMin)

/**
 * Words that everybody tries first. What is left of a password without its case, and without the digits and signs at its
 * ends, must be none of them: `Password123!` is `password`.
 */
export const commonWords: ReadonlySet<string> = new Set([
  ...leakedPasswords,
  ...stems,
  ...`password passwort passw0rd p@ssw0rd p@ssword pass passwd admin administrator root user guest test tester login welcome
  letmein master manager system server secret changeme change default qwerty qwertyuiop qwert asdf asdfgh asdfghjkl zxcv
  zxcvbn zxcvbnm qazwsx qazwsxedc qaz wsx edc abc abcd abcde abcdef abcdefg abcabc aaa aaaa aaaaaa abcabcabc iloveyou love
  monkey dragon sunshine princess football baseball shadow superman batman michael jordan charlie hello hallo welcome1
  freedom whatever trustno starwars computer internet google baidu tencent alibaba taobao wechat weixin weibo woaini
  woaini1314 wang zhang li liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin he gao liang zheng luo song xie tang
  mima mima123 guanliyuan cangku wuliu kucun warehouse logistics lading wms tms dps erp demo demouser operator picker
  receiver shipper company office china beijing shanghai guangzhou shenzhen hangzhou nanjing chengdu wuhan spring summer
  autumn winter monday january 密码 管理员 仓库 物流 测试 我爱你`
    .split(/\s+/)
    .filter(Boolean),
])
