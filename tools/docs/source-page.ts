/** A page of the site before it is rendered. */
export interface SourcePage {
  /** In the repository; a page that is made at build time lies where it would be. */
  source: string
  markdown: string
}
