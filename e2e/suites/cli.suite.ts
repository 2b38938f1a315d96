/**
 * The command line against a real instance and a real server: sign-in, server, link, deployment, logs, rollback in a pipe and as
 * JSON with every exit code, and in a real terminal under tmux, where Ctrl-C asks. `bin/suite cli commands` is the part that
 * needs no server. `--screens FOLDER` keeps what the terminal showed.
 */
import { startDeployWorld } from '../support/deploy-world.ts'
import { Report } from '../support/report.ts'
import { isChosen, runTopic } from '../support/run-topics.ts'
import { createCliWorld } from './cli/cli.ts'
import { tryCommands } from './cli/commands.ts'
import { rollBack, tellStory } from './cli/pipe.ts'
import { addServer, hardenServer, signIn } from './cli/sign-in.ts'
import { watchInTerminal } from './cli/terminal-story.ts'

const report = new Report('cli')
if (isChosen('commands')) await runTopic({ report }, 'commands', () => tryCommands(report))
if (isChosen('story')) {
  await using world = await startDeployWorld({ report })
  await using cli = await createCliWorld(world)
  // Each needs what the one before it did.
  await runTopic(world, 'story', async () => {
    await runTopic(world, 'sign-in', () => signIn(cli))
    const server = await addServer(cli)
    const app = await tellStory(cli, server)
    await runTopic(world, 'terminal', () => watchInTerminal(cli, app))
    await runTopic(world, 'harden', () => hardenServer(cli))
    await runTopic(world, 'rollback', () => rollBack(cli))
  })
}
report.finish()
