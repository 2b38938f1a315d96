/** Parts of ids that end-to-end suites and benches use. Suites import them here, so that moves in the server don't reach them. */
export { brandId, type Id } from '../../platform/ids/brand.ts'
export { idOf, Time } from '../../platform/ids/type-id.schemas.ts'
export { decodeId, encodeId, type IdPrefix, idPrefixes, newId } from '../../platform/ids/type-id.ts'
