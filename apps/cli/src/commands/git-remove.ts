import { deleteGitProvider } from '@longshore/sdk/operations'
import { yesOption } from '../arguments/options.ts'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findGitProvider } from '../connection/find-git-provider.ts'
import { findUndo, undoLine } from '../connection/undo-deletion.ts'
import { confirmChange } from '../terminal/confirm.ts'

export const gitRemove = defineCommand({
  path: 'git remove',
  summary: 'Disconnect a Git provider.',
  arguments: [{ name: 'PROVIDER', summary: 'Git provider connection: kind, account, or ID.' }],
  options: {
    force: { type: 'boolean', summary: 'Disconnect it even if projects use it. They can no longer fetch their code.' },
    ...yesOption,
  },
  async run(context, input) {
    const { client } = await connect(context)
    const { id, kind, accountLogin } = await findGitProvider(client, input.positionals[0] ?? '')
    await confirmChange(context, `Disconnect ${kind}/${accountLogin}?`, input.flag('yes'))
    await client.call(deleteGitProvider, { id, ...(input.flag('force') ? { force: true } : {}) })
    const undo = await findUndo(client, { kind: 'git_provider', resourceId: id })
    context.output.show({ id, undo }, () => [`Disconnected ${kind}/${accountLogin}.`, undoLine(undo)])
    return 0
  },
})
