/**
 * Phrases that are wrong wherever people read them, and what to write instead. Only what is always wrong belongs here: a rule
 * that ordinary sentences break would be worked around. The words for each concept are in docs/reference/glossary.md.
 */
export interface Phrase {
  readonly rule: string
  readonly pattern: RegExp
  readonly instead: string
  /** Files in which the word is right. */
  readonly except?: RegExp
}

export const phrases: readonly Phrase[] = [
  { rule: 'anew', pattern: /\banew\b/i, instead: 'again, re-…' },
  { rule: 'mend', pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix, repair, resolve' },
  { rule: 'whoever', pattern: /\bwhoever\b/i, instead: 'anyone who, people who' },
  { rule: 'forge', pattern: /\bforges?\b(?! (?:a|an|their|its) )/i, instead: 'Git provider' },
  { rule: 'told', pattern: /\b(?:is|are|was|were|be|been) (?:not )?told\b|\btold of\b/i, instead: 'notified, reported, shown' },
  { rule: 'goes-on', pattern: /\bgo(?:es)? on\b(?! to\b)/i, instead: 'continues, keeps running' },
  { rule: 'goes-away', pattern: /\bgo(?:es)? away\b/i, instead: 'is removed, is unreachable' },
  { rule: 'leads-to', pattern: /\bleads? (?:to|into|elsewhere|here|there|nowhere)\b/i, instead: 'points to, resolves to, opens' },
  { rule: 'stands', pattern: /\bstands? (?:in(?! for\b)|at|on(?! (?:its|their) own)|beside|behind|there|here|below|above)\b/i, instead: 'is in, is listed in' },
  { rule: 'lies', pattern: /\blies (?:in|on|at|beside|there|here|below)\b/i, instead: 'is in, is stored in' },
  { rule: 'of-yours', pattern: /\bof (?:yours|ours)\b/i, instead: 'your …, our …' },
  { rule: 'version-before', pattern: /\bthe (?:version|release|server|one|state|scan) before\b(?! (?:it|that|the|you|a)\b)/i, instead: 'the previous …' },
  { rule: 'looked-at', pattern: /\b(?:is|are|was|were|be|been|being) (?:not )?looked (?:at|up to)\b|\bnext look\b/i, instead: 'checked, scanned, synced' },
  { rule: 'by-itself', pattern: /\bby (?:itself|themselves)\b/i, instead: 'automatically' },
  { rule: 'any-more', pattern: /(?:\bnot?\b|\bcannot\b|n['’]t\b|\bnobody\b|\bnothing\b|\bnone\b)[^.]{0,80}\bany more\b(?! than)/i, instead: 'no longer' },
  { rule: 'no-more', pattern: /\bworks? no more\b/i, instead: 'no longer works' },
  { rule: 'by-nobody', pattern: /\bby nobody\b/i, instead: 'not by anyone' },
  { rule: 'is-no', pattern: /(?<!\b(?:there|where|if) )\b(?:is|are) no (?!longer\b|more\b|less\b|doubt\b|one\b|different\b|better\b|worse\b)/i, instead: "isn't a …" },
  { rule: 'has-not', pattern: /\b(?:has|have) not(?=[.,;:)]|$)/i, instead: "doesn't have" },
  { rule: 'of-now', pattern: /\bdata of now\b|\bwhat serves\b|\bgoes on serving\b/i, instead: 'current data, the live version' },
  { rule: 'to-be-had', pattern: /\bcould be had\b|\bto be had\b/i, instead: "couldn't get" },
  { rule: 'if-it-stays', pattern: /\bif it stays\b/i, instead: 'if this keeps happening' },
  { rule: 'on-trial', pattern: /\bon trial\b|\btrial restores?\b/i, instead: 'restore test' },
  { rule: 'british', pattern: /\borganisations?\b|\banalys(?:e|ed|ing)\b|\bbehaviours?\b|\bcolours?\b|\bfavourites?\b|\blicen[c]es?\b/i, instead: 'American spelling' },
  { rule: 'e-mail', pattern: /\be-mails?\b/i, instead: 'email' },
] // biome-ignore format: a table
