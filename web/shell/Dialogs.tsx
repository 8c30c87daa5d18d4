import type { ComponentType } from 'react'
import { closeDialog, type DialogName, useDialog } from './dialogs.ts'
import { framePart } from './framePart.tsx'

const OwnPassword = framePart(async () => (await import('./PasswordDialog.tsx')).OwnPassword)
const OrgDialog = framePart(async () => (await import('./OrgDialog.tsx')).OrgDialog)
const Preferences = framePart(async () => (await import('./Preferences.tsx')).Preferences)
const Shortcuts = framePart(async () => (await import('./Shortcuts.tsx')).Shortcuts)

const AppDownload = framePart(async () => (await import('./AppDownload.tsx')).AppDownload)
const About = framePart(async () => (await import('./About.tsx')).About)
const Tour = framePart(async () => (await import('./Tour.tsx')).Tour)

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
  return Dialog && <Dialog onClose={closeDialog} />
}
