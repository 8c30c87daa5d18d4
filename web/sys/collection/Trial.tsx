import { isPulled, isScale } from '@lading/contract/sys/collection.ts'
import { collectionCalls as calls } from '@lading/contract/sys/collectionCalls.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { asRefused, useWrite } from '../../client/errors.ts'
import { useText } from '../../client/text.ts'
import type { ReadColumn } from '../../kernel/grid/columns.tsx'
import { ReadTable } from '../../kernel/grid/ReadTable.tsx'
import type { Row } from '../../kernel/records.ts'

interface Tried {
  readonly sample: string
  readonly count: number
  readonly mapped: readonly { target: string; title: string; value: string }[]
  readonly lines: readonly { target: string; title: string; values: readonly string[] }[]
  readonly errors: readonly { record: number; message: string }[]
}

/** Shows what the saved mapping makes of a record: of the source's own, or of one that is pasted. Nothing is written. */
export function Trial({ row }: { row: Row }) {
  const t = useText()
  const write = useWrite(calls.test)
  const [sample, setSample] = useState('')
  const [tried, setTried] = useState<Tried>()
  const [problem, setProblem] = useState('')
  const isSent = row.direction === 'OUT'
  const isLookedFor = isPulled(row) || isSent
  const run = async (): Promise<void> => {
    setProblem('')
    try {
      setTried(await write.run({ id: row.id, ...(sample.trim() !== '' && { sample }) }))
    } catch (error) {
      setTried(undefined)
      setProblem(asRefused(error).message)
    }
  }
  const isLine = isScale(row)
  const label = t(isLine ? ['秤发送的行', 'Lines of the scale'] : ['样例记录（JSON）', 'A sample record as JSON'])
  const verb = t(isSent ? ['试发送', 'Try it'] : isLine ? ['试读', 'Try it'] : ['试采集', 'Try it'])
  return (
    <>
      <p className="hint">
        {isLine
          ? t([
              '粘贴秤发送的行，每行一条；不可见字符写作 \\x02。',
              'Paste lines of the scale, one below the other; signs that cannot be seen as \\x02.',
            ])
          : isSent
            ? t([
                '不填样例则用最近一条消息。不发送任何数据。',
                'Without a sample the last message is taken. Nothing is sent.',
              ])
            : isLookedFor
              ? t([
                  '不填样例则读取来源的第一页。不写入任何数据。',
                  'Without a sample the first page of the source is read. Nothing is written.',
                ])
              : t([
                  '粘贴对方发送的一条记录。不写入任何数据。',
                  'Paste a record as the other side sends it. Nothing is written.',
                ])}
      </p>
      <Input.TextArea
        rows={5}
        value={sample}
        aria-label={label}
        placeholder={label}
        onChange={(e) => setSample(e.target.value)}
      />
      <div className="sheet-tools">
        <Button
          type="primary"
          loading={write.isBusy}
          disabled={!isLookedFor && sample.trim() === ''}
          onClick={() => void run()}
        >
          {verb}
        </Button>
      </div>
      {problem && <p className="problem">{problem}</p>}
      {tried && <Outcome tried={tried} isSent={isSent} isLine={isLine} />}
    </>
  )
}

/** The rows that stand below the record: a column for each field that is filled. */
function Below({ lines }: { lines: Tried['lines'] }) {
  const t = useText()
  const rows = (lines[0]?.values ?? []).map((_, i) => ({
    no: i + 1,
    values: lines.map(({ values }) => values[i] ?? ''),
  }))
  return (
    <>
      <p>{t(['共{n}行明细：', 'Lines: {n}'], { n: rows.length })}</p>
      <ReadTable
        label={t(['明细映射结果', 'Mapped lines'])}
        rows={rows}
        columns={[
          { name: 'no', title: ['行号', 'Line'], width: 70, isFigure: true, said: (r) => String(r.no) },
          ...lines.map(
            ({ target, title }, i): ReadColumn<(typeof rows)[number]> => ({
              name: target,
              title: [title, title],
              width: 160,
              said: (r) => r.values[i] ?? '',
              isFilled: () => true,
            }),
          ),
        ]}
        none={['没有记录', 'No records']}
      />
    </>
  )
}

function Outcome({ tried, isSent, isLine }: { tried: Tried; isSent: boolean; isLine: boolean }) {
  const t = useText()
  return (
    <>
      <p>
        {isSent
          ? t(['将发送以下内容：', 'This would be sent:'])
          : isLine
            ? t(['共{n}行，第一个读数如下：', 'Lines: {n}. The first reading is:'], { n: tried.count })
            : t(['读到{n}条，第一条映射如下：', 'Records: {n}. The first becomes:'], { n: tried.count })}
      </p>
      {(!isSent || tried.mapped.length > 0) && (
        <ReadTable
          label={t(['映射结果', 'Mapped'])}
          rows={tried.mapped}
          columns={[
            {
              name: 'title',
              title: isSent ? ['来源路径', 'Path in the message'] : ['字段', 'Field'],
              width: 200,
              said: (r) => r.title,
            },
            // What a reading tells has no columns of ours.
            ...(isLine
              ? []
              : [
                  {
                    name: 'target',
                    title: isSent ? ['目标字段', 'Target field'] : ['代码', 'Code'],
                    width: 160,
                    said: (r) => r.target,
                  } satisfies ReadColumn<Tried['mapped'][number]>,
                ]),
            { name: 'value', title: ['值', 'Value'], width: 360, said: (r) => r.value, wraps: true },
          ]}
          none={['没有记录', 'No records']}
        />
      )}
      {tried.lines.length > 0 && <Below lines={tried.lines} />}
      {tried.errors.length > 0 ? (
        <ul className="problem">
          {tried.errors.map(({ record, message }) => (
            <li key={record}>
              {t(
                isLine
                  ? ['第{record}行：{message}', 'Line {record}: {message}']
                  : ['第{record}条：{message}', 'Record {record}: {message}'],
                { record, message },
              )}
            </li>
          ))}
        </ul>
      ) : (
        tried.count > 0 && <p className="muted">{t(['没有错误', 'No errors'])}</p>
      )}
      {tried.sample !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
        <pre className="open-text" tabIndex={0}>
          {tried.sample}
        </pre>
      )}
    </>
  )
}
