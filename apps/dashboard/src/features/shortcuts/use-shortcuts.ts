/** Listens for shortcuts. They never fire while someone types, or while a dialog or a menu is open. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { createKeyReader } from './shortcuts.ts'

const typing =
  'input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [role=combobox]'
const inFront = 'dialog:modal, [role=dialog], [role=alertdialog], [role=menu]'
const read = createKeyReader()

export function useShortcuts(onHelp: () => void): void {
  const navigate = useNavigate()
  const listen = useEffectEvent((event: KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest(typing) !== null
    if (event.defaultPrevented || isTyping || document.querySelector(inFront) !== null) return
    const result = read(event, location.pathname)
    if (result === undefined) return
    event.preventDefault()
    if (result.kind === 'help') onHelp()
    else void navigate({ to: result.to })
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
