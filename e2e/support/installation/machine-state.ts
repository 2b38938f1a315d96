/** The parts of a machine that an installation changes. */
import type { Target } from '../../fixtures/target.ts'

/** Files with their times and content, containers, networks, volumes and images, users' keys, units, packages. */
const stateScript = `
for path in /opt/longshore /usr/local/bin /root/.ssh /etc/apt /etc/systemd/system; do
  [ ! -e "$path" ] || find "$path" -type f -printf '%p %m %U %T@ ' -exec sha256sum {} ';' | sort
done
dpkg-query --show
if command -v docker >/dev/null; then
  docker ps --all --no-trunc --format 'container {{.ID}} {{.Names}} {{.Image}}' | sort
  docker network ls --no-trunc --format 'network {{.ID}} {{.Name}}' | sort
  docker volume ls --format 'volume {{.Name}}' | sort
  docker image ls --all --no-trunc --format 'image {{.ID}} {{.Repository}}' | sort
fi
`

export async function readState(target: Target): Promise<string> {
  return await target.mustExec(['bash', '-s'], { stdin: stateScript })
}

/** Everything that has our name, and every resource of Docker but the images that the test brought for the app. */
const leftScript = `
find / -xdev -iname '*longshore*' -not -path '/proc/*' -not -path '/var/lib/docker/*' -not -path '/var/log/*' -not -path '/etc/apt/*' -printf 'file %p\\n'
cat /root/.ssh/authorized_keys /home/*/.ssh/authorized_keys | sed 's/^/key /'
systemctl list-unit-files --no-legend '*longshore*' | sed 's/^/unit /'
if command -v docker >/dev/null; then
  docker ps --all --format 'container {{.Names}}'
  docker network ls --format 'network {{.Name}}' | grep -vxE 'network (bridge|host|none)'
  docker volume ls --format 'volume {{.Name}}'
  docker image ls --format 'image {{.Repository}}:{{.Tag}}' | grep -vE 'image (node:24-slim|longshore-base:)'
fi
true
`

export async function listLeft(target: Target): Promise<string[]> {
  const listed = await target.mustExec(['bash', '-s'], { stdin: leftScript })
  return listed.split('\n').filter((line) => line !== '')
}
