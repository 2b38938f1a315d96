/** The actions of the page that is open, for the search. The main menu and the buttons of a page offer theirs here. */
import { useEffect, useRef } from 'react'

export interface PageAction {
  label: string
  onSelect(): void
}

type ReadActions = () => readonly PageAction[]

const sources = new Set<ReadActions>()

/** In the order in which the parts of the page appeared. Of two actions with the same label, the first counts. */
export function pageActions(): PageAction[] {
  const byLabel = new Map<string, PageAction>()
  for (const read of sources)
    for (const action of read()) if (!byLabel.has(action.label)) byLabel.set(action.label, action)
  return [...byLabel.values()]
}

/** Returns a function that withdraws them. */
export function offerPageActions(read: ReadActions): () => void {
  sources.add(read)
  return () => sources.delete(read)
}

export function usePageActions(actions: readonly PageAction[]): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => offerPageActions(() => latest.current), [])
}
