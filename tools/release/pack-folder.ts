/** Packs files into an archive that is the same for the same content. */
import { run } from './run.ts'

export async function packFolder(
  archive: string,
  { folder, names, epoch }: { folder: string; names: readonly string[]; epoch: number },
): Promise<void> {
  const same = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--format=posix']
  const times = '--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime'
  await run(['tar', ...same, times, '--use-compress-program=gzip -n', '-cf', archive, '-C', folder, '--', ...names])
}
