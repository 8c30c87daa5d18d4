import { type ComponentType, lazy, Suspense } from 'react'
import { closeDialog, type DialogName, useDialog } from './dialogs.ts'

const OwnPassword = lazy(async () => ({ default: (await import('./PasswordDialog.tsx')).OwnPassword }))
const OrgDialog = lazy(async () => ({ default: (await import('./OrgDialog.tsx')).OrgDialog }))
const Preferences = lazy(async () => ({ default: (await import('./Preferences.tsx')).Preferences }))
const Shortcuts = lazy(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

const AppDownload = lazy(async () => ({ default: (await import('./AppDownload.tsx')).AppDownload }))
const About = lazy(async () => ({ default: (await import('./About.tsx')).About }))
const Tour = lazy(async () => ({ default: (await import('./Tour.tsx')).Tour }))

const dialogs: Record<DialogName, ComponentType<{ readonly onClose: () => void }>> = {
  password: OwnPassword,
  organisation: OrgDialog,
  preferences: Preferences,
  shortcuts: Shortcuts,
  app: AppDownload,
  about: About,
  tour: Tour,
}

/** The frame's own dialogs, one at a time. */
export function Dialogs() {
  const open = useDialog((s) => s.open)
  const Dialog = open && dialogs[open]
  return (
    Dialog && (
      <Suspense fallback={null}>
        <Dialog onClose={closeDialog} />
      </Suspense>
    )
  )
}
