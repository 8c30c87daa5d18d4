import { saveFile } from '../../client/client.ts'

/** Whether the browser shows a PDF within a page; those of phones and of some desks do not. */
export const showsPdf = (): boolean => navigator.pdfViewerEnabled

/** What was sent to the printer last: it has to stay while somebody chooses one. */
let last: HTMLIFrameElement | undefined

/** Opens the browser's printing of a PDF. Where it cannot print one that a page holds, the file is saved. */
export function printFile(file: File): void {
  last?.remove()
  const frame = document.createElement('iframe')
  const url = URL.createObjectURL(file)
  frame.className = 'print-unseen'
  frame.title = file.name
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.focus()
      frame.contentWindow?.print()
    } catch {
      // Its viewer belongs to the browser, which lets no page speak to it.
      saveFile(file, file.name)
    }
  })
  frame.src = url
  last = frame
  document.body.append(frame)
}
