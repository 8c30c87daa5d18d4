import { isMissing, type PackIssue, packIssues } from '@lading/contract/mdm/packIssues.ts'
import { useText } from '../../client/text.ts'
import type { Row } from '../../kernel/records.ts'
import { StatusTag } from '../../ui/StatusTag.tsx'

/** What of a product has to be put right, and what is only not known yet. */
export function IssueTags({ of }: { of: Row }) {
  const t = useText()
  const issues = (Array.isArray(of.issues) ? of.issues : []) as readonly PackIssue[]
  if (issues.length === 0) return null
  return (
    <div className="pack-issues">
      {issues.map((issue) => (
        <StatusTag key={issue} tone={isMissing(issue) ? 'idle' : 'warn'}>
          {t(packIssues[issue])}
        </StatusTag>
      ))}
    </div>
  )
}
