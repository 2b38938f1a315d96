/** Every component in its states, without a session or an API. */
import { useStore } from '../../api/store.ts'
import { Logo } from '../../ui/logo.tsx'
import { Page } from '../../ui/page.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Status } from '../../ui/status.tsx'
import { chooseTheme, type Theme, themeStore } from '../../ui/theme.ts'
import { BrandSection } from './brand-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { DataSection } from './data-section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import { FormSection } from './form-section.tsx'

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
]

export function GalleryPage() {
  const theme = useStore(themeStore)
  return (
    <main>
      <Page
        title="Component gallery"
        badge={<Status tone="info">{'Development'}</Status>}
        note={<Logo size={20} />}
        crumbs={[{ label: 'Home', to: '/' }]}
        actions={<SegmentedControl label="Theme" choices={themes} value={theme} onChange={chooseTheme} />}
      >
        <BrandSection />
        <ControlsSection />
        <FormSection />
        <FeedbackSection />
        <DataSection />
      </Page>
    </main>
  )
}
