import { getProject } from '@longshore/sdk/operations'
import { defineCommand } from '../command.ts'
import { connect } from '../connection/connect.ts'
import { findProject } from '../connection/find-environment.ts'
import { projectLines } from '../terminal/project-lines.ts'

export const projectShow = defineCommand({
  path: 'project show',
  summary: 'Show a project, its analysis, and its environments.',
  arguments: [{ name: 'PROJECT', summary: 'Project name or ID.' }],
  async run(context, input) {
    const connection = await connect(context)
    const { id } = await findProject(connection, input.positionals[0] ?? '')
    const project = await connection.client.call(getProject, { id })
    context.output.show(project, () => projectLines(project))
    return 0
  },
})
