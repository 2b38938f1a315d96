/** Removes names from images on a server. Docker removes an image with its last name. */
import type { Call, Runtime } from '@longshore/remote/runtime'
import type { ImageName } from '../image-names.policy.ts'

export async function removeImages(
  runtime: Pick<Runtime, 'findImage' | 'removeImage'>,
  names: readonly ImageName[],
  call: Call,
): Promise<void> {
  for (const { name, onlyFor } of names) {
    if (onlyFor !== undefined && (await runtime.findImage(name, call))?.id !== onlyFor) continue
    await runtime.removeImage(name, call)
  }
}
