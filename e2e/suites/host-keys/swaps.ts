/** Ways in which a server's keys can be swapped under its address. After each, the new key is accepted and is the next one's old. */
import { acceptNewKey, cutSessions, expectRefused, onTarget, registerPinned, type Stage } from './stage.ts'

const setFile = '/etc/ssh/sshd_config.d/02-keys.conf'
const allNew = `rm -f /etc/ssh/ssh_host_* ${setFile}; ssh-keygen -q -A; systemctl restart ssh`
/** New keys of which only one kind is shown. */
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
    name: 'a new Ed25519 key beside the old others',
    swap: ({ target }) =>
      onTarget(
        target,
        `rm -f /etc/ssh/ssh_host_ed25519_key*; ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key; systemctl restart ssh`,
      ),
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

/** The number of swaps that were refused with nothing sent. */
export async function proveSwaps(stage: Stage, chosen: readonly Swap[]): Promise<number> {
  let refused = 0
  const id = await registerPinned(stage)
  for (const { name, swap } of chosen) {
    await swap(stage)
    await cutSessions(stage.target)
    if (await expectRefused(stage, { id, name })) refused += 1
    await acceptNewKey(stage, id, name)
  }
  return refused
}
