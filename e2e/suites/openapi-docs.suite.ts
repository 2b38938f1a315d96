/**
 * The API reference explains itself: every operation, parameter, header, property and enum value has a description that says more
 * than its name, and every body has an example that was recorded from a running instance and fits its schema. Prints 50 descriptions
 * for reading; another `--seed` prints others.
 *
 * @tier all
 * @budget 20
 * @topics descriptions examples introduction
 * @options --seed=N
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isChosen } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { checkDescriptions } from './openapi-docs/descriptions.ts'
import { checkExamples } from './openapi-docs/examples.ts'
import { checkIntroduction } from './openapi-docs/introduction.ts'

const report = new Report('openapi-docs')
const seed = report.seed()
const document = JSON.parse(await readFile(join(import.meta.dirname, '../../apps/server/openapi.json'), 'utf8'))
if (isChosen('descriptions')) checkDescriptions(document, report, seed)
if (isChosen('examples')) checkExamples(document, report)
if (isChosen('introduction')) checkIntroduction(document, report)
report.finish()
