import { say, type Text } from '@lading/contract/kernel/text.ts'

/** Why a rule, a bin, a stock row or a quantity was refused: a code to count by, and a sentence to read. */
export type Reason<Code extends string = string> = { readonly code: Code; readonly text: Text }

/** A reason whose sentence has its `{name}` places filled in both languages. */
export function reason<Code extends string>(
  code: Code,
  text: Text,
  args: Readonly<Record<string, string | number | Text>> = {},
): Reason<Code> {
  return { code, text: [say(text, 'zh-CN', args), say(text, 'en-US', args)] }
}
