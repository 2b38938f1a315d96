import { callAs, type SignedIn, signUp } from '../../support/client.ts'
import type { Instance } from '../../support/instance.ts'

/** Someone with a project and an environment where nothing runs. */
export async function makeEnvironment(instance: Instance): Promise<{ person: SignedIn; environmentId: string }> {
  const person = await signUp(instance)
  const make = async (path: string, body: object) => {
    const answer = await callAs(instance, person, { method: 'POST', path, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return String(answer.body.id)
  }
  const projectId = await make('/projects', { name: 'Loud', image: 'nginx' })
  return { person, environmentId: await make('/environments', { projectId, name: 'production' }) }
}
