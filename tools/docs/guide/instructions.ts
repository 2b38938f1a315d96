/**
 * Reads the instructions of a numbered list in the documentation as actions, so that a suite can follow them in a browser:
 * "Click **Add variable**, enter `GREETING` in **Key**, and click **Save**." Bold is a label on the screen, code is a value.
 */
export type Action =
  | { readonly kind: 'go'; readonly place: string }
  | { readonly kind: 'click'; readonly label: string; readonly near?: string }
  /** Opens a page from the main menu. */
  | { readonly kind: 'open'; readonly label: string }
  | { readonly kind: 'choose'; readonly option: string; readonly field: string }
  | { readonly kind: 'enter'; readonly field: string; readonly value: string }
  /** The value is in the reader's head, such as "your password". */
  | { readonly kind: 'enterOwn'; readonly field: string; readonly what: string }
  | { readonly kind: 'paste'; readonly field: string }
  /** The content of a file that the reader has. */
  | { readonly kind: 'enterFile'; readonly field: string; readonly name: string }
  | { readonly kind: 'set'; readonly label: string; readonly isOn: boolean }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'see'; readonly text: string }

export interface Instruction {
  readonly sentence: string
  readonly actions: readonly Action[]
}

const label = String.raw`\*\*([^*]+)\*\*`
const code = '`([^`]+)`'
const named = `(?:${label}|${code})`

interface Rule {
  readonly pattern: RegExp
  readonly read: (match: readonly (string | undefined)[]) => Action[]
}

const rules: readonly Rule[] = [
  rule(`[Ii]n the (environment|project)(?:'s settings)?,? `, ([, place = '']) => [{ kind: 'go', place }]),
  rule(`[Oo]n the (environment|project|server|service|deployment|domain)(?:'s)? page,? `, ([, place = '']) => [
    { kind: 'go', place },
  ]),
  rule(`[Oo]n ${label},? `, ([, text = '']) => [{ kind: 'go', place: text.toLowerCase() }]),
  rule('[Oo]pen the (setup link)', ([, place = '']) => [{ kind: 'go', place }]),
  rule(`[Oo]pen ((?:${label})(?: > ${label})*)`, ([, path = '']) =>
    path
      .split(' > ')
      .map((each, index) => ({ kind: index === 0 ? 'open' : 'click', label: each.replaceAll('**', '') })),
  ),
  rule(`[Cc]hoose the file ${code}`, ([, name = '']) => [{ kind: 'file', name }]),
  rule(`[Cc]hoose ${named} (?:in|as|for|under) (?:the )?${label}`, ([, bold, value, field = '']) => [
    { kind: 'choose', option: bold ?? value ?? '', field },
  ]),
  rule(`[Kk]eep ${label} selected(?: in (?:the )?${label})?`, ([, text = '', field]) => [
    { kind: 'click', label: text, ...(field === undefined ? {} : { near: field }) },
  ]),
  rule(
    `(?:[Cc]lick|[Ss]elect|[Cc]hoose) ${named} (?:next to|below|near|in the row of) ${named}`,
    ([, text, code, bold, value]) => [{ kind: 'click', label: text ?? code ?? '', near: bold ?? value ?? '' }],
  ),
  rule(`(?:[Cc]lick|[Ss]elect|[Cc]hoose) ${named}`, ([, bold, value]) => [
    { kind: 'click', label: bold ?? value ?? '' },
  ]),
  rule(`[Tt]urn (on|off) ${label}`, ([, state, text = '']) => [{ kind: 'set', label: text, isOn: state === 'on' }]),
  rule(`[Ee]nter the text of ${code} in (?:the )?${label}`, ([, name = '', field = '']) => [
    { kind: 'enterFile', field, name },
  ]),
  rule(`(?:[Ee]nter|[Tt]ype) ${code} (?:in|as|under) (?:the )?${label}`, ([, value = '', field = '']) => [
    { kind: 'enter', value, field },
  ]),
  rule(
    `(?:[Ee]nter|[Tt]ype) (?:your|the|a|an) ([\\w' -]+?) (?:in|as|under) (?:the )?${label}`,
    ([, what = '', field = '']) => [{ kind: 'enterOwn', what, field }],
  ),
  rule(`${code} (?:in|as|under) (?:the )?${label}`, ([, value = '', field = '']) => [{ kind: 'enter', value, field }]),
  rule(`(?:your|the|a|an) ([\\w' -]+?) (?:in|as|under) (?:the )?${label}`, ([, what = '', field = '']) => [
    { kind: 'enterOwn', what, field },
  ]),
  rule(`[Pp]aste (?:this|it|the text) (?:in|into) (?:the )?${label}`, ([, field = '']) => [{ kind: 'paste', field }]),
  rule(`[Pp]ress ${code}`, ([, key = '']) => [{ kind: 'press', key }]),
  rule(`(?:[Ww]ait until you see|[Yy]ou should see|[Yy]ou see) ${named}`, ([, bold, value]) => [
    { kind: 'see', text: bold ?? value ?? '' },
  ]),
]
const joint = /^(?:, and then |, then |, and | and then | then | and |, )/

/** A sentence that no rule reads is an explanation. Throws for one that names a label and isn't an instruction. */
export function readInstructions(text: string): Instruction[] {
  return splitSentences(withoutLinks(text))
    .filter((sentence) => sentence.includes('**') || rules.some(({ pattern }) => pattern.test(sentence)))
    .map((sentence) => ({ sentence, actions: readSentence(sentence) }))
}

/** "You should see **Live**." in running text. */
export function readObservations(text: string): Instruction[] {
  return splitSentences(withoutLinks(text))
    .filter((sentence) => /^(?:You should see|Wait until you see) (?:\*\*|`)/.test(sentence))
    .map((sentence) => ({ sentence, actions: readSentence(sentence) }))
}

export function labelsOf(text: string): string[] {
  return [...withoutLinks(text).matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, found = '']) => found)
}

function readSentence(sentence: string): Action[] {
  const actions: Action[] = []
  let rest = sentence
  while (rest !== '') {
    const found = rules
      .map(({ pattern, read }) => ({ match: pattern.exec(rest), read }))
      .find(({ match }) => match !== null)
    if (found?.match == null) break
    actions.push(...found.read([...found.match]))
    rest = rest.slice(found.match[0].length)
    // A reason after the last action, as in "to start the deployment".
    const [between = ''] = joint.exec(rest) ?? []
    rest = rest.slice(between.length)
    if (between === '' && !found.match[0].endsWith(' ')) break
  }
  if (actions.length === 0 || rest.includes('**')) throw new Error(`can't be followed: ${sentence}`)
  return actions
}

/** A colon in a label, as in `More actions: LOG_LEVEL`, doesn't end a sentence. */
function splitSentences(text: string): string[] {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/`[^`]*`/g, (label) => label.replaceAll(' ', '\0'))
    .split(/(?<=[.!?:])\s+(?=[A-Z`*])/)
    .map((sentence) => sentence.replaceAll('\0', ' ').trim().replace(/[.:]$/, ''))
}

function withoutLinks(text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
}

function rule(pattern: string, read: Rule['read']): Rule {
  return { pattern: new RegExp(`^(?:${pattern})`), read }
}
