/** Volumes whose data belongs to a service, without those that it shares with their owner. Pure. */
interface MaybeShared {
  readonly service: string | null
}

/** Rows that were stored before volumes could be shared don't have the field. */
export function ownVolumes<Volume extends MaybeShared>({ volumes }: { readonly volumes: readonly Volume[] }): Volume[] {
  return volumes.filter(({ service }) => service == null)
}
