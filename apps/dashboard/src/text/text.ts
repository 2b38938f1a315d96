/**
 * Every word that people read, in one catalogue: a translation is another object of the same type. Components take their words from
 * here; a text between tags is refused by the linter.
 */
import { alerts } from './en/alerts.ts'
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { connectors } from './en/connectors.ts'
import { form } from './en/form.ts'
import { home } from './en/home.ts'
import { notices } from './en/notices.ts'
import { shell } from './en/shell.ts'

export const text = { alerts, auth, common, connectors, form, home, notices, shell }
