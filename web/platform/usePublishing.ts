import type { Call } from '@lading/contract/kernel/call.ts'
import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import type { Text } from '@lading/contract/kernel/text.ts'
import { call } from '../client/client.ts'
import { report } from '../client/errors.ts'
import { useText } from '../client/text.ts'
import type { Row, Seen } from '../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../kernel/verbs.tsx'
import { ask } from '../ui/ask.tsx'
import { notify } from '../ui/notices.tsx'

const texts = {
  publish: ['发布', 'Publish'],
  withdraw: ['撤回', 'Withdraw'],
  askPublish: ['发布{thing}[{title}]？', 'Publish {thing} [{title}]?'],
  detail: ['相关用户会立即看到。', 'The people it is for will see it at once.'],
  published: ['已发布', 'Published'],
  withdrawn: ['已撤回', 'Withdrawn'],
} as const satisfies Record<string, Text>

type Turn = Call<Seen, unknown>
interface Options {
  readonly calls: { readonly publish: Turn; readonly withdraw: Turn }
  /** Why nothing is done with a row; undefined: it may be. */
  readonly refused: (row: Row) => Text | undefined
}

/** What may be done with what is written for people: shown, taken back; changed only while nobody sees it. */
export function usePublishing(of: AnyEntity, { calls, refused }: Options) {
  const t = useText()
  const { can } = useVerbs(of)
  const run = async (verb: Turn, row: Seen, told: Text) => {
    try {
      await call(verb, { id: row.id, version: row.version })
      notify('good', t(told))
    } catch (error) {
      report(error)
    }
    await changed(of)
  }
  const publish = async (row: Row) => {
    const args = { thing: t(of.title), title: row.title }
    if ((await ask({ title: texts.askPublish, args, detail: texts.detail, ok: texts.publish })) !== undefined)
      await run(calls.publish, row, texts.published)
  }
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const why = refused(row)
    const isOut = row.state === 'PUBLISHED'
    const offered = { refused: isOut || !why ? undefined : t(why) }
    return [
      ...(!isOut && can(of, 'release')
        ? [{ key: 'publish', title: texts.publish, run: () => void publish(row), ...offered }]
        : []),
      ...(isOut && can(of, 'cancel')
        ? [
            {
              key: 'withdraw',
              title: texts.withdraw,
              danger: true,
              run: () => void run(calls.withdraw, row, texts.withdrawn),
            },
          ]
        : []),
      ...standard.map((a) => ({ ...a, refused: a.refused ?? (why && t(why)) })),
    ]
  }
}
