/**
 * Every word that people read, in one catalogue: a translation is another one with the same names. Components take their words from
 * here; a text between tags is refused by the linter.
 */
export * as text from './catalog.ts'
