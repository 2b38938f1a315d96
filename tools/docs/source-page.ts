/** A page of the site before it is rendered. */
export interface SourcePage {
  /** Path in the repository; a page that is generated at build time has the path where it would be. */
  source: string
  markdown: string
}
