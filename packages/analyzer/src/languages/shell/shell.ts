/** A repository whose only start instruction is start.sh. */
import type { App } from '../../app.ts'
import { claim, source } from '../../claim.ts'
import type { Folder } from '../../folder.ts'
import { runStage } from '../../images/run-stage.ts'
import { appUser, install } from '../../images/steps.ts'
import { readFile } from '../code/code-file.ts'
import type { Language } from '../language.ts'
import { makeApp, makeProcess } from '../make-app.ts'

export const shell: Language = {
  name: 'shell',
  manifests: [/^start\.sh$/],
  detect: async () => null,
  guess: guessShell,
}

async function guessShell(folder: Folder): Promise<App | null> {
  const code = await readFile(folder, 'start.sh')
  if (code === null) return null
  const program = /^#!.{0,40}\b(bash|zsh|dash|ash|ksh)\b/.exec(code.lines[0] ?? '')?.[1] ?? 'sh'
  const first = source(folder.full('start.sh'), 1, (code.lines[0] ?? '').slice(0, 100))
  const start = `${program === 'ash' || program === 'dash' ? 'sh' : program} start.sh`
  const packages = ['ca-certificates', ...(program === 'zsh' || program === 'ksh' ? [program] : [])]
  return makeApp(folder, {
    language: claim('shell', 0.5, first),
    processes: [makeProcess('worker', 'worker', claim(start, 0.5, first))],
    image: {
      context: folder.path,
      ignore: [],
      stages: [
        runStage({
          from: 'debian:13-slim',
          note: null,
          asRoot: install(packages),
          environment: {},
          owner: appUser,
          home: '/app',
          files: [{ do: 'copy', from: null, paths: ['.'], to: '.', owner: appUser }],
          port: null,
          start,
        }),
      ],
    },
  })
}
