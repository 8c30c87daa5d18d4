import { create } from 'zustand'
import { onGone } from '../client/session.ts'

/** Dialogs of the frame, which the user menu, the header and the command palette open alike. */
export type DialogName = 'password' | 'organisation' | 'preferences' | 'shortcuts' | 'app' | 'about' | 'tour'

export const useDialog = create<{ readonly open: DialogName | undefined }>()(() => ({ open: undefined }))
export const openDialog = (open: DialogName): void => useDialog.setState({ open })
export const closeDialog = (): void => useDialog.setState({ open: undefined })
onGone(closeDialog)
