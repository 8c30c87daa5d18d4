import { openAccountCalls } from '@lading/contract/sys/openCalls.ts'
import { useMemo } from 'react'
import { usePrefs } from '../../client/prefs.ts'
import { useSession } from '../../client/session.ts'
import { useText } from '../../client/text.ts'
import type { InputProps } from '../../kernel/field/inputs.tsx'
import { NotRead } from '../../kernel/NotRead.tsx'
import { useCall } from '../../kernel/useCall.ts'
import { words } from '../../kernel/words.ts'
import { SkeletonRows } from '../../ui/states.tsx'
import { PermissionTree } from '../role/PermissionTree.tsx'
import '../sys.css'

interface Props {
  readonly chosen: readonly string[]
  readonly onChange?: (scopes: readonly string[]) => void
}

/** What an account may call, by sub-system; to be ticked where it may be changed. */
export function Scopes({ chosen, onChange }: Props) {
  const t = useText()
  const language = usePrefs((p) => p.language)
  const tree = useCall(openAccountCalls.scopes, {}, { by: [language], staleTime: 60_000 })
  const held = useSession((s) => s.user?.permissions)
  const own = useMemo(() => (held ? new Set(held) : null), [held])
  const codes = useMemo(() => new Set(chosen), [chosen])
  if (tree.error) return <NotRead of={tree} />
  if (!tree.data) return <SkeletonRows rows={6} label={t(words.loading)} />
  return (
    <PermissionTree
      tree={tree.data}
      chosen={codes}
      onChange={(next) => onChange?.([...next])}
      mayGrant={(code) => own === null || own.has(code)}
      isDisabled={onChange === undefined}
    />
  )
}

// The draft of the form holds codes there.
export const ScopesInput = (p: InputProps) => (
  <Scopes chosen={Array.isArray(p.value) ? (p.value as readonly string[]) : []} onChange={p.onChange} />
)
