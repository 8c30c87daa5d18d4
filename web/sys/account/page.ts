import { loadDict } from '../../kernel/dict.ts'

/** 个人信息. Its positions are read before it is entered; without them it shows their keys. */
export async function personalPage() {
  await loadDict('WORK_POSITION').catch(() => undefined)
  return { default: (await import('./PersonalInfo.tsx')).PersonalInfo }
}
