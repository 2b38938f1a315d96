/** Warns about .env files with values in the repository. The value is never repeated. */
import type { AppWarning } from '../app.ts'
import { nameOf } from '../formats/repository-path.ts'
import { folderRoleOf } from '../ignored.ts'
import type { Repository } from '../repository.ts'
import { isPlaceholder } from '../variables/placeholder.ts'
import { readDotenv } from '../variables/read-dotenv.ts'
import { isSecretName } from '../variables/secret-name.ts'
import { findSecrets } from './find-secrets.ts'

const environmentFile = /^\.env(?:\.(?!.*(?:example|sample|template|dist|test|tpl|skel|schema))[\w.-]+)?$/
const maxFiles = 30

export async function envWarnings(repository: Repository, root: string): Promise<AppWarning[]> {
  const files = repository
    .filesBelow(root)
    .filter((path) => environmentFile.test(nameOf(path)) && folderRoleOf(path, root) === 'own')
    .slice(0, maxFiles)
  const texts = await repository.texts(files)
  return files.flatMap((file, index): AppWarning[] => {
    const text = texts[index] ?? ''
    const line = readDotenv(text).find(
      ({ key, value, isCommentedOut }) => !isCommentedOut && isSecretName(key) && !isIgnored(value),
    )
    const [known] = findSecrets(file, text)
    const place = line?.line ?? known?.line
    if (place === undefined) return []
    const what = line === undefined ? `${known?.kind ?? 'a secret'}` : `a value for ${line.key}`
    return [
      {
        code: 'secret_committed',
        message: `${file} in the repository contains ${what}.`.slice(0, 500),
        hint: 'Remove the file, replace the secret, and set it as a secret variable in the environment.',
        file,
        line: place,
      },
    ]
  })
}

/** Placeholders, references, and URLs of a development machine. */
function isIgnored(value: string): boolean {
  if (isPlaceholder(value) || value.startsWith('$') || value.length < 6) return true
  return /^\w+(?:\+\w+)?:\/\/[^@\s]*@?(?:localhost|127\.0\.0\.1|0\.0\.0\.0|db|postgres|mysql|redis|mongo|host\.docker\.internal)(?:[:/]|$)|^file:|^sqlite:|^null:/.test(
    value,
  )
}
