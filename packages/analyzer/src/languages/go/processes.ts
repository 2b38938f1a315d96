/** Decides which programs of a module run, as which process, and how they are called. */
import type { AppProcess } from '../../app.ts'
import { type Claim, claim } from '../../claim.ts'
import { type CodeFile, findLine, findLines, sourceAt } from '../code/code-file.ts'
import { findHealthPath } from '../code/health-path.ts'
import { makeProcess } from '../make-app.ts'
import { findGoPort, listensItself, type Server, servesHttp } from './listening.ts'
import type { Program } from './programs.ts'

const serverNames =
  /(?:^|[-_])(?:server|api|web|app|http|httpd|gateway|service|site|backend|frontend|daemon)$|^(?:server|api|web|app|serve)|d$/i
const workerNames = /worker|consumer|scheduler|cron|jobs?|queue|processor|poller|listener|subscriber|bot|agent/i
const toolNames =
  /^(?:cli|migrate|migrations?|migrator|seed|seeder|gen|generate|codegen|bench|client|tool|dev|example|demo|test|loadtest|benchmark|backup|dump|check|healthcheck|wait)$|^(?:create|import|export)|(?:ctl|-cli|-tool)$/i

export interface Sorted {
  readonly web: Program | null
  readonly others: readonly Program[]
}

export function sortPrograms(programs: readonly Program[], server: Server | null, moduleName: string): Sorted {
  const [only] = programs
  if (programs.length === 1 && only !== undefined)
    return server === null ? { web: null, others: [only] } : { web: only, others: [] }
  const workers = programs.filter((program) => workerNames.test(program.name) && !servesHttp(program.code))
  const rest = programs.filter((program) => !workers.includes(program) && !toolNames.test(program.name))
  const web =
    server === null
      ? null
      : (chooseWeb(rest, moduleName) ?? programs.find((program) => !workers.includes(program)) ?? null)
  // Another program counts as a process only if it clearly is one: the rest are tools.
  const servers = rest.filter(
    (program) => program !== web && serverNames.test(program.name) && listensItself(program.code),
  )
  const others = [...servers, ...workers]
  if (web === null && others.length === 0) return { web: null, others: rest.slice(0, 1) }
  return { web, others }
}

function chooseWeb(programs: readonly Program[], moduleName: string): Program | null {
  const score = (program: Program) =>
    (listensItself(program.code) ? 4 : 0) +
    (serverNames.test(program.name) ? 3 : 0) +
    (program.name === moduleName ? 2 : 0) +
    (program.package === '.' ? 2 : 0)
  return programs.toSorted((a, b) => score(b) - score(a))[0] ?? null
}

export function goProcesses(sorted: Sorted, code: readonly CodeFile[], server: Server | null): AppProcess[] {
  const processes: AppProcess[] = []
  if (sorted.web !== null && server !== null) {
    const own = [
      ...sorted.web.code,
      ...code.filter((file) => !sorted.others.some((other) => other.code.includes(file))),
    ]
    processes.push(
      makeProcess('web', 'web', startOf(sorted.web, code), {
        port: findGoPort(own, server),
        healthPath: findHealthPath(code),
      }),
    )
  }
  for (const program of sorted.others) {
    const name = workerNames.test(program.name) || processes.length > 0 ? program.name : 'worker'
    const isServer = server !== null && listensItself(program.code) && !workerNames.test(program.name)
    processes.push(
      isServer
        ? makeProcess(name, 'web', startOf(program, code), {
            port: findGoPort(program.code, server),
            healthPath: findHealthPath(program.code),
          })
        : makeProcess(name, 'worker', startOf(program, code)),
    )
  }
  return processes
}

const commandLibraries =
  /"(?:github\.com\/(?:spf13\/cobra|urfave\/cli|alecthomas\/kong|alecthomas\/kingpin|mitchellh\/cli)|gopkg\.in\/alecthomas\/kingpin)|&cli\.Command\{|\bcobra\.Command\{/
const subcommands = ['serve', 'server', 'web', 'start', 'run', 'api', 'http', 'daemon']

/** Programs built on cobra and similar libraries do nothing without a subcommand. */
function startOf(program: Program, code: readonly CodeFile[]): Claim<string> {
  const binary = `./bin/${program.name}`
  const [main] = program.code
  const where =
    main === undefined
      ? []
      : [sourceAt(main, Math.max(1, main.lines.findIndex((line) => line.startsWith('func main(')) + 1))]
  const isWorker = workerNames.test(program.name)
  // Import paths are always complete, so this finds commands wherever they are assembled.
  const uses = findLine(code, commandLibraries) !== null
  if (!uses || isWorker) return claim(binary, 0.95, ...where)
  const hits = findLines(code, /\b(?:Use|Name):[ \t]*"(\w{2,20})/, 60)
  const sub = subcommands
    .map((name) => hits.find((hit) => hit.match[1] === name && hit.match[1] !== program.name))
    .find((hit) => hit !== undefined)
  return sub === undefined
    ? claim(binary, 0.8, ...where)
    : claim(`${binary} ${sub.match[1]}`, 0.85, sourceAt(sub.code, sub.line), ...where)
}
