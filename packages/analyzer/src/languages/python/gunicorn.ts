import type { Claim } from '../../claim.ts'
import { portOf } from '../code/port.ts'

import type { PythonProject } from './project.ts'

/** Reads `bind = "0.0.0.0:8001"` from gunicorn's configuration file, which gunicorn loads if it is in the folder. */
export function gunicornPort(project: PythonProject): Claim<number> | null {
  const code = project.code.filter((file) => /(?:^|\/)(?:gunicorn(?:[._-]conf(?:ig)?)?|gconf)\.py$/.test(file.file))
  return portOf(code, /^bind[ \t]*=[ \t]*(?:os\.\w{1,20}(?:\.get)?\([^)]{0,60},[ \t]*)?f?["'[][^"']{0,40}:(\d{2,5})/, 1)
}
