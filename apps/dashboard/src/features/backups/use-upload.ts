import type { Import } from '@longshore/sdk'
import { importSql, listImports } from '@longshore/sdk/operations'
import { useRef, useState } from 'react'
import { currentOrganization } from '../../api/organization.ts'
import { refresh } from '../../api/queries.ts'
import { uploadClient } from '../../api/upload.ts'

export interface UploadRequest {
  id: string
  serviceId: string
  confirm: string
  safetyBackup: boolean
  file: File
}

/** One upload at a time. `sentBytes` is undefined while there is none. */
export function useUpload() {
  const [sentBytes, setSentBytes] = useState<number | undefined>(undefined)
  const stop = useRef<AbortController | null>(null)
  const send = async ({ file, ...parameters }: UploadRequest): Promise<Import> => {
    stop.current = new AbortController()
    setSentBytes(0)
    try {
      const options = { organization: currentOrganization(), signal: stop.current.signal }
      return await uploadClient(setSentBytes).call(importSql, { ...parameters, body: file }, options)
    } finally {
      setSentBytes(undefined)
      void refresh(listImports)
    }
  }
  return { send, sentBytes, cancel: () => stop.current?.abort() }
}
