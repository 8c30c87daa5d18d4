import type { Text } from '@lading/contract/kernel/text.ts'
import { useCalled } from '../client/called.ts'
import { useText } from '../client/text.ts'
import { StatusTag } from '../ui/StatusTag.tsx'

/** A choice as the working organisation calls it, with the mark that it gives it. */
export function ChoiceText({ of }: { of: Text }) {
  const t = useText()
  const tone = useCalled(({ tones }) => tones.get(of))
  return tone ? <StatusTag tone={tone}>{t(of)}</StatusTag> : t(of)
}

/** Whether some of these choices bear marks now. */
export const useIsMarked = (choices: Readonly<Record<string, Text>> | undefined): boolean =>
  useCalled(({ tones }) => tones.size > 0 && Object.values(choices ?? {}).some((text) => tones.has(text)))

/** So much wider is what bears a mark. */
export const besideOf = (choices: Readonly<Record<string, Text>> | undefined): number => {
  const { tones } = useCalled.getState()
  return tones.size > 0 && Object.values(choices ?? {}).some((text) => tones.has(text)) ? 30 : 0
}
