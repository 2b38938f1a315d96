/**
 * All text of the dashboard, in one catalog. A translation is another catalog with the same keys. The linter rejects text in
 * components.
 */
export * as text from './catalog.ts'
