/** The only file with type assertions: turns checked values into branded types. */

declare const idPrefix: unique symbol
declare const transaction: unique symbol

/** A UUID that identifies a resource of one kind. On the wire it is written as a TypeID. */
export type Id<Prefix extends string> = string & { readonly [idPrefix]: Prefix }

/** Marks a database handle as being inside a transaction. */
export type InTransaction<Handle> = Handle & { readonly [transaction]: true }

export function brandId<Prefix extends string>(uuid: string): Id<Prefix> {
  return uuid as Id<Prefix>
}

export function brandTransaction<Handle>(handle: Handle): InTransaction<Handle> {
  return handle as InTransaction<Handle>
}
