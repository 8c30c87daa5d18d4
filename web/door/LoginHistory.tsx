import { useState } from 'react'
import { forgetLogins } from '../client/account.ts'
import { readStored, type SavedLogin } from '../client/stored.ts'
import { useText } from '../client/text.ts'
import { loginWords as words } from './loginWords.ts'

interface Props {
  readonly chosen: { readonly tenant: string; readonly username: string }
  readonly onChoose: (login: SavedLogin) => void
  readonly onForget: () => void
}

/** Who has logged in on this computer lately, and the way to leave no trace on it. */
export function LoginHistory({ chosen, onChoose, onForget }: Props) {
  const t = useText()
  const [logins, setLogins] = useState(() => readStored().logins ?? [])
  if (logins.length === 0) return null
  const forget = () => {
    forgetLogins()
    setLogins([])
    onForget()
  }
  return (
    <section className="login-history" aria-label={t(words.history)}>
      {logins.length > 1 && (
        <ul>
          {logins.map((login) => (
            <li key={`${login.tenant} ${login.username}`}>
              <button
                type="button"
                aria-pressed={login.tenant === chosen.tenant && login.username === chosen.username}
                onClick={() => onChoose(login)}
              >
                <strong>{login.username}</strong>
                <span>{login.companyName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="login-forget" onClick={forget}>
        {t(words.forget)}
      </button>
    </section>
  )
}
