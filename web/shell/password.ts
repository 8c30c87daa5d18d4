import type { Text } from '@lading/contract/kernel/text.ts'

export interface PasswordForm {
  readonly oldPassword: string
  readonly newPassword: string
  readonly validatePassword: string
}
export interface PasswordPolicy {
  readonly min: number
  readonly isComplex: boolean
}
export const passwordMax = 32
export interface PasswordProblem {
  readonly text: Text
  readonly args?: Readonly<Record<string, unknown>>
}

const length = (min: number): PasswordProblem => ({
  text: ['密码长度在{min}到{max}个字符', 'The password has {min} to {max} characters'],
  args: { min, max: passwordMax },
})
const isWithin = (text: string, min: number): boolean => [...text].length >= min && [...text].length <= passwordMax
const isMixed = (text: string): boolean => /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text)

/** The rules of the specification, section 5. In initial-password mode the old one is known and not asked for. */
export function passwordProblems(
  f: PasswordForm,
  policy: PasswordPolicy,
  isInitial: boolean,
): Partial<Record<keyof PasswordForm, PasswordProblem>> {
  const old = isInitial ? undefined : oldProblem(f.oldPassword)
  const fresh = newProblem(f.newPassword, policy)
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

function newProblem(text: string, { min, isComplex }: PasswordPolicy): PasswordProblem | undefined {
  if (text === '') return { text: ['请输入新密码', 'Enter the new password'] }
  if (!isWithin(text, min)) return length(min)
  if (isComplex && !isMixed(text)) {
    return { text: ['密码至少包含大小写字母和数字', 'Use upper case, lower case and digits'] }
  }
  return undefined
}

function againProblem({ newPassword, validatePassword }: PasswordForm): PasswordProblem | undefined {
  if (validatePassword === '') return { text: ['请确认输入的新密码', 'Confirm the new password'] }
  return validatePassword === newPassword ? undefined : { text: ['密码不一致', 'The passwords differ'] }
}
