/**
 * Templates of the catalog with the real programs: every template is planned as a deployment would, and each program that exists as
 * a package is deployed, backed up, restored, updated, rolled back, and removed, with data that the app itself wrote and reads.
 *
 * The quick form deploys two light apps. `--template` chooses some, separated by commas.
 *
 * @tier manual
 * @budget 7200
 * @topics templates deployed
 * @options --template=NAMES
 */
import { isChosen, isQuick, option } from '../support/command-line.ts'
import { Report } from '../support/report.ts'
import { runTopic } from '../support/run-topics.ts'
import { proveApps } from './catalog/prove-apps.ts'
import { checkTemplates } from './catalog/templates.ts'

const report = new Report('catalog')
if (isChosen('templates')) await runTopic({ report }, 'templates', () => checkTemplates(report))
if (isChosen('deployed')) await proveApps(report, option('template'))
report.figure('quick', isQuick)
report.finish()
