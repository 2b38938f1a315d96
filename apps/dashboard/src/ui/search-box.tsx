/** A search field for a list. The query changes after a pause in typing. */
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { text } from '../text/text.ts'
import { classNames } from './class-names.ts'
import { inputClass } from './input-class.ts'

const debounceMs = 200

export function useSearchText(): { typed: string; settled: string; setTyped(value: string): void } {
  const [typed, setTyped] = useState('')
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed.trim()), debounceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, settled, setTyped }
}

export interface SearchBoxProps {
  label?: string
  placeholder?: string
  value: string
  onChange(value: string): void
  className?: string
}

export function SearchBox({ label = text.common.search, placeholder, value, onChange, className }: SearchBoxProps) {
  return (
    <div className={classNames('relative', className)}>
      <Search aria-hidden size={15} className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        className={classNames(inputClass, 'pl-9')}
      />
    </div>
  )
}
