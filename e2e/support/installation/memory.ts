/** Memory of an installation's containers, as the kernel counts it, without the parts that it can drop at any time. */
import type { Target } from '../../fixtures/target.ts'

const script = `cd /opt/longshore
for id in $(docker compose ps --quiet); do
  name=$(docker inspect --format '{{index .Config.Labels "com.docker.compose.service"}}' "$id")
  folder=$(find /sys/fs/cgroup -type d -path '*memory*' -name "$id" | head -n 1)
  [ -n "$folder" ] || folder=$(find /sys/fs/cgroup -type d -name "*$id*" | head -n 1)
  if [ -f "$folder/memory.usage_in_bytes" ]; then
    used=$(cat "$folder/memory.usage_in_bytes"); file=$(awk '$1 == "total_inactive_file" { print $2 }' "$folder/memory.stat")
  else
    used=$(cat "$folder/memory.current"); file=$(awk '$1 == "inactive_file" { print $2 }' "$folder/memory.stat")
  fi
  echo "$name $(( (used - file) / 1048576 ))"
done
`

/** Megabytes by service. */
export async function readMemory(target: Target): Promise<Map<string, number>> {
  const lines = (await target.mustExec(['bash', '-s'], { stdin: script })).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]))
}

export function total(memory: ReadonlyMap<string, number>): number {
  return [...memory.values()].reduce((sum, each) => sum + each, 0)
}
