import { useState } from 'react'

/** For a code that no scanner can read: typed by hand. */
export function CodeInput({
  title,
  isFocused = false,
  onCode,
}: {
  title: string
  /** Where it was asked for: the figures may be typed at once. */
  isFocused?: boolean
  onCode: (code: string) => void
}) {
  const [typed, setTyped] = useState('')
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault()
        if (typed.trim()) onCode(typed.trim())
        setTyped('')
      }}
    >
      <input
        className="station-input"
        // biome-ignore lint/a11y/noAutofocus: the worker has just pressed the button for it.
        autoFocus={isFocused}
        value={typed}
        placeholder={title}
        aria-label={title}
        autoComplete="off"
        autoCapitalize="characters"
        enterKeyHint="done"
        onChange={(e) => setTyped(e.target.value)}
      />
    </form>
  )
}
