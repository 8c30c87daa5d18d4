/** Signs without a picture, of which one would spoil the whole tile. */
const unseen = /[\p{Cc}\p{Cs}]/gu
const markup = /[<>&"']/g
const lineWidth = 15
const gap = 150
const height = 190

/** A picture of the text, slanted and faint enough to read through, as an address for a style. */
export function tileOf(text: string): string {
  const plain = text.replace(unseen, '')
  const safe = plain.replace(markup, (c) => `&#${c.charCodeAt(0)};`)
  const width = [...plain].length * lineWidth + gap
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><text x="${width / 2}" y="${height / 2}" ` +
    `text-anchor="middle" font-family="sans-serif" font-size="14" fill="#808080" fill-opacity="0.2" ` +
    `transform="rotate(-18 ${width / 2} ${height / 2})">${safe}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

const styles: Readonly<Record<string, string>> = {
  position: 'fixed',
  inset: '0',
  'z-index': '9000',
  'pointer-events': 'none',
  opacity: '1',
  visibility: 'visible',
  'background-repeat': 'repeat',
}

/**
 * Lays the tile over the whole page, and lays it anew when somebody takes it away or changes it. @returns what ends it
 */
export function keepMark(tile: string, inPrint: boolean): () => void {
  const make = (): HTMLElement => {
    const made = document.createElement('div')
    made.className = inPrint ? 'watermark watermark-print' : 'watermark'
    made.ariaHidden = 'true'
    for (const [name, value] of Object.entries(styles)) made.style.setProperty(name, value, 'important')
    made.style.setProperty('background-image', `url("${tile}")`, 'important')
    document.body.append(made)
    return made
  }
  let mark = make()
  const follow = () => {
    observer.observe(document.body, { childList: true })
    observer.observe(mark, { attributes: true, childList: true })
  }
  const observer = new MutationObserver((changes) => {
    if (mark.parentNode === document.body && changes.every((c) => c.target !== mark)) return
    // What is done here is not to be noticed again.
    observer.disconnect()
    mark.remove()
    mark = make()
    follow()
  })
  follow()
  return () => {
    observer.disconnect()
    mark.remove()
  }
}
