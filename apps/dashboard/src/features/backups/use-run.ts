/** Follows a restore or an import live, with its actions. */
import type { Import, Operation, Restore } from '@longshore/sdk'
import {
  cancelImport,
  cancelRestore,
  confirmImport,
  confirmRestore,
  getEnvironment,
  getImport,
  getRestore,
  listBackups,
  listImports,
  listRestores,
  streamImport,
  streamRestore,
  undoImport,
  undoRestore,
} from '@longshore/sdk/operations'
import { useAction } from '../../api/actions.ts'
import { refresh, updateCache, useRead } from '../../api/queries.ts'
import { useStream } from '../../api/streams.ts'
import { text } from '../../text/text.ts'
import type { ActionItem } from '../../ui/action-menu.tsx'
import { isUnderWay } from './run-stages.ts'

export function useRestore(ids: { id: string; rid: string }) {
  const query = useRead(getRestore, ids)
  const show = (run: Restore) => updateCache(getRestore, ids, run)
  const onDone = (run: Restore) => show(run)
  useStream(streamRestore, ids, {
    enabled: query.data !== undefined && isUnderWay(query.data.status),
    onEvent: (event) => (event.event === 'status' ? show(event.data) : void query.refetch()),
    onEnd: () => void refresh(listRestores, listBackups, getEnvironment, getRestore),
  })
  const refreshes = [listRestores, getRestore, listBackups]
  const cancel = useAction(cancelRestore, { refreshes, onDone })
  const confirm = useAction(confirmRestore, { refreshes, onDone })
  const undo = useAction(undoRestore, { refreshes, onDone })
  return {
    query,
    cancel: () => cancel.run(ids),
    confirm: () => confirm.run(ids),
    undo: () => undo.run(ids),
    calls: callsOf([cancelRestore, confirmRestore, undoRestore], ids),
    ...stateOf(cancel, confirm, undo),
  }
}

export function useImport(ids: { id: string; importId: string }) {
  const query = useRead(getImport, ids)
  const show = (run: Import) => updateCache(getImport, ids, run)
  const onDone = (run: Import) => show(run)
  useStream(streamImport, ids, {
    enabled: query.data !== undefined && isUnderWay(query.data.status),
    onEvent: (event) => (event.event === 'status' ? show(event.data) : void query.refetch()),
    onEnd: () => void refresh(listImports, listBackups, getEnvironment, getImport),
  })
  const refreshes = [listImports, getImport, listBackups]
  const cancel = useAction(cancelImport, { refreshes, onDone })
  const confirm = useAction(confirmImport, { refreshes, onDone })
  const undo = useAction(undoImport, { refreshes, onDone })
  return {
    query,
    cancel: () => cancel.run(ids),
    confirm: () => confirm.run(ids),
    undo: () => undo.run(ids),
    calls: callsOf([cancelImport, confirmImport, undoImport], ids),
    ...stateOf(cancel, confirm, undo),
  }
}

function stateOf(...actions: { isBusy: boolean; error: Error | null }[]) {
  return {
    isBusy: actions.some(({ isBusy }) => isBusy),
    error: actions.find(({ error }) => error !== null)?.error ?? null,
  }
}

function callsOf(
  [cancel, confirm, undo]: [Operation<unknown>, Operation<unknown>, Operation<unknown>],
  parameters: object,
): ActionItem[] {
  const words = text.restores.follow
  return [
    { label: words.cancel, call: { operation: cancel, parameters } },
    { label: words.confirm, call: { operation: confirm, parameters } },
    { label: words.undo, call: { operation: undo, parameters } },
  ]
}

export interface FollowedRun {
  calls: readonly ActionItem[]
  cancel(): Promise<unknown>
  confirm(): Promise<unknown>
  undo(): Promise<unknown>
  isBusy: boolean
  error: Error | null
}
