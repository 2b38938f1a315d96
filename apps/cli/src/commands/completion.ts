/** Shell completion: three small scripts that call this program. */
import { completeWords } from '../arguments/complete.ts'
import { type Command, defineCommand } from '../command.ts'
import { completeNames } from '../connection/complete-names.ts'

const scripts: Readonly<Record<string, string>> = {
  bash: `_longshore() {
  local IFS=$'\\n'
  COMPREPLY=($(longshore complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _longshore longshore
`,
  zsh: `#compdef longshore
_longshore() {
  local -a found
  found=("\${(@f)$(longshore complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then compadd -a found; else _files; fi
}
if [[ "\${funcstack[1]}" == _longshore ]]; then _longshore "$@"; else compdef _longshore longshore; fi
`,
  fish: `function __longshore_words
  set -l words (commandline -opc)
  set -e words[1]
  set -l typed (commandline -ct)
  longshore complete-words -- $words "$typed" 2>/dev/null
end
complete -c longshore -a '(__longshore_words)'
`,
}

export const completion = defineCommand({
  path: 'completion',
  summary: 'Print a completion script for your shell.',
  arguments: [{ name: 'SHELL', summary: 'bash, zsh, or fish.', choices: ['bash', 'zsh', 'fish'] }],
  examples: [
    'source <(longshore completion bash)',
    'longshore completion fish > ~/.config/fish/completions/longshore.fish',
  ],
  async run(context, { positionals: [name = ''] }) {
    const script = scripts[name] ?? ''
    context.output.show({ name, script }, () => [])
    context.output.block(script)
    return 0
  },
})

/** `load` is called later, because the table also contains this command. */
export function createCompleteWords(load: () => Promise<readonly Command[]>): Command {
  return defineCommand({
    path: 'complete-words',
    summary: 'Print completions, for shell scripts.',
    isHidden: true,
    rest: 'WORDS…',
    async run(context, { rest }) {
      const { words, names } = completeWords(rest, await load())
      const typed = rest.at(-1) ?? ''
      const candidates = names === undefined ? words : await completeNames(context, names, typed)
      context.output.show({ words: candidates }, () => candidates)
      return 0
    },
  })
}
