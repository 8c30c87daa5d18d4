import type { Text } from '@lading/contract/kernel/text.ts'
import { passwordFaults, passwordMax } from '@lading/contract/sys/session.ts'

export interface PasswordForm {
  readonly oldPassword: string
  readonly newPassword: string
  readonly validatePassword: string
}
export interface PasswordPolicy {
  readonly min: number
  readonly isComplex: boolean
}
export interface PasswordProblem {
  readonly text: Text
  readonly args?: Readonly<Record<string, unknown>>
}

const length = (min: number): PasswordProblem => ({
  text: passwordFaults.length.text,
  args: { min, max: passwordMax },
})
const charactersOf = (text: string): string[] => [...text.normalize('NFKC')]
const isWithin = (text: string, min: number): boolean => {
  const { length } = charactersOf(text)
  return length >= min && length <= passwordMax
}
const isMixed = (given: string): boolean => {
  const text = given.normalize('NFKC')
  return /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)
}

/** The rules of the specification, section 5. In initial-password mode the old one is known and not asked for. */
export function passwordProblems(
  f: PasswordForm,
  policy: PasswordPolicy,
  isInitial: boolean,
): Partial<Record<keyof PasswordForm, PasswordProblem>> {
  const old = isInitial ? undefined : oldProblem(f.oldPassword)
  const fresh = newProblem(f, policy, isInitial)
  const again = againProblem(f)
  return {
    ...(old && { oldPassword: old }),
    ...(fresh && { newPassword: fresh }),
    ...(again && { validatePassword: again }),
  }
}

function oldProblem(text: string): PasswordProblem | undefined {
  if (text === '') return { text: ['请输入旧密码', 'Enter the old password'] }
  return isWithin(text, 1) ? undefined : length(1)
}

function newProblem(
  f: PasswordForm,
  { min, isComplex }: PasswordPolicy,
  isInitial: boolean,
): PasswordProblem | undefined {
  const text = f.newPassword
  if (text === '') return { text: ['请输入新密码', 'Enter the new password'] }
  if (!isWithin(text, min)) return length(min)
  if (isComplex && !isMixed(text)) {
    return { text: passwordFaults.plain.text }
  }
  // The initial one is not in the form; the server compares it.
  return !isInitial && text === f.oldPassword ? { text: passwordFaults.same.text } : undefined
}

function againProblem({ newPassword, validatePassword }: PasswordForm): PasswordProblem | undefined {
  if (validatePassword === '') return { text: ['请确认输入的新密码', 'Confirm the new password'] }
  return validatePassword === newPassword ? undefined : { text: ['密码不一致', 'The passwords differ'] }
}

/** From 0 to 4, by length and by how many kinds of characters there are: advice, no rule. */
export function strengthOf(given: string): 0 | 1 | 2 | 3 | 4 {
  const text = given.normalize('NFKC')
  if (text === '') return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/, /[^\p{ASCII}]|\s/u].filter((kind) => kind.test(text)).length
  const variety = new Set(text).size
  const points = variety + 3 * (kinds - 1)
  return points >= 20 ? 4 : points >= 15 ? 3 : points >= 10 ? 2 : 1
}
