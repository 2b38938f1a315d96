/**
 * Every word that people read, in one catalogue: a translation is another object of the same type. Components take their words from
 * here; a text between tags is refused by the linter.
 */
import { account } from './en/account.ts'
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { deployments } from './en/deployments.ts'
import { environments } from './en/environments.ts'
import { form } from './en/form.ts'
import { home } from './en/home.ts'
import { problems } from './en/problems.ts'
import { shell } from './en/shell.ts'

export const text = {
  account,
  auth,
  common,
  deployments,
  environments,
  form,
  home,
  problems,
  shell,
}
