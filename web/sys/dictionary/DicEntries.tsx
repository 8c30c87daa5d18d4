import type { Text } from '@lading/contract/kernel/text.ts'
import { type DicRecord, dicCalls } from '@lading/contract/sys/dicCalls.ts'
import { dicInfo } from '@lading/contract/sys/dictionary.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { changed } from '../../kernel/verbs.tsx'
import { words } from '../../kernel/words.ts'
import { notify } from '../../ui/notices.tsx'
import { Card } from '../../ui/Page.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { EntryLine, type Line } from './EntryLine.tsx'
import type { DicType } from './TypeDialog.tsx'

const texts = {
  add: ['新增字典项', 'Add an entry'],
  none: ['还没有字典项', 'No entries yet'],
  twice: ['键[{key}]重复', 'Key [{key}] appears twice'],
  empty: ['键和中文不能为空', 'Enter a key and the Chinese text'],
} as const satisfies Record<string, Text>

const lineOf = (r: DicRecord): Line => ({
  mark: r.queryKey,
  entryKey: r.queryKey,
  infoValue: r.infoValue,
  infoValueEn: r.infoValueEn,
  color: r.color ?? '',
  disabled: r.disabled,
  isOld: true,
  isKept: r.isKept,
})

interface Props {
  readonly type: DicType
  readonly orgId: string | undefined
  readonly mayUpdate: boolean
}
const empty = (mark: string): Line => ({
  mark,
  entryKey: '',
  infoValue: '',
  infoValueEn: '',
  color: '',
  disabled: false,
  isOld: false,
  isKept: false,
})
function entryOf(l: Line, i: number) {
  const queryKey = l.entryKey.trim()
  return {
    queryKey,
    infoValue: l.infoValue.trim(),
    infoValueEn: l.infoValueEn.trim() || l.infoValue.trim(),
    sort: (i + 1) * 10,
    color: l.color.trim() || null,
    disabled: l.disabled,
  }
}
function problemOf(lines: readonly Line[]): { text: Text; args?: Record<string, string> } | undefined {
  const keys = lines.map(({ entryKey }) => entryKey.trim())
  const twice = keys.find((k, i) => k !== '' && keys.indexOf(k) !== i)
  if (lines.some((l) => l.entryKey.trim() === '' || l.infoValue.trim() === '')) return { text: texts.empty }
  return twice === undefined ? undefined : { text: texts.twice, args: { key: twice } }
}

/** What is there, what shall be there, and how that is saved. */
function useEntries(type: DicType, orgId: string | undefined) {
  const t = useText()
  const all = { typeCodeEquals: type.code, filter: {}, page: 1, pageSize: 0, searchCount: false }
  const read = useCall(dicCalls.query, { ...all, ...(orgId && { orgId }) })
  const write = useWrite(dicCalls.updateInfoByType)
  const [draft, setDraft] = useState<readonly Line[]>()
  const [problem, setProblem] = useState('')
  const lines = draft ?? (read.data?.records ?? []).map(lineOf)
  const save = async () => {
    const wrong = problemOf(lines)
    setProblem(wrong ? t(wrong.text, wrong.args) : '')
    if (wrong) return
    try {
      const entries = lines.map(entryOf)
      await write.run({ typeCode: type.code, version: type.version, entries, ...(orgId && { orgId }) })
      setDraft(undefined)
      notify('good', t(words.saved))
    } catch (error) {
      setProblem(asRefused(error).message)
    }
    await changed(dicInfo)
  }
  const move = (from: number, to: number) => {
    const row = lines[from]
    if (!row || to < 0 || to >= lines.length) return
    const others = lines.filter((_, i) => i !== from)
    setDraft([...others.slice(0, to), row, ...others.slice(to)])
  }
  const add = () => setDraft([...lines, empty(`new ${lines.length} ${Date.now()}`)])
  const drop = () => {
    setDraft(undefined)
    setProblem('')
  }
  return { read, lines, isDirty: draft !== undefined, setDraft, problem, save, move, add, drop, isBusy: write.isBusy }
}

/** The entries of a dictionary, typed over, moved and saved together. */
export function DicEntries({ type, orgId, mayUpdate }: Props) {
  const t = useText()
  const { read, lines, isDirty, setDraft, problem, save, move, add, drop, isBusy } = useEntries(type, orgId)
  if (read.error) return <NotRead of={read} />
  if (!read.data) return <SkeletonRows rows={5} label={t(words.loading)} />
  return (
    <Card
      title={`${type.title} · ${type.code}`}
      extra={
        mayUpdate && (
          <span className="row-buttons">
            {isDirty && (
              <Button type="primary" loading={isBusy} onClick={() => void save()}>
                {t(words.save)}
              </Button>
            )}
            {isDirty && <Button onClick={drop}>{t(words.cancel)}</Button>}
          </span>
        )
      }
    >
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {lines.length === 0 && <p className="muted">{t(texts.none)}</p>}
      <ul className="dic-lines">
        {lines.map((line, i) => (
          <EntryLine
            key={line.mark}
            of={line}
            at={i}
            count={lines.length}
            isFixed={!mayUpdate}
            onMove={move}
            onChange={(change) => setDraft(lines.map((l) => (l.mark === line.mark ? { ...l, ...change } : l)))}
            onRemove={() => setDraft(lines.filter((l) => l.mark !== line.mark))}
          />
        ))}
      </ul>
      {mayUpdate && (
        <Button type="dashed" onClick={add}>
          {t(texts.add)}
        </Button>
      )}
    </Card>
  )
}
