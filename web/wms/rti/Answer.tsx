import { answerStatement } from '@lading/contract/wms/rtiCalls.ts'
import { rtiDeposit } from '@lading/contract/wms/rtiDeposit.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { useVerbs } from '../../kernel/verbs.tsx'
import { ActDialog, useAct } from '../../platform/ActDialog.tsx'

/** One line of a sheet: the type and how many; what stands between are tabs, blanks or commas. */
const linePattern = /^(\S.*?)[\s,，]+(-?\d{1,7})$/
const parse = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => linePattern.exec(line))

/** Beside a statement that was sent: what the other side counts, pasted from its sheet and matched line by line. */
export function Answer({ bill }: { bill: Row }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { can, refused } = useVerbs(rtiDeposit.header)
  if (bill.state !== 'SENT' || !can(rtiDeposit.header, 'bill')) return null
  return (
    <p>
      <Button disabled={refused !== undefined} title={refused} onClick={() => setOpen(true)}>
        {t(answerStatement.title)}
      </Button>
      {isOpen && <Pasted bill={bill} onClose={() => setOpen(false)} />}
    </p>
  )
}

function Pasted({ bill, onClose }: { bill: Row; onClose: () => void }) {
  const t = useText()
  const [text, setText] = useState('')
  const act = useAct(rtiDeposit.header, answerStatement, onClose)
  const lines = parse(text)
  const bad = lines.indexOf(null)
  const run = () =>
    act.run(
      {
        ...{ id: String(bill.id), version: Number(bill.version) },
        rows: lines.flatMap((line) => (line ? [{ type: line[1] ?? '', qty: Number(line[2]) }] : [])),
      },
      ({ diffNo }) =>
        diffNo === null
          ? t(['双方一致，已确认', 'Both sides agree'])
          : t(['有差异，已生成容器差异单{no}', 'They differ: {no} has been made'], { no: diffNo }),
    )
  return (
    <ActDialog
      act={act}
      title={t(answerStatement.title)}
      okText={t(['核对', 'Match'])}
      isReady={lines.length > 0 && bad < 0}
      width={520}
      onOk={() => void run()}
      onClose={onClose}
    >
      <p className="muted">
        {t([
          '从对方表格复制两列粘贴：容器类型、数量；未列出的按账面',
          'Paste two columns of their sheet: type and quantity; what is not listed counts as booked',
        ])}
      </p>
      <Input.TextArea
        rows={8}
        value={text}
        aria-label={t(answerStatement.title)}
        onChange={(e) => setText(e.target.value)}
      />
      {bad >= 0 && <p className="muted">{t(['第{n}行不完整', 'Line {n} is not complete'], { n: bad + 1 })}</p>}
    </ActDialog>
  )
}
