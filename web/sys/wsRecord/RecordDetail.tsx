import type { AnyEntity } from '@lading/contract/kernel/entity.ts'
import { wsCalls, wsRecord } from '@lading/contract/sys/wsRecord.ts'
import { useText } from '../../client/text.ts'
import { EntityDetail } from '../../kernel/detail/EntityDetail.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { useResend } from './useResend.ts'
import '../sys.css'

/** Which row of messages it is, nobody asks. */
const { messageId: _message, ...facts } = wsRecord.fields
const detail: AnyEntity = { ...wsRecord, fields: facts }

/** One message to one person: how it went, and what was in it. */
export function RecordDetail() {
  const t = useText()
  const { rowActions } = useResend()
  return (
    <EntityDetail
      of={detail}
      actions={rowActions}
      tabs={(row) => [{ key: 'payload', title: t(['内容', 'Payload']), content: <Payload key={row.id} id={row.id} /> }]}
    />
  )
}

function Payload({ id }: { id: string }) {
  const t = useText()
  const read = useCall(wsCalls.payload, { id })
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={3} label={t(words.loading)} />
  return (
    <>
      <p className="hint">{t(['姓名、地址和凭证已隐去。', 'Names, addresses and credentials are masked.'])}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <pre className="open-text" tabIndex={0}>
        {read.data.payload}
      </pre>
    </>
  )
}
