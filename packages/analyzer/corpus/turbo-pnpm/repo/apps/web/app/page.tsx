import { Button } from '@repo/ui/button'

export default function Page() {
  return <Button>{process.env.NEXT_PUBLIC_SITE_NAME}</Button>
}
