/** Says in one text why a restore failed and what to do, because a notice has no room for a card. Pure. */
import { isProblem } from '@longshore/sdk'
import { detailFor, hintFor } from '../../ui/problem-texts.ts'

export function failureText(error: Error): string {
  if (!isProblem(error)) return error.message
  const { code, message: detail, hint } = error
  return [detailFor({ code, detail }), hintFor({ code, hint })].filter(Boolean).join(' ')
}
