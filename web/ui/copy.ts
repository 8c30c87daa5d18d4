/**
 * Puts a text where it can be pasted from. Over plain http there is no clipboard for scripts: there the browser copies what
 * is selected, which stands for that moment inside the dialog that keeps the focus to itself.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const at = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position: fixed; top: 0; opacity: 0'
  ;(at?.closest('dialog, [role=dialog]') ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (at instanceof HTMLElement) at.focus({ preventScroll: true })
  if (!isCopied) throw new Error('nothing was copied')
}
