/**
 * Every word that people read, in one catalogue: a translation is another object of the same type. Components take their words from
 * here; a text between tags is refused by the linter.
 */
import { account } from './en/account.ts'
import { auth } from './en/auth.ts'
import { common } from './en/common.ts'
import { connectionTest } from './en/connection-test.ts'
import { deployments } from './en/deployments.ts'
import { diff } from './en/diff.ts'
import { environments } from './en/environments.ts'
import { form } from './en/form.ts'
import { home } from './en/home.ts'
import { newServer } from './en/new-server.ts'
import { plot } from './en/plot.ts'
import { problems } from './en/problems.ts'
import { projects } from './en/projects.ts'
import { security } from './en/security.ts'
import { serverPage } from './en/server-page.ts'
import { serverTasks } from './en/server-tasks.ts'
import { servers } from './en/servers.ts'
import { shell } from './en/shell.ts'

export const text = {
  account,
  auth,
  common,
  connectionTest,
  deployments,
  diff,
  environments,
  form,
  home,
  newServer,
  plot,
  problems,
  projects,
  security,
  serverPage,
  serverTasks,
  servers,
  shell,
}
