/**
 * The CLI against a real instance and server: sign-in, server, deployment, logs and rollback, in a pipe, as JSON, and in a real
 * terminal. Completion in bash, zsh, and fish. And from no account to a live app by the CLI only.
 *
 * `bin/suite cli commands` needs no server; --screens=FOLDER saves what the terminal showed.
 *
 * @tier all
 * @budget 240
 * @topics commands story first-app
 * @options --screens=FOLDER
 */

import { createCliTestEnv } from '../support/cli/cli.ts'
import { isChosen } from '../support/command-line.ts'
import { buildDashboard } from '../support/dashboard.ts'
import { startDeployTestEnv } from '../support/deploy-test-env.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { tryCommands } from './cli/commands.ts'
import { createFirstApp } from './cli/first-app.ts'
import { rollBack, runScenario } from './cli/pipe.ts'
import { addServer, hardenServer, signIn } from './cli/sign-in.ts'
import { watchInTerminal } from './cli/terminal-scenario.ts'

const report = new Report('cli')
if (isChosen('commands')) await runTopic({ report }, 'commands', () => tryCommands(report))
if (isChosen('story')) {
  await using testEnv = await startDeployTestEnv({ report })
  await using cli = await createCliTestEnv(testEnv)
  // Each topic needs the result of the previous one.
  await runTopic(testEnv, 'story', async () => {
    await runTopic(testEnv, 'sign-in', () => signIn(cli))
    const server = await addServer(cli)
    const app = await runScenario(cli, server)
    await runTopic(testEnv, 'terminal', () => watchInTerminal(cli, app))
    await runTopic(testEnv, 'harden', () => hardenServer(cli))
    await runTopic(testEnv, 'rollback', () => rollBack(cli))
  })
}
if (isChosen('first-app')) {
  await buildDashboard()
  await using testEnv = await startDeployTestEnv({ report })
  await using cli = await createCliTestEnv(testEnv)
  await runTopic(testEnv, 'first-app', () => createFirstApp(cli))
}
report.finish()
