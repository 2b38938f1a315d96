/**
 * Ways in which a server's keys can be swapped under its address. After each swap the new key is accepted and is the
 * old key of the next one.
 */
import { mustAsk, removeServer, runTask } from '../../support/servers.ts'
import { acceptNewKey, cutSessions, expectRefused, onTarget, registerPinned, type Stage } from './stage.ts'
import { callWitness } from './witness.ts'

const setFile = '/etc/ssh/sshd_config.d/02-keys.conf'
const saved = '/root/keys-of-before'
const allNew = `rm -f /etc/ssh/ssh_host_* ${setFile}; ssh-keygen -q -A; systemctl restart ssh`
/** New keys, of which the server offers only one type. */
const onlyNew = (kind: string, options = '') => `
  rm -f /etc/ssh/ssh_host_*; ssh-keygen -q -A
  rm -f /etc/ssh/ssh_host_${kind}_key*; ssh-keygen -q -t ${kind} ${options} -N '' -f /etc/ssh/ssh_host_${kind}_key
  printf 'HostKey /etc/ssh/ssh_host_${kind}_key\\n' >${setFile}; systemctl restart ssh`

export interface Swap {
  name: string
  swap(stage: Stage): Promise<unknown>
}

export const swaps: Swap[] = [
  { name: 'all keys new', swap: ({ target }) => onTarget(target, allNew) },
  { name: 'a new Ed25519 key alone', swap: ({ target }) => onTarget(target, onlyNew('ed25519')) },
  { name: 'a new RSA key alone', swap: ({ target }) => onTarget(target, onlyNew('rsa', '-b 3072')) },
  { name: 'a new ECDSA key alone', swap: ({ target }) => onTarget(target, onlyNew('ecdsa')) },
  { name: 'a kind that was never pinned', swap: ({ target }) => onTarget(target, onlyNew('ecdsa', '-b 521')) },
  {
    name: 'everything again after a lone key',
    swap: ({ target }) => onTarget(target, allNew),
  },
  {
    name: 'the keys of an earlier time, replaced since',
    swap: ({ target }) =>
      onTarget(target, `rm -f /etc/ssh/ssh_host_* ${setFile}; cp -a ${saved}/. /etc/ssh/; systemctl restart ssh`),
  },
  {
    name: 'new keys with a certificate of a stranger',
    swap: ({ target }) =>
      onTarget(
        target,
        `rm -f /etc/ssh/ssh_host_*; ssh-keygen -q -A; rm -f /root/authority*
         ssh-keygen -q -t ed25519 -N '' -f /root/authority
         ssh-keygen -q -s /root/authority -I host -h -n 127.0.0.1,localhost /etc/ssh/ssh_host_ed25519_key.pub
         printf 'HostCertificate /etc/ssh/ssh_host_ed25519_key-cert.pub\\n' >${setFile}; systemctl restart ssh`,
      ),
  },
  {
    name: 'new keys after a reboot',
    async swap({ target }) {
      await onTarget(target, `rm -f ${setFile} /etc/ssh/ssh_host_*; ssh-keygen -q -A`)
      await target.reboot()
    },
  },
]

/** The number of swaps that were refused without sending anything. */
export async function proveSwaps(stage: Stage, chosen: readonly Swap[]): Promise<number> {
  let refused = 0
  const witness = await callWitness(stage.target)
  const id = await registerPinned(stage)
  const { accepted, logins } = await witness.observe()
  stage.report.expect(accepted > 0 && logins > 0, 'the witness does not see an ordinary login: it proves nothing')
  await onTarget(stage.target, `mkdir ${saved}; cp -a /etc/ssh/ssh_host_* ${saved}/`)
  for (const { name, swap } of chosen) {
    await swap(stage)
    await cutSessions(stage.target)
    if (await expectRefused(stage, { id, name })) refused += 1
    await acceptNewKey(stage, id, name)
  }
  await proveOneIsEnough(stage, id)
  await removeServer(stage, id)
  return refused
}

/** A server that stops offering one key type is still the same server, because the other types are pinned. */
async function proveOneIsEnough(stage: Stage, id: string): Promise<void> {
  await onTarget(
    stage.target,
    `rm -f ${setFile} /etc/ssh/ssh_host_*; cp -a ${saved}/. /etc/ssh/; systemctl restart ssh`,
  )
  await cutSessions(stage.target)
  await runTask(stage, id, 'check')
  const server = await mustAsk(stage, 'GET', `/servers/${id}`)
  if (server.status === 'host_key_changed') await acceptNewKey(stage, id, 'back to all keys')
  const onlyOne = `printf 'HostKey /etc/ssh/ssh_host_ecdsa_key\\n' >${setFile}; systemctl restart ssh`
  await onTarget(stage.target, onlyOne)
  await cutSessions(stage.target)
  await runTask(stage, id, 'check')
  const after = await mustAsk(stage, 'GET', `/servers/${id}`)
  stage.report.expect(after.status === 'ready', `with one of its pinned keys left it is ${after.status}`)
}
