/**
 * The sign-in form for pages that rarely need it. It is preloaded after the page, so that it also appears while the server is
 * unreachable.
 */
import { type ComponentProps, lazy, Suspense } from 'react'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const load = () => import('./sign-in-form.tsx')

const Form = lazy(async () => ({ default: (await load()).SignInForm }))

export function LazySignInForm(props: ComponentProps<typeof Form>) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <Form {...props} />
    </Suspense>
  )
}

/** A failure is harmless: the form is loaded again when it is needed. */
export function preloadSignInForm(): void {
  void load().catch(() => undefined)
}
