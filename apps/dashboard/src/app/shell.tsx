/** The frame around every page: navigation, search, user menu, and connection state. */
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useLiveUpdates } from '../api/live-updates.ts'
import { useOrganization } from '../api/organization.ts'
import { sessionStore } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { useShortcuts } from '../features/shortcuts/use-shortcuts.ts'
import { paths } from '../navigation/paths.ts'
import { text } from '../text/text.ts'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { MainNavigation } from './main-navigation.tsx'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'
import { useRecentPages } from './use-recent-pages.ts'
import { UserMenu } from './user-menu.tsx'

const Palette = lazy(() =>
  import('../features/palette/palette.tsx').then(({ Palette: component }) => ({ default: component })),
)

const ShortcutSheet = lazy(async () => ({
  default: (await import('../features/shortcuts/shortcut-sheet.tsx')).ShortcutSheet,
}))

const NoOrganization = lazy(() =>
  import('../features/settings/no-organization.tsx').then((module) => ({ default: module.NoOrganization })),
)

export function Shell() {
  const organization = useOrganization()
  useLiveUpdates(organization?.id)
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showHelp = () => setHelpOpen(true)
  useFocusOnNewPage(path)
  useRecentPages(path)
  useShortcuts(showHelp)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setMenuOpen(false), [path])
  usePaletteKey(() => setPaletteOpen(!isPaletteOpen))
  return (
    <div className="flex min-h-dvh">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2"
      >
        {text.shell.skip}
      </a>
      <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col overflow-y-auto border-r border-line bg-canvas lg:flex">
        <MainNavigation />
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b border-line bg-canvas/85 px-3 backdrop-blur-md sm:px-5">
          <IconButton
            label={text.shell.openMenu}
            icon={<MenuIcon aria-hidden size={19} />}
            onClick={() => setMenuOpen(true)}
            className="lg:hidden"
          />
          <button
            type="button"
            onClick={() => setPaletteOpen(true)}
            className="flex h-9 max-w-sm min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-surface px-3 text-sm text-ink-soft shadow-xs transition-colors hover:border-line-strong hover:text-ink"
          >
            <Search aria-hidden size={15} className="shrink-0" />
            <span className="truncate">{text.shell.palette}</span>
            <kbd className="ml-auto hidden rounded border border-line bg-canvas px-1.5 font-sans text-xs sm:inline">
              {'Ctrl K'}
            </kbd>
          </button>
          <div className="ml-auto flex items-center gap-1">
            <UserMenu onShortcuts={showHelp} />
          </div>
        </header>
        <ConnectionBanner />
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {/* The key remounts the page for another organization, so that no state remains. */}
          <CurrentPage key={organization?.id} path={path} />
        </main>
      </div>
      <Dialog title={text.common.product} isOpen={isMenuOpen} onClose={() => setMenuOpen(false)}>
        <MainNavigation isInDialog />
      </Dialog>
      <Suspense>
        {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
        {isHelpOpen && <ShortcutSheet onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </div>
  )
}

/** Ctrl K or ⌘K, also while someone types. */
function usePaletteKey(onPress: () => void): void {
  const listen = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => listen(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** People without an organization can only create one, or change their account. */
function CurrentPage({ path }: { path: string }) {
  const { user } = useStore(sessionStore)
  const belongsNowhere = user !== null && user?.organizations.length === 0
  if (!belongsNowhere || path === paths.account()) return <Outlet />
  return (
    <Suspense>
      <NoOrganization />
    </Suspense>
  )
}
