/** Recognizes a module or package that the code imports and the image doesn't have. */
import type { FailedRun, Finding } from './failed-output.policy.ts'
import { findAny } from './output-lines.policy.ts'

const signs = [
  { pattern: /\[ERR_MODULE_NOT_FOUND\]: Cannot find package '([^']{1,200})'(?: imported from (\S{1,300}))?/, isPackage: true },
  { pattern: /\[ERR_MODULE_NOT_FOUND\]: Cannot find module '([^']{1,200})'(?: imported from (\S{1,300}))?/ },
  // A relative or absolute path is a file; anything else is a package.
  { pattern: /^Error: Cannot find module '([./][^']{0,200})'/ },
  { pattern: /^Error: Cannot find module '([^'./][^']{0,200})'/, isPackage: true },
  { pattern: /^ModuleNotFoundError: No module named '([\w.]{1,200})'/, isPackage: true },
  { pattern: /cannot load such file -- ([\w./-]{1,200}) \(LoadError\)/, isPackage: true },
] as const satisfies readonly { pattern: RegExp; isPackage?: true }[] // biome-ignore format: one sign per line

/** Only a code change helps, so the finding has no remedies. A build prints such lines for optional packages too. */
export function recognizeModule({ lines, isBuild }: FailedRun): Finding | null {
  const found = isBuild ? null : findAny(lines, signs)
  const name = found?.match[1]
  if (found === null || name === undefined) return null
  const isPackage = 'isPackage' in found.sign
  const importer = found.match[2]
  const by = importer === undefined ? 'The program' : importer
  return {
    code: 'module_missing',
    title: isPackage ? `The package ${name} is missing` : `The file ${name} is missing`,
    explanation: isPackage
      ? `${by} imports ${name}, which isn't installed in the image. Add it to the dependencies and commit the manifest and the lockfile.`
      : `${by} imports ${name}, which isn't in the image. Check that the file is committed, that its path has the right case, and that no ignore file leaves it out.`,
    at: found.at,
    remedies: [],
  }
}
