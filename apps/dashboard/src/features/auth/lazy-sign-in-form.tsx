/** The form of sign-in for pages that rarely need it: it comes when the page has settled, so that it is there when the server is not. */
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

/** Failing is no harm: it is tried again when the form is needed. */
export function preloadSignInForm(): void {
  void load().catch(() => undefined)
}
