import { getServer } from '@longshore/sdk/operations'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../api/queries.ts'
import { paths } from '../../navigation/paths.ts'

export function ServerName({ id }: { id: string }) {
  const server = useRead(getServer, { id })
  return (
    <Link to={paths.server(id)} className="hover:underline">
      {server.data?.name ?? id}
    </Link>
  )
}
