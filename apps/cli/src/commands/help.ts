import { type Command, defineCommand } from '../command.ts'
import { helpOfAll, helpOfCommand } from '../help.ts'
import { unknownCommand } from '../unknown-command.ts'

/** `load` is called later, because the table also contains this command. */
export function createHelp(load: () => Promise<readonly Command[]>): Command {
  return defineCommand({
    path: 'help',
    summary: 'Show all commands, or help for one.',
    arguments: [{ name: 'COMMAND', summary: 'Command of one or two words.', isOptional: true, isMany: true }],
    async run(context, { positionals }) {
      const commands = await load()
      const path = positionals.join(' ')
      const command = commands.find((each) => each.path === path)
      const isGroup = commands.some((each) => each.path.startsWith(`${path} `))
      if (path !== '' && command === undefined && !isGroup) throw unknownCommand(path, commands)
      const lines = command === undefined ? helpOfAll(commands, positionals[0]) : helpOfCommand(command)
      for (const line of lines) context.output.line(line)
      return 0
    },
  })
}
