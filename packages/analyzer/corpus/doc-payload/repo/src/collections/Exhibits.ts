import type { CollectionConfig } from 'payload'

export const Exhibits: CollectionConfig = {
  slug: 'exhibits',
  fields: [{ name: 'title', type: 'text', required: true }],
}
