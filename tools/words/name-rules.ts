/**
 * Words that don't belong in names, comments and test titles, and what to write instead. Only what is always wrong belongs here.
 * A name is compared as its words in lower case: `tellPeople` and `tell-people.ts` are both `tell people`.
 */
import { type Phrase, phrases } from './phrases.ts'

/** Names of suites are part of the command line (`bin/suite forge`), so they stay. */
const suiteNames = /^e2e\/suites\/(?:forge|(?:backup|deploy)-story)\.suite\.ts$/

export const nameRules: readonly Phrase[] = [
  { rule: 'name-tell', pattern: /\b(?:tell|tells|telling|told|untold)\b/, instead: 'notify, report, publish, log, return' },
  { rule: 'name-look', pattern: /\blook(?!(?:\s(?:up|ahead|behind|alike|alikes))\b)\b|\blooks\b(?! like)|\b(?:looked|looking)\b(?! up)/, instead: 'check, poll, scan' },
  { rule: 'name-forge', pattern: /\bforges?\b(?! (?:token|request|header)\b)/, instead: 'Git provider', except: suiteNames },
  { rule: 'name-brought', pattern: /\b(?:brought|anew|mend|mends|mended|doomed|furnish|furnished|harmless)\b/, instead: 'a standard word: custom, fix, obsolete, seed, sanitize' },
  { rule: 'name-pretend', pattern: /\b(?:pretend|pretends|pretended|answerer)\b/, instead: 'fake, echo' },
  { rule: 'name-nobody', pattern: /\b(?:anybodys?|nobodys?|somebody|everybody|whoever)\b/, instead: 'a role: user, member, anonymous' },
  { rule: 'name-picture', pattern: /\b(?:desk|doors?|house|tale|story|stories|world|worlds|planted|plants?|tongues?|last words|hard days)\b/, instead: 'a concrete word: server, entry point, scenario, test environment, seeded', except: suiteNames },
  { rule: 'name-room', pattern: /^room\b|\b(?:start|close|open|create) room\b|\brooms\b/, instead: 'sandbox' },
  { rule: 'name-patient', pattern: /\bpatient$/, instead: 'context' },
  { rule: 'name-standing', pattern: /\b(?:standing|know things|known things|by itself|in turn|in groups|even time|while it runs|see server)\b/, instead: 'a standard word: status, inventory, automatically, exclusively, concurrently' },
  { rule: 'name-british', pattern: /\b(?:neighbours?|behaviours?|colours?|coloured|organisations?|catalogues?|licences?|judgements?|favourites?|analysed?|authoris\w+|centre)\b/, instead: 'American spelling' },
  { rule: 'name-words', pattern: /^words$/, instead: 'args (a command line), text (prose)', except: /^apps\/dashboard\/|shell-words/ },
] // biome-ignore format: a table

/** Phrases for comments and test titles, on top of those for every text. */
export const commentRules: readonly Phrase[] = [
  ...phrases.filter(({ rule }) => rule !== 'told'),
  { rule: 'comment-tell', pattern: /\b(?:tells|telling|told)\b/i, instead: 'notifies, reports, shows, returns' },
  { rule: 'comment-look', pattern: /\b(?:a|the|each|every|one|two|next|last|first|between) looks?\b(?!-)|\blooks? at\b|\blooked at\b/i, instead: 'check, poll, scan, read' },
  { rule: 'comment-nobody', pattern: /\b(?:nobody|anybody|somebody|everybody)\b/i, instead: 'no one, the user, a member: say who' },
  { rule: 'comment-gone', pattern: /\b(?:is|are|was|were|be|has|have) gone\b|\bgoes (?:with|along|to|into)\b|\bcomes? along\b/i, instead: 'is deleted, is removed, is sent' },
  { rule: 'comment-picture', pattern: /\b(?:front door|stories|tales?|(?<!hello )worlds?(?!-)|planted|in this house|the house|tongues?|mischief)\b/i, instead: 'entry point, scenario, test environment, seeded' },
  { rule: 'comment-again', pattern: /\bagain is no change\b|\bonce more\b|\bfrom then on\b|\bas those see it\b|\bof before\b|\bfor ever\b/i, instead: 'idempotent, again, after that' },
  { rule: 'comment-british', pattern: /\b(?:neighbours?|colours?|coloured|catalogues?|licences?|judgements?|authoris\w+|labelled|cancelled(?!`|'))\b|\b(?:organis|recognis|normalis|serialis|initialis|synchronis|minimis|maximis)(?:e|es|ed|ing|ation)\b/i, instead: 'American spelling' },
  { rule: 'comment-opening', pattern: /^(?:Of|What|Who|Whoever|Whose|Whatever|Which|Whom|By now|Beside|Than|Such as|Those (?:that|who|of|which|whose)|As those|That (?:of|which))\b/, instead: 'a sentence that can be read alone' },
  { rule: 'comment-fragment', pattern: /^(?!At (?:most|least)\b|For example\b)(?:At|By|From|In|On|To|With|Without|For|After|Before|As|Also|Below|Between|Until|While|Where|Through|So|When|Like)(?: [^\s.,:;]+){1,5}\.?$/, instead: 'a sentence that can be read alone' },
] // biome-ignore format: a table
