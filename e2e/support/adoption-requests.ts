/** Good requests of the operations of adoptions. */
import { insertFakeAdoption } from './fake-adoption.ts'
import { giveServer, makeEnvironment, markLive } from './fixtures.ts'
import type { Setting } from './setting.ts'

interface AdoptionRequest {
  path: Record<string, string>
}

export const adoptionRequests: Record<string, (setting: Setting) => Promise<AdoptionRequest>> = {
  getAdoption: (setting) => adoptedEnvironment(setting, 'ready'),
  switchAdoption: (setting) => adoptedEnvironment(setting, 'ready'),
  undoAdoption: (setting) => adoptedEnvironment(setting, 'adopted'),
  confirmAdoption: (setting) => adoptedEnvironment(setting, 'adopted'),
}

async function adoptedEnvironment(setting: Setting, status: 'ready' | 'adopted'): Promise<AdoptionRequest> {
  const id = await makeEnvironment(setting, 'Live')
  await giveServer(setting, id)
  await markLive(setting.instance, id)
  await insertFakeAdoption(setting, id, status)
  return { path: { id } }
}
