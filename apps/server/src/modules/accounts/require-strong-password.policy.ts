import { AppError } from '../../platform/errors/app-error.ts'
import { accountProblems } from './accounts.problems.ts'
import { passwordFault } from './password.policy.ts'

export function requireStrongPassword(password: string, accountWords: readonly string[], pointer = '/password'): void {
  const forbiddenWords = accountWords.flatMap((word) => [word, ...word.split(/[^\p{L}\p{N}]+/u)])
  const fault = passwordFault(password, forbiddenWords)
  if (fault === undefined) return
  throw new AppError(accountProblems.weak_password, `The password ${fault}.`, {
    errors: [{ pointer, code: 'weak_password', message: fault }],
  })
}
