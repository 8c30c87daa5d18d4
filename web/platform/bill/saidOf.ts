import type { Flow } from '@lading/contract/kernel/flow.ts'
import type { Text } from '@lading/contract/kernel/text.ts'

/**
 * What is said after a step: `已分配`, `Allocated`. Our steps that end in an e are regular verbs; for the others English
 * takes the name of the state they lead to.
 */
export function saidOf(flow: Flow, { title: [zh, en], to }: Flow['steps'][string]): Text {
  const said = /^[A-Z][a-z]+e$/.test(en) ? `${en}d` : to && flow.states[to]?.[1]
  return [`已${zh}`, said || `${en} done`]
}
