/** Counts descriptions, rejects empty phrases, and prints some for a person to judge. */

import { faultOf } from '../../../tools/openapi-docs/check-text.ts'
import {
  type ApiText,
  collectTexts,
  type DocumentedText,
  textKinds,
} from '../../../tools/openapi-docs/collect-texts.ts'
import { Random } from '../../support/random.ts'
import type { Report } from '../../support/report.ts'

const readCount = 50
const maxShown = 100

export function checkDescriptions(document: ApiText, report: Report, seed: number): void {
  const texts = collectTexts(document)
  for (const kind of textKinds) {
    const own = texts.filter((text) => text.kind === kind)
    report.figure(kind, `${own.filter((text) => faultOf(text) === undefined).length}/${own.length}`)
  }
  const faults = [...new Set(texts.flatMap((text) => lineOf(text)))]
  for (const fault of faults.slice(0, maxShown)) report.expect(false, fault)
  report.expect(faults.length === 0, `${faults.length} descriptions are missing or say nothing`)
  report.expect(texts.length > 1_000, `only ${texts.length} places were found`)
  checkSeeds(report)
  printSome(texts, seed)
}

function lineOf(text: DocumentedText): string[] {
  const fault = faultOf(text)
  return fault === undefined ? [] : [`${text.kind} ${text.where} ${fault}`]
}

/** Descriptions that must be rejected, so that a check that accepts everything is noticed. */
function checkSeeds(report: Report): void {
  const findFault = (description: string | undefined, values: readonly string[] = []) =>
    faultOf({
      kind: values.length > 0 ? 'enum' : 'property',
      where: 'Server.publicKey',
      name: 'publicKey',
      parent: 'Server',
      description,
      values,
    })
  report.expect(findFault(undefined) !== undefined, 'a missing description was accepted')
  report.expect(
    findFault('The public key of the server.') !== undefined,
    'a description that restates the name was accepted',
  )
  report.expect(findFault('line for authorized_keys on the machine') !== undefined, 'a fragment was accepted')
  report.expect(
    findFault('Which one it is. `a`: the first.', ['a', 'b']) !== undefined,
    'a forgotten value was accepted',
  )
  report.expect(
    findFault('Line for `authorized_keys` that lets Longshore log in.') === undefined,
    'a good one was rejected',
  )
}

function printSome(texts: readonly DocumentedText[], seed: number): void {
  const random = new Random(seed)
  const left = [...new Map(texts.map((text) => [`${text.name} ${text.description}`, text])).values()]
  for (let count = 0; count < readCount && left.length > 0; count += 1) {
    const [text] = left.splice(random.below(left.length), 1)
    console.log(`  ${text?.where}: ${text?.description ?? '–'}`)
  }
}
