/** Names of resources by id prefix, for the API reference. */
import type { IdPrefix } from './type-id.ts'

export const idNouns: Record<IdPrefix, string> = {
  usr: 'user account', org: 'organization', mem: 'membership', inv: 'invitation', tok: 'API token', ses: 'session',
  git: 'Git provider connection', reg: 'registry credential', prj: 'project', ana: 'repository analysis',
  env: 'environment', svc: 'service', var: 'variable version', dep: 'deployment', srv: 'server', scn: 'security scan',
  hrd: 'hardening run', dom: 'domain', bkp: 'backup', rst: 'restore', imp: 'import', ntc: 'notification channel',
  dlv: 'notification delivery', evt: 'event', aud: 'audit entry', whd: 'webhook delivery', run: 'background task',
  sch: 'schedule', msg: 'message', rel: 'release', rte: 'route', crd: 'credential', cst: 'commit status', pvw: 'preview',
  adp: 'auto-deploy rule', alr: 'alert', cmd: 'command', bds: 'storage location', bkk: 'backup key',
  sdp: 'scheduled deployment', trs: 'trash item', drl: 'recovery drill',
} // biome-ignore format: one list, read as a list
