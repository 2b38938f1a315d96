/** Every language that is looked for. In a folder with several, the order decides between equals. */
import type { Language } from './language.ts'
import { python } from './python/index.ts'

export const languages: readonly Language[] = [python]
