/** Serves the repositories of a folder in a process of its own; says at which port. Those named `stalls` never get an answer. */
import { GitServer } from '../../fixtures/git-server.ts'

const [root = ''] = process.argv.slice(2)
const server = await GitServer.start({ root, intercept: ({ url }) => url?.startsWith('/stalls') === true })
console.log(server.port)
