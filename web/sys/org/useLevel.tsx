import type { Text } from '@lading/contract/kernel/text.ts'
import type { ReactNode } from 'react'
import { useUser } from '../../client/session.ts'
import { stepQuery, usePlace, useTabKey } from '../../client/tabStore.ts'
import { useText } from '../../client/text.ts'
import { OrgInput } from './OrgInput.tsx'

/** Whose a rule is that counts at a level: the product's, the enterprise's, or its own. */
export const levelSources = {
  INITIAL: ['默认', 'Usual'],
  TENANT: ['企业设置', 'Set for the enterprise'],
  ORG: ['本组织设置', 'Set here'],
} as const satisfies Record<string, Text>

interface Level {
  /** Undefined: the enterprise's. */
  readonly orgId: string | undefined
  /** Where who works for all of them says whose; null for others. */
  readonly chooser: ReactNode
}

/** Whose rules a page shows: those of where one works, or of the organisation that its address names. */
export function useLevel(title: Text): Level {
  const t = useText()
  const key = useTabKey()
  const { query } = usePlace()
  const { workingOrg } = useUser()
  const isTop = workingOrg.type === 'GROUP' || workingOrg.type === 'PLAT'
  const orgId = query.orgId ?? (isTop ? undefined : workingOrg.id)
  const chooser = isTop ? (
    <div className="option-level">
      <OrgInput
        id="rule-level"
        field={{ kind: 'ref', title, required: false }}
        title={t(title)}
        value={query.orgId}
        record={{}}
        isInvalid={false}
        onChange={(id) => stepQuery(key, typeof id === 'string' ? { orgId: id } : {})}
      />
    </div>
  ) : null
  return { orgId, chooser }
}
