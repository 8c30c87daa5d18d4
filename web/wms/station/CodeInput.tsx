import { useState } from 'react'

/** For a code that no scanner can read: typed by hand. */
export function CodeInput({ title, onCode }: { title: string; onCode: (code: string) => void }) {
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
