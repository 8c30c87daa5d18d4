import type { Text } from '@lading/contract/kernel/text.ts'
import { announcement, announcementCalls, announcementFaults } from '@lading/contract/sys/announcement.ts'
import { call } from '../../client/client.ts'
import { report } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { Row, Seen } from '../../kernel/records.ts'
import { changed, type RowAction, useVerbs } from '../../kernel/verbs.tsx'
import { ask } from '../../ui/ask.tsx'
import { notify } from '../../ui/notices.tsx'

const texts = {
  publish: ['发布', 'Publish'],
  withdraw: ['撤回', 'Withdraw'],
  askPublish: ['发布公告[{title}]？', 'Publish [{title}]?'],
  detail: ['相关用户会立即看到。', 'The people it is for will see it at once.'],
  published: ['已发布', 'Published'],
  withdrawn: ['已撤回', 'Withdrawn'],
} as const satisfies Record<string, Text>

/** What may be done with an announcement: shown, taken back; changed only while nobody sees it. */
export function useAnnouncementActions() {
  const t = useText()
  const { can } = useVerbs(announcement)
  const run = async (verb: typeof announcementCalls.publish, row: Seen, told: Text) => {
    try {
      await call(verb, { id: row.id, version: row.version })
      notify('good', t(told))
    } catch (error) {
      report(error)
    }
    await changed(announcement)
  }
  const publish = async (row: Row) => {
    const args = { title: row.title }
    if ((await ask({ title: texts.askPublish, args, detail: texts.detail, ok: texts.publish })) !== undefined)
      await run(announcementCalls.publish, row, texts.published)
  }
  return (row: Row, standard: readonly RowAction[]): readonly RowAction[] => {
    const isOut = row.state === 'PUBLISHED'
    const refused = isOut ? t(announcementFaults.published.text) : undefined
    return [
      ...(!isOut && can(announcement, 'release')
        ? [{ key: 'publish', title: texts.publish, run: () => void publish(row) }]
        : []),
      ...(isOut && can(announcement, 'cancel')
        ? [
            {
              key: 'withdraw',
              title: texts.withdraw,
              danger: true,
              run: () => void run(announcementCalls.withdraw, row, texts.withdrawn),
            },
          ]
        : []),
      ...standard.map((a) => ({ ...a, refused: a.refused ?? refused })),
    ]
  }
}
