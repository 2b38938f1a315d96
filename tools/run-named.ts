/** Runs `e2e/suites/NAME.suite.ts` or `bench/NAME.bench.ts` by name, or lists them with their descriptions. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './source-files.ts'
import { type Declaration, type Kind, readDeclarations } from './suites/declarations.ts'
import { readArgs } from './suites/read-args.ts'

const [given = 'suite', name = '--list', ...rest] = process.argv.slice(2)
const kind: Kind = given === 'bench' ? 'bench' : 'suite'
const known = await readDeclarations(kind)
const found = known.find((each) => each.name === name)

if (name === '--list') for (const each of known) console.log(describe(each))
else if (found === undefined) refuse(`there is no ${kind} "${name}"; bin/${kind} --list shows all`)
else run(found)

function run(declaration: Declaration): void {
  const { args, fault } = readArgs(declaration, rest)
  if (fault !== undefined) {
    refuse(fault)
    return
  }
  const child = spawn(process.execPath, ['--expose-gc', join(root, declaration.file), ...args], { stdio: 'inherit' })
  child.once('exit', (code, signal) => process.exit(code ?? (signal === null ? 0 : 1)))
}

function refuse(fault: string): void {
  console.error(fault)
  process.exitCode = 2
}

function describe({ name: text, tier, budgetSeconds, title }: Declaration): string {
  return `${text.padEnd(21)} ${tier.padEnd(6)} ${String(budgetSeconds).padStart(4)} s  ${title}`
}
